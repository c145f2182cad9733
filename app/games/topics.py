"""The pulse's topics of a game."""

from app import pulse
from app.games.models import Game
from app.teams.loading import topic as topic_of_team


def topic(code: str, side: str = "") -> str:
    """Return the pulse's topic for a game, or for what only one side of it may see.

    A side's own beat is its own: the other side's pages do not even learn that something changed there.
    """
    return pulse.secret(f"game:{code}", side) if side else f"game:{code}"


def topics(game: Game, side: str = "") -> list[str]:
    """What a change concerns: the game, or one side of it; once an attempt has ended, its team's map too."""
    own = topic(game.code, side)
    return [own, topic_of_team(game.sheet.team_id)] if game.finished_at and game.sheet else [own]
