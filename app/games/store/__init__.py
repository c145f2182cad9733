"""The rows of games, and everything that reads or writes them without deciding anything."""
