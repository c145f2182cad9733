"""The rules of play: pure, and all that the site knows of them.

>>> from random import Random
>>> table = start(deal("duet", Random(1)))
>>> table = table.play("a", parse("clue tree 2"))
>>> table.turn, sorted(table.may("b"))
(('b',), ['challenge', 'guess'])
"""

from app.rules.dealing import DUET_COUNTS, VERSUS_COUNTS, Deal, DealError, deal
from app.rules.errors import CODES, IllegalMove
from app.rules.log import Guessed, Outcome, Turn
from app.rules.moves import (
    INF,
    Allow,
    Ask,
    Challenge,
    Clue,
    Cover,
    Decline,
    Guess,
    Move,
    Refuse,
    Resign,
    Stop,
    Timeout,
    parse,
)
from app.rules.seats import CLOCK, SEATS, side_of
from app.rules.table import Table, replay, start
from app.rules.tokens import Tokens
from app.rules.variants import VARIANTS, Variant
from app.rules.views import CardView, View

__all__ = [
    "CLOCK", "CODES", "DUET_COUNTS", "INF", "SEATS", "VARIANTS", "VERSUS_COUNTS", "Allow", "Ask", "CardView",
    "Challenge", "Clue", "Cover", "Deal", "DealError", "Decline", "Guess", "Guessed", "IllegalMove", "Move", "Outcome",
    "Refuse", "Resign", "Stop", "Table", "Timeout", "Tokens", "Turn", "Variant", "View", "deal", "parse", "replay",
    "side_of", "start",
]  # fmt: skip
