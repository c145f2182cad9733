"""The codes with which the rules refuse a move: short and stable; the caller words them."""

from typing import Final, Literal, get_args

Code = Literal[
    "unknown-move",  # not a move's notation
    "unknown-seat",  # no such seat at this table
    "game-over",  # no moves after the end
    "not-your-role",  # this seat can never do that in this game
    "not-your-turn",  # it can, but not now
    "no-such-card",  # no card has this number
    "already-revealed",  # the card is covered
    "already-marked",  # this side has touched a bystander there (D8)
    "not-your-card",  # a card to cover or intend is not the side's own
    "must-guess",  # at least one guess is required (V8, D11)
    "clue-empty",
    "clue-too-long",  # over 40 characters (C1)
    "clue-characters",  # characters that no word has (C1)
    "clue-number",  # not 0 to 9 or unlimited
    "clue-cards",  # a card named twice in `for`
    "one-word",  # several words without the house rule (C6, D33)
    "zero-not-allowed",  # requires a house rule (V6, D30)
    "unlimited-not-allowed",  # requires a house rule (V6); never in Duet (D30)
    "nothing-asked",  # no clue to allow or refuse (V20)
    "cannot-challenge",  # after a guess, own or allowed clue, or second time (V20, V21, D17)
    "two-in-a-row",  # a third clue in a row (D32)
    "finished-side",  # all agents of this side are found (D16)
    "no-more-clues",  # sudden death (D15)
    "nothing-to-find",  # sudden death: the other side's key has no agents left (D15)
]
CODES: Final[tuple[str, ...]] = get_args(Code)
"""Every code an IllegalMove can carry."""


class IllegalMove(Exception):
    """Raised for a move that the rules refuse; `code`, one of CODES, says why."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code = code
