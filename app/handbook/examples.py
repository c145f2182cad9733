"""The tables and tokens that the rules are shown by: dealt by hand, played by the rules, and seen from a seat."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app import rules
from app.rules import Tokens, View
from app.rules.missions import MAP

CLASSIC: Final = {
    "variant": "classic",
    "first": "red",
    "house": [],
    "key": "rb.rb" "b.rrb" ".rbrx" "br.b." "r.br.",
}  # fmt: skip
CLASSIC_WORDS: Final = (
    "castle needle orbit violin pepper",
    "glacier bakery trumpet saddle ladder",
    "curtain button igloo engine parrot",
    "lemon tunnel candle mirror anchor",
    "puzzle falcon marble garden thunder",
)
CLASSIC_MOVES: Final = (
    "red-spymaster clue orchestra 2",
    "red-operative guess 3",
    "red-operative guess 7",
    "red-operative guess 10",
    "blue-spymaster clue frost 2",
    "blue-operative guess 5",
    "blue-operative guess 12",
    "blue-operative stop",
)
DUET: Final = {
    "variant": "duet",
    "tokens": 9,
    "mistakes": 9,
    "house": [],
    "keys": {
        "a": "g..xg" "g..xg" "g..g." ".xg.." "g..g.",
        "b": "..ggg" "..gxg" "..gx." "g...x" "g.g..",
    },
}  # fmt: skip
DUET_WORDS: Final = (
    "ferry piano honey wolf crane",
    "spoon desert toast mask window",
    "forest copper ticket island pillow",
    "circus beetle ribbon tower carpet",
    "river planet hammer acorn whistle",
)
DUET_MOVES: Final = (
    "a clue harbour 2",
    "b guess 0",
    "b guess 4",
    "b stop",
    "b clue breakfast 2",
    "a guess 2",
    "a guess 5",
)


@dataclass(frozen=True)
class Example:
    """A table as one seat sees it; what the notes on a game's cards ask of its scene."""

    words: Sequence[str]
    view: View

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.view.outcome is not None

    @property
    def duet(self) -> bool:
        """Whether this is a game of two sides rather than two teams."""
        return rules.VARIANTS[self.view.variant].game == "duet"


def _play(deal: Mapping[str, Any], moves: Iterable[str]) -> rules.Table:
    table = rules.start(deal)
    for line in moves:
        seat, _, move = line.partition(" ")
        table = table.play(seat, rules.parse(move))
    return table


def _see(table: rules.Table, words: Iterable[str], seat: str) -> Example:
    return Example(" ".join(words).split(), table.view(seat))


_DUET_TABLE = _play(DUET, DUET_MOVES)
VERSUS: Final = _see(_play(CLASSIC, CLASSIC_MOVES), CLASSIC_WORDS, "red-spymaster")
SIDES: Final = {side: _see(_DUET_TABLE, DUET_WORDS, side) for side in "ab"}

_CAIRO = MAP["cairo"]
_DEALT = Tokens(bystander=_CAIRO.mistakes, check=_CAIRO.tokens - _CAIRO.mistakes)
RESERVES: Final[Mapping[str, Tokens]] = {
    "dealt": _DEALT,
    "stop": _DEALT.spend("a"),
    "mistake": _DEALT.spend("a").mark(),
    "bare": Tokens(bystander=0, check=3),
    "double": Tokens(bystander=0, check=3).mark(),
}
"""Timer tokens at the start of Cairo, after a stop, after a mistake then; late in a game, and after a mistake there."""
