"""Ranked passages → a cited answer. The GGUF model lives in a child process and may fail without harm.

ask             the whole way: extract first, let the model try, check, show what holds
extract         the sentences of the notes that answer, without any model
  intent        what kind of thing a question asks for
prompt          passages in document order within a token budget
engine          the model as answering sees it, and the child process behind it
  child         what runs in that process
  native        llama.cpp; the only import of llama_cpp
  stopping      when a model has said enough
cite            every sentence checked against the notes, every citation built by us
  facts         numbers, names and denials: what a claim must share with its evidence
  folding       when two stretches of text are the same to a reader
units           what of a passage can be quoted
hidden          what of a note its reader never sees
models          which model file answers, and what to say when there is none
"""
