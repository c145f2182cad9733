"""After the end: replay, sharing, kudos and shared notes."""
