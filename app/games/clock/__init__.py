"""Time at a table: clock proposals, extensions, nudges, missed turns, open seats."""
