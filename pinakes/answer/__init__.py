"""Ranked passages → a cited answer. The GGUF model lives in a child process and may fail without harm.

ask             the whole way: extract first, let the model try, check, show what holds
material        the passages that an answer is made from, and other parts of their notes
extract         the sentences of the notes that answer, without any model
  asks          what kind of thing a question asks for, in ten languages
  spans         where dates, sums, numbers, people and places stand in a sentence
  cues          words by which a sentence gives a reason, a way, a meaning
  weigh         each sentence as a few numbers that tell whether it answers
  confidence    how likely the best of them are to answer at all
  weights       what these numbers count
  short         the few words that answer, in the question's language
  orders        sentences that speak to an assistant, and are never obeyed
prompt          passages in document order within a token budget
engine          the model as answering sees it
  chat          a prompt as a turn, for models that were tuned to converse
  process       the child process behind it, and the lines that go to and fro
  child         what runs in that process
  native        llama.cpp; the only import of llama_cpp
  stopping      when a model has said enough
cite            every sentence checked against the notes, every citation built by us
  facts         numbers, names and denials: what a claim must share with its evidence
  folding       when two stretches of text are the same to a reader
units           what of a passage can be quoted
hidden          what of a note its reader never sees
models          which model file answers, and what to say when there is none
  described     what kind of model is in a file, by its header
    gguf        the header itself, read within bounds
    quantised   the forms that weights are written in
    foreign     what a file is that is no model
  room          the memory that a model needs, and what is free
  known         each file's digest, and how quick it was here
  found         the model files on this machine
  shelf         taking one in
  trial         loading one, and timing it
"""
