"""The example tables and timer tokens on the rules page, made by the rules engine from fixed deals and moves.

The games are the same in every language; only the words and clues differ.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app import rules
from app.rules import Tokens, View
from app.rules.missions import MAP
from app.rules_pages.example_words import WORDS, ExampleWords

CLASSIC: Final = {
    "variant": "classic",
    "first": "red",
    "house": [],
    "key": "rb.rb" "b.rrb" ".rbrx" "br.b." "r.br.",
}  # fmt: skip
CLASSIC_MOVES: Final = (
    "red-spymaster clue {0} 2",
    "red-operative guess 3",
    "red-operative guess 7",
    "red-operative guess 10",
    "blue-spymaster clue {1} 2",
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
DUET_MOVES: Final = (
    "a clue {0} 2",
    "b guess 0",
    "b guess 4",
    "b stop",
    "b clue {1} 2",
    "a guess 2",
    "a guess 5",
)


@dataclass(frozen=True)
class ExampleTable:
    """A table as seen from one seat, with the attributes of a game's page context that the card templates use."""

    words: Sequence[str]
    view: View

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.view.outcome is not None

    @property
    def duet(self) -> bool:
        """Whether this is a game of Duet; otherwise it is Codenames."""
        return rules.VARIANTS[self.view.variant].game == "duet"


@dataclass(frozen=True)
class Examples:
    """The example tables in one language: Codenames as the red spymaster sees it, and Duet as each side sees it."""

    versus: ExampleTable
    sides: Mapping[str, ExampleTable]


def _play(deal: Mapping[str, Any], moves: Iterable[str], clues: Iterable[str]) -> rules.Table:
    table = rules.start(deal)
    for line in moves:
        seat, _, move = line.partition(" ")
        table = table.play(seat, rules.parse(move.format(*clues)))
    return table


def _play_examples(words: ExampleWords) -> Examples:
    classic = _play(CLASSIC, CLASSIC_MOVES, words.classic_clues)
    duet = _play(DUET, DUET_MOVES, words.duet_clues)
    sides = {side: ExampleTable(words.duet, duet.view(side)) for side in "ab"}
    return Examples(ExampleTable(words.classic, classic.view("red-spymaster")), sides)


EXAMPLES: Final[Mapping[str, Examples]] = {language: _play_examples(words) for language, words in WORDS.items()}

_CAIRO = MAP["cairo"]
_DEALT = Tokens(bystander=_CAIRO.mistakes, check=_CAIRO.tokens - _CAIRO.mistakes)
RESERVES: Final[Mapping[str, Tokens]] = {
    "dealt": _DEALT,
    "stop": _DEALT.spend("a"),
    "mistake": _DEALT.spend("a").mark(),
    "bare": Tokens(bystander=0, check=3),
    "double": Tokens(bystander=0, check=3).mark(),
}
"""Timer tokens at the start of Cairo, after a stop, and after a mistake; late in a game, and after a mistake then."""
