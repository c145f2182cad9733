"""The model of the events in a stream."""

from typing import Literal

from app.api.models import Answered
from app.api.models.games import Code


class Event(Answered):
    """Something that has happened: an invitation to a lobby, or the start, your turn, or the end of a game.

    `code` is that of the lobby or the game. `winner` and `reason` tell how a game ended.
    """

    type: Literal["invited", "game-start", "your-turn", "game-end"]
    code: Code
    winner: str | None = None
    reason: str | None = None
