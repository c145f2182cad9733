"""People who have played together."""

from tests.games.conftest import duet, team

__all__ = ["duet", "team"]
