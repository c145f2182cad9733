"""The settings of a game, which a host chooses in a lobby and a rematch repeats."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from app.rules.missions import City


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

    def for_attempt(self, city: City, sheet_id: int) -> Self:
        """Return the settings of an attempt of a sheet at a city, which decides the tokens and mistakes."""
        return replace(self, tokens=city.tokens, mistakes=city.mistakes, sheet_id=sheet_id, city=city.name)

    def without_attempt(self) -> Self:
        """Return the same settings for a game that counts for no team."""
        return replace(self, sheet_id=None, city=None)
