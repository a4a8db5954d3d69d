"""meaning: texts as directions in a space, so that a question finds a note in other words than its own."""
