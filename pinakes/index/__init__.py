"""The vault's notes become the index here: text first, then, behind it, the names in the text."""
