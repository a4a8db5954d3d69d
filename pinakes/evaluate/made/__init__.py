"""What do made-up notes tell about the search? Chains, needles and facts in noise, where the gold is known for sure.

Each kind follows a published test in what it asks and none in its words: Hash-Hop (chains),
RULER (needles, variable tracing, common words), BABILong (facts in noise). The same seed and
size give the same notes, byte for byte.
"""
