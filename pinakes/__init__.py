"""Pinakes: a local-first personal knowledge base over a folder of markdown notes.

The vault is the truth and is only read, but for a new note that its owner has seen and
asked for. The index is a cache in SQLite that can be thrown away and derived again;
what the user adds lives in its own database and survives that. `sync` compares the disk
with the index, decides first and acts second, and writes one note as one transaction. A
question becomes seeds, the seeds a reset vector, the walk a ranking, the ranking
passages, the passages an answer whose every citation is checked against the note.
Nothing opens a network connection, ever.

Where things are, outermost first; an import only ever points down this list:

    cli        one module a command: parse, call Library, print
    tui        the terminal UI; holds a Library, computes nothing
    evaluate   golden questions → recall, MRR, cost
    library    Library: the only wiring, and all that a front end holds
    answered   answers that were given, follow-ups, and what became of the notes they lean on
    pinned     notes kept at hand, wherever they are moved
    curated    what is decided about names: merge, split, rename, hide
    synced     sync and freshness: the index made what the vault says
    kept       what the user adds: saved searches, pins, answers, decisions about names, searches made
    around     what stands around one note, and what is wrong in a vault
    answer     ranked chunks → a cited answer; the GGUF model in a child process
    index      sync: the smallest set of writes; entities behind the text
    retrieve   a question → ranked chunks, each with its reasons
    meaning    texts as directions: the encoder, and which chunks a question is near to
    graph      the edges between chunks, entities and tags; PageRank; bridges
    vault      files on disk → values; knows no database
    store      every line of SQL
    model      the nouns
    config     defaults < config.toml < PINAKES_* < flags
    configfile one setting written into config.toml, its comments kept
    verified   is a file what it should be, to the byte?
    errors     what can stop an operation, with exit codes
"""

__version__ = "0.1.0"
