"""Why a move is refused: short stable words, put into a language at the edge."""

from typing import Final, Literal, get_args

Code = Literal[
    "unknown-move",  # not a move's notation
    "unknown-seat",  # no such seat at this table
    "game-over",  # nothing is played after the end
    "not-your-role",  # this seat never does that in this game
    "not-your-turn",  # it does, but not now
    "no-such-card",  # not the number of a card on this table
    "already-revealed",  # the card is covered for good
    "already-marked",  # this side has met a bystander there (D8)
    "not-your-card",  # covering, or having in mind, a card that is not one's own
    "must-guess",  # one guess at least (V8, D11)
    "clue-empty",
    "clue-too-long",  # over 40 characters (C1)
    "clue-characters",  # characters that are no word's (C1)
    "clue-number",  # not 0 to 9 or unlimited
    "clue-cards",  # a card named twice in `for`
    "one-word",  # several words, without the house rule (C6, D33)
    "zero-not-allowed",  # without the house rule (V6, D30)
    "unlimited-not-allowed",  # without the house rule (V6), and always in Duet (D30)
    "nothing-asked",  # no clue is being shown to allow or refuse (V20)
    "cannot-challenge",  # not after the first guess, not one's own clue, not an allowed one, not twice (V20, V21, D17)
    "two-in-a-row",  # a third clue in a row (D32)
    "finished-side",  # all agents of this side are found: nothing to clue (D16)
    "no-more-clues",  # sudden death (D15)
    "nothing-to-find",  # sudden death: the other side's view has no agents left (D15)
]
CODES: Final[tuple[str, ...]] = get_args(Code)
"""Every code an IllegalMove can carry."""


class IllegalMove(Exception):
    """A move that the rules refuse; `code` is one of CODES. The table it was played on is unchanged."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code = code
