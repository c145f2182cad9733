"""The rules engine: pure functions and values, without I/O.

All randomness is in the deal; a game is its deal and its moves. Two players open a game of Duet:

>>> deal_ = {"variant": "duet", "tokens": 9, "mistakes": 9, "house": ["zero"],
...          "keys": {"a": "gggggggg.....gxxx........", "b": "ggg.....gggggxgx.x......."}}
>>> table = start(deal_)
>>> table.turn
('a', 'b')
>>> table = table.play("a", parse("clue tree 2"))
>>> sorted(table.may("b"))
['challenge', 'guess']
>>> table = table.play("b", parse("guess 7"))
>>> table.view("a").cards[7].face, table.view("b").left["team"]
('agent', 14)
>>> sorted(table.may("b"))
['guess', 'stop']
>>> table.play("a", parse("guess 3"))
Traceback (most recent call last):
app.rules.errors.IllegalMove: not-your-turn
>>> replay(deal_, [("a", "clue tree 2"), ("b", "guess 7")]) == table
True
>>> table.play("b", parse("guess 15")).outcome
Outcome(winner=None, reason='assassin')

A new deal is ``deal("duet", random.SystemRandom())``. Pages are rendered from ``table.view(seat)`` alone.
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
    Void,
    parse,
)
from app.rules.seats import CLOCK, SEATS, role_of, side_of
from app.rules.table import Table, replay, start
from app.rules.tokens import Tokens
from app.rules.variants import VARIANTS, Variant
from app.rules.views import CardView, View

__all__ = [
    "CLOCK", "CODES", "DUET_COUNTS", "INF", "SEATS", "VARIANTS", "VERSUS_COUNTS", "Allow", "Ask", "CardView",
    "Challenge", "Clue", "Cover", "Deal", "DealError", "Decline", "Guess", "Guessed", "IllegalMove", "Move", "Outcome",
    "Refuse", "Resign", "Stop", "Table", "Timeout", "Tokens", "Turn", "Variant", "View", "Void", "deal", "parse",
    "replay", "role_of", "side_of", "start",
]  # fmt: skip
