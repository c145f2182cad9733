"""The settings of a game, which a host chooses in a lobby and a rematch repeats."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class GameSettings:
    """What a host, or for an attempt the city, decides before a game is dealt.

    `deck` is a name for `decks.load`, `clock` in the notation of Clock, `touching` one of votes.TOUCH_RULES. An attempt
    has `sheet_id` and `city`.
    """

    variant: str
    deck: str
    house: Sequence[str] = ()
    tokens: int = 9
    mistakes: int = 9
    clock: str = ""
    touching: str = "anyone"
    late_touch: bool = False
    sheet_id: int | None = None
    city: str | None = None
