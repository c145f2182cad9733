"""How the sides of a Duet are called: by their letters, or by the two players where each plays alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.games.store.state import AnyGame
from app.games.wording.labels import SEATS
from app.rules.seats import SIDES


@dataclass(frozen=True)
class SideNames:
    """The name of the one player of each side; empty where somebody shares a side or has left it, and in Versus."""

    a: str = ""
    b: str = ""

    def __bool__(self) -> bool:
        return bool(self.a)

    def name(self, side: str) -> str:
        """Return the name of the one player of a side, or ""."""
        return {"a": self.a, "b": self.b}.get(side, "")

    def choose(self, by_side: Mapping[str, str], by_name: str, side: str) -> str:
        """Return the sentence about a side: the one with a `name`, if there is one, else that of the side."""
        return str(by_name if self.name(side) else by_side[side])

    def label(self, seat: str) -> str:
        """Return what a seat is called."""
        return self.name(seat) or str(SEATS[seat])


NO_NAMES: Final = SideNames()


def side_names(game: AnyGame) -> SideNames:
    """Return the names of a game's sides; whoever has left is counted, since the log tells of their moves, too.

    Nobody is named who cannot act now, such as the suspended.
    """
    people = {side: [player for player in game.players if player.seat == side] for side in SIDES}
    if any(len(sitting) != 1 or not sitting[0].is_present for sitting in people.values()):
        return NO_NAMES
    return SideNames(*(people[side][0].user.display_name for side in SIDES))
