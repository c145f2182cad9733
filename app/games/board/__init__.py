"""How cards are displayed: words, pictures and outlines."""
