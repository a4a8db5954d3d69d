"""A question becomes ranked chunks here: parsed, seeded, walked, explained."""
