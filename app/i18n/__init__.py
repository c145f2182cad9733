"""Languages, time zones and durations as text."""
