"""The tutorial's table: one deal for all languages, and the words of each language for it.

The learner is side A. The positions that the texts mention have names here, since each language's words at them must
fit its clues.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.decks import DECKS, Deck

DEAL: Final = {
    "variant": "duet",
    "tokens": 9,
    "mistakes": 9,
    "house": [],
    "keys": {
        "a": ".gg.x" "g...g" ".g.g." "..xg." ".gxg.",
        "b": ".g.g." ".g..g" "..g.." "x.gg." "gxx.g",
    },
}  # fmt: skip
PARTNER_CLUE_CARDS: Final = (
    6,
    17,
)  # the cards of the partner's first clue; the second is an assassin on the learner's key
LEARNER_CLUE_CARDS: Final = (2, 13)  # the agents that the learner gives a clue for
TOUCHED_BYSTANDER: Final = 10  # the bystander that the partner touches next
PARTNER_ASSASSIN: Final = 21  # on the partner's key; an agent on the learner's


@dataclass(frozen=True)
class LessonWords:
    """The words of the table in one language, row by row, the partner's two clues, and two for the learner to try.

    `trap` is a form of a word on the table, which is refused; `example` is a clue that passes without advice.
    """

    language: str
    cards: Sequence[str]
    clues: tuple[str, str]
    trap: str
    example: str

    @property
    def deck(self) -> Deck:
        """The built-in deck of this language."""
        return DECKS[f"{self.language}-base"]


def _split_words(*rows: str) -> tuple[str, ...]:
    return tuple(" ".join(rows).split())


WORDS: Final[Mapping[str, LessonWords]] = {
    "en": LessonWords(
        "en",
        _split_words(
            "kitchen ruby trumpet glacier bishop",
            "truck clown elbow desert bamboo",
            "whistle comet barber harp pancake",
            "anchor volcano tent window mustard",
            "ferry turtle candle pirate snail",
        ),
        ("circus", "slow"),
        "trumpets",
        "music",
    ),
    "fr": LessonWords(
        "fr",
        _split_words(
            "citron volcan trompette papillon girafe",
            "pont clown sapin fenêtre moutarde",
            "sifflet dragon château violon bougie",
            "désert requin trapèze savon épée",
            "tomate tortue bonnet genou escargot",
        ),
        ("cirque", "lent"),
        "trompettes",
        "musique",
    ),
    "it": LessonWords(
        "it",
        _split_words(
            "vulcano giraffa tromba ponte neve",
            "castello pagliaccio drago squalo candela",
            "fischio sapone pomodoro flauto farfalla",
            "finestra deserto trapezio spada ginocchio",
            "ananas tartaruga ombrello coniglio chiocciola",
        ),
        ("circo", "lento"),
        "trombe",
        "musica",
    ),
}
