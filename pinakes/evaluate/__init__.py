"""How good is the search? Questions with known answers, run through the very Library that users get."""
