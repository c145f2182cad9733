"""The interface that the tables of both games share, and building a table from its deal and its moves."""

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
    """The interface of `Versus` and `Duet`: a game's state after some moves.

    It is an immutable value, which equals any other with the same deal and moves.
    """

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
        """The seats whose move is awaited; empty when the game is over."""

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns with all their secrets. Never show these; show a view's."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it runs."""

    def play(self, seat: str, move: Move) -> Self:
        """Return the table after a seat's move; this one is unchanged. Raises IllegalMove if the rules refuse it."""

    def may(self, seat: str | None) -> frozenset[str]:
        """Return the verbs of the moves that a seat can play now, none for a watcher (None).

        `resign` and `void`, which are always legal, are left out.
        """

    def view(self, seat: str | None) -> View:
        """Return what a seat, or a watcher (None), may see. Raises IllegalMove `unknown-seat`."""

    def hindsight(self) -> View:
        """Return a watcher's view with the key, all intended cards and all refused clues. Only for ended games."""


def start(deal: Mapping[str, Any]) -> Table:
    """Return the table of a deal, with no move played. Raises DealError if the deal is malformed."""
    check(deal)
    return Versus.start(deal) if VARIANTS[deal["variant"]].game == "versus" else Duet.start(deal)


def replay(deal: Mapping[str, Any], moves: Iterable[tuple[str, str]]) -> Table:
    """Return the table of a deal after these moves, pairs of seat and notation such as `("a", "guess 7")`.

    Raises DealError if the deal is malformed, and IllegalMove at the first move that the rules refuse.
    """
    table = start(deal)
    for seat, text in moves:
        table = table.play(seat, parse(text))
    return table
