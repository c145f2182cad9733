"""The topics of a game, whose versions tell pages what has changed."""

from app.games.store.models import Game
from app.live import topic_versions
from app.teams.loading import team_topic


def game_topic(code: str, side: str = "") -> str:
    """Return the topic of a game, or of the part that only one side may see.

    The topic of a side is secret, so that the other side cannot notice changes there.
    """
    return topic_versions.secret_topic(f"game:{code}", side) if side else f"game:{code}"


def affected_topics(game: Game, side: str = "") -> list[str]:
    """Return the topics to bump after a change: the game or one side, and the team's map once an attempt has ended."""
    own = game_topic(game.code, side)
    return [own, team_topic(game.sheet.team_id)] if game.finished_at and game.sheet else [own]
