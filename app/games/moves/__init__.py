"""Making games and moves: the move service, clue advice, seating, substitutes, rematches."""
