"""The language and time zone of the user, translated texts, and dates and durations as text."""
