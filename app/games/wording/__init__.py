"""What the pages say about a game, in the reader's language."""
