"""pinakes help: a command's options, or what a query may say."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace, _SubParsersAction

from pinakes.cli import output
from pinakes.errors import UsageError

QUERY = """\
What a query may say. Everything that is none of these is a word.

  float wire             passages with these words, in any form; the best first
  "float wire"           the words together, in this order
  -steel  -"mild steel"  without; a group and a field may be left out as well: -(a b)  -tag:x
  wire NOT steel         the same; AND and NOT mean what they mean elsewhere, in capitals only
  brass OR bronze        one of them, also written |; words side by side bind closer than OR
  (brass OR bronze) bar  brackets say what belongs together
  gaug*                  words that begin so
  /gau?ge/               a regular expression, within a passage, whatever the case

The note
  title:gauge            its title has the word; alias: likewise; title:(a b)  title:"a b"
  path:meet  file:2026   its path, or its file's name, contains this
  folder:people/old      it is in this folder, or in one below it
  tag:project            it has this tag, or one below it such as project/tidal
  links-to:"Float wire"  it links to this note; linked-from: this note links to it
  [status]               it has this property
  [status:draft]         with this value; of a list, one of its items: [status:(draft OR new)]
  [rating:>3]            more than, also <  >=  <= ; numbers and days
  has:task               also code, link, url, embed, image, property, tag, alias, heading, block, table
  is:orphan              no link joins it to another; also daily, broken (a link leads nowhere), canvas
  lang:de                it is written in this language

The passage
  heading:key            it stands below a heading with the word
  section:(wax brass)    it stands in a section, under one heading, that has all of this
  line:(wax brass)       it has a line with all of this
  task:todo  task:done   it has such a task, task:any any; task:todo(wax)  task:"ask Nora"
  ent:lunardi            it mentions this person, place or thing

Days
  on:2026-03-18          also 2026-03, 2026, 2026-w12, 2026-q1, 2026-01..2026-03, today, yesterday,
                         "last week", "this month", "March 5th, 2026", "5. März 2026"
  before:2026  after:2026-03   before the first day of it, after the last
  after:7d               since seven days ago; d, w, m, y
  changed:7d             its file was changed; created:2025 it says so itself
  The day of a note is the one in its property date or created, else the one in the name of its
  file or folder (2026-03-18, 2026_03_18, daily.journal.2026.03.18, 20260318, 18.3.2026, March 18th,
  2026, 2026/03/18; a month or a week too), else the last change of its file. created: looks at
  created first, and at no change.

The order
  sort:changed           newest first; also created, title, path, relevance
  sort:-title            turned round, as sort:title:desc

Words alone are forgiving: where no passage has all of them, passages with some of them come.
All else holds strictly. With words, hits are passages, and each must meet what is said of the
passage; without any, hits are notes, each judged as a whole, those changed last first:
-steel alone lists the notes that don't have the word. Case and accents never matter.
In a shell, put a query with quotes, brackets or stars between single quotes.
"""
_TOPICS = {"query": QUERY}


def add(commands: _SubParsersAction[ArgumentParser], shared: ArgumentParser) -> None:
    """Its options."""
    parser = commands.add_parser("help", parents=[shared], help="a command's options; `help query`: what to search for")
    parser.add_argument("topic", nargs="?", default="", metavar="COMMAND", help="a command, or query")
    parser.set_defaults(run=run)


def run(args: Namespace) -> int:
    """Print it."""
    from pinakes.cli import COMMANDS, build_parser, main

    if args.topic in _TOPICS:
        text = _TOPICS[args.topic]
    elif not args.topic:
        text = build_parser().format_help() + "\n`pinakes help query` lists what a query may say.\n"
    elif args.topic in COMMANDS:
        return main([args.topic, "--help"])
    else:
        raise UsageError(f"There is no command `{args.topic}`.", "`pinakes help` lists them.")
    if args.json:
        output.emit({"topic": args.topic, "text": text})
    else:
        output.say(text.rstrip("\n"))
    return 0
