"""The nouns: the values that cross the walls between packages. Frozen, and without behaviour
beyond what follows from their own fields.

Offsets are in characters of the note's decoded text, `end` exclusive; lines count from 1.
Paths are relative to the vault, with forward slashes on every platform.

A module a theme, and nothing is gathered here: making such a class takes a millisecond or
two, and a search needs a third of them.
"""
