"""Team chat and private notes."""
