"""Names: which may be taken, which look alike, and which a user had before."""
