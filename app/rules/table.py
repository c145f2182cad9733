"""A table of either game, from its deal and its moves."""

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
    """A game's state: a value, equal to another that was dealt and played the same."""

    @property
    def variant(self) -> str: ...

    @property
    def house(self) -> frozenset[str]: ...

    @property
    def version(self) -> int:
        """How many moves were played."""

    @property
    def phase(self) -> str:
        """`clue`, `consult`, `guess`, `cover`, `sudden-death` or `over`."""

    @property
    def turn(self) -> tuple[str, ...]:
        """The seats that are awaited."""

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Its turns with all that is secret in them: never to be shown, a view's are."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, or None while it runs."""

    def play(self, seat: str, move: Move) -> Self:
        """The table after a move. Raises IllegalMove."""

    def may(self, seat: str | None) -> frozenset[str]:
        """The verbs a seat can play now; `resign`, always open, is not told."""

    def view(self, seat: str | None) -> View:
        """What a seat may see; None is a watcher."""

    def hindsight(self) -> View:
        """What there was to see for who knew everything: to be shown once the game is over, and not before."""


def start(deal: Mapping[str, Any]) -> Table:
    """The table of a deal before its first move. Raises DealError where it is not well formed."""
    check(deal)
    return Versus.start(deal) if VARIANTS[deal["variant"]].game == "versus" else Duet.start(deal)


def replay(deal: Mapping[str, Any], moves: Iterable[tuple[str, str]]) -> Table:
    """The table after these moves, each a seat and a line of notation. Raises DealError, IllegalMove."""
    table = start(deal)
    for seat, text in moves:
        table = table.play(seat, parse(text))
    return table
