"""Building the table of either game from its deal and its moves."""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol, Self

from app.rules.dealing import check
from app.rules.duet import Duet
from app.rules.log import Outcome, Turn
from app.rules.moves import Move, parse
from app.rules.variants import VARIANTS
from app.rules.versus import Versus
from app.rules.views import View


class Table(Protocol):
    """A game's state: a value that equals any other with the same deal and moves."""

    @property
    def variant(self) -> str: ...

    @property
    def house(self) -> frozenset[str]: ...

    @property
    def version(self) -> int:
        """The number of moves played."""

    @property
    def phase(self) -> str:
        """`clue`, `consult`, `guess`, `cover`, `sudden-death` or `over`."""

    @property
    def turn(self) -> tuple[str, ...]:
        """The seats whose move is awaited."""

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns with all their secrets. Never show these; show a view's."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it runs."""

    def play(self, seat: str, move: Move) -> Self:
        """Return the table after a move. Raises IllegalMove."""

    def may(self, seat: str | None) -> frozenset[str]:
        """Return the verbs a seat can use now. `resign` and `void`, always legal, are left out."""

    def view(self, seat: str | None) -> View:
        """Return what a seat, or a watcher (None), may see."""

    def hindsight(self) -> View:
        """Return a watcher's view with everything revealed. Only for ended games."""


def start(deal: Mapping[str, Any]) -> Table:
    """Return the table of a deal before its first move. Raises DealError if the deal is malformed."""
    check(deal)
    return Versus.start(deal) if VARIANTS[deal["variant"]].game == "versus" else Duet.start(deal)


def replay(deal: Mapping[str, Any], moves: Iterable[tuple[str, str]]) -> Table:
    """Return the table after these moves, given as pairs of seat and notation. Raises DealError, IllegalMove."""
    table = start(deal)
    for seat, text in moves:
        table = table.play(seat, parse(text))
    return table
