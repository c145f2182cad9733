"""Moves and their one-line notation: `parse` reads it, `str` writes it, the same text again."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Final, Self

from app.rules.errors import IllegalMove
from app.rules.words import check_word, tidy

Number = int | str
INF: Final = "inf"
"""The number of an unlimited clue (V6)."""
NUMBERS: Final[dict[str, Number]] = {str(number): number for number in range(10)} | {INF: INF}
_LONGEST_TEXT: Final = 200
_CARD: Final = re.compile("0|[1-9][0-9]?")
_CLUE: Final = re.compile('(?:"([^"]*)"|([^ "]+)) ([^ ]+)(?: for ([^ ]+))?')


@dataclass(frozen=True, slots=True)
class _Words:
    """The content of clues and asks: a word (C1), a number (0 to 9 or INF), and the cards the giver intends.

    Raises IllegalMove if one of them is invalid.
    """

    verb: ClassVar[str]
    word: str
    number: Number
    cards: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        check_word(self.word)
        if self.number not in NUMBERS.values():
            raise IllegalMove("clue-number")
        if len(set(self.cards)) < len(self.cards):
            raise IllegalMove("clue-cards")

    @classmethod
    def make(cls, word: str, number: str, cards: Iterable[str] = ()) -> Self:
        """Return a clue or ask from form values, the number as text (`0` to `9`, `inf`). Raises IllegalMove."""
        if len(word) > _LONGEST_TEXT:
            raise IllegalMove("clue-too-long")
        check_word(word := tidy(word))
        if number not in NUMBERS:
            raise IllegalMove("clue-number")
        return cls(word, NUMBERS[number], tuple(_card(card) for card in cards))

    def __str__(self) -> str:
        word = f'"{self.word}"' if " " in self.word else self.word
        cards = f" for {','.join(map(str, self.cards))}" if self.cards else ""
        return f"{self.verb} {word} {self.number}{cards}"


@dataclass(frozen=True, slots=True)
class Clue(_Words):
    """The move that gives a clue (V5). Only the giver sees `cards` until the end."""

    verb = "clue"


@dataclass(frozen=True, slots=True)
class Ask(_Words):
    """The move that asks the opposing spymaster to allow a clue (V20)."""

    verb = "ask"

    @property
    def clue(self) -> Clue:
        """The clue that it becomes if it is allowed."""
        return Clue(self.word, self.number, self.cards)


@dataclass(frozen=True, slots=True)
class _Touch:
    """A move that names one card by its index."""

    verb: ClassVar[str]
    card: int

    def __str__(self) -> str:
        return f"{self.verb} {self.card}"


@dataclass(frozen=True, slots=True)
class Guess(_Touch):
    """The move that touches a card, which is final (V9, V13, D6)."""

    verb = "guess"


@dataclass(frozen=True, slots=True)
class Cover(_Touch):
    """The move that covers one of the team's own cards after the other team's clue was invalid (V21)."""

    verb = "cover"


@dataclass(frozen=True, slots=True)
class _Plain:
    """A move that consists of its verb alone."""

    verb: ClassVar[str]

    def __str__(self) -> str:
        return self.verb


@dataclass(frozen=True, slots=True)
class Allow(_Plain):
    """The move that allows the clue being asked, which is then given (V20)."""

    verb = "allow"


@dataclass(frozen=True, slots=True)
class Refuse(_Plain):
    """The move that refuses the clue being asked; its spymaster gives or asks another (V20)."""

    verb = "refuse"


@dataclass(frozen=True, slots=True)
class Challenge(_Plain):
    """The move that calls a clue invalid before its first guess: a turn lost in Versus (V21), a token in Duet (D17)."""

    verb = "challenge"


@dataclass(frozen=True, slots=True)
class Decline(_Plain):
    """The move that forgoes covering a card after an invalid clue (V21)."""

    verb = "decline"


@dataclass(frozen=True, slots=True)
class Stop(_Plain):
    """The move that ends the guessing, and with it the turn (V8, D11)."""

    verb = "stop"


@dataclass(frozen=True, slots=True)
class Timeout(_Plain):
    """The move by which the seat `clock` ends a phase whose time has run out (T2, T3)."""

    verb = "timeout"


@dataclass(frozen=True, slots=True)
class Resign(_Plain):
    """The move that forfeits the game for the seat's side (L1)."""

    verb = "resign"


@dataclass(frozen=True, slots=True)
class Void(_Plain):
    """The move that ends the game without a result (V23). The caller makes sure that everybody agrees."""

    verb = "void"


Move = Clue | Ask | Guess | Cover | Allow | Refuse | Challenge | Decline | Stop | Timeout | Resign | Void
_WORDS: Final[dict[str, type[Clue] | type[Ask]]] = {"clue": Clue, "ask": Ask}
_TOUCHES: Final[dict[str, type[Guess] | type[Cover]]] = {"guess": Guess, "cover": Cover}
_PLAIN: Final[dict[str, Move]] = {
    move.verb: move for move in (Allow(), Refuse(), Challenge(), Decline(), Stop(), Timeout(), Resign(), Void())
}


def parse(text: str) -> Move:
    """Return the move for a line of notation, such as `clue tree 2`.

    Raises IllegalMove for any other text: `unknown-move`, or the code for its word, number or card.
    """
    if len(text) > _LONGEST_TEXT:
        raise IllegalMove("unknown-move")
    verb, _, rest = text.partition(" ")
    if verb in _WORDS:
        move: Move = _parse_words(_WORDS[verb], rest)
    elif verb in _TOUCHES:
        move = _TOUCHES[verb](_card(rest))
    elif verb in _PLAIN:
        move = _PLAIN[verb]
    else:
        raise IllegalMove("unknown-move")
    if str(move) != text:
        raise IllegalMove("unknown-move")
    return move


def _parse_words(kind: type[Clue] | type[Ask], rest: str) -> Clue | Ask:
    shape = _CLUE.fullmatch(rest)
    if not shape:
        raise IllegalMove("unknown-move")
    quoted, bare, number, cards = shape.groups()
    return kind.make(bare or quoted, number, cards.split(",") if cards else ())


def _card(text: str) -> int:
    if not _CARD.fullmatch(text):
        raise IllegalMove("no-such-card")
    return int(text)
