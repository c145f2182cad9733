"""What is told once a game is over: every table of it again, as each seat saw it, and with everything open."""

from itertools import accumulate

from hypothesis import given, settings
from hypothesis import strategies as st
from rules_random import deals, random_move

from app.rules import VARIANTS, parse, replay, start

SETTINGS = settings(max_examples=40, deadline=None, derandomize=True, database=None)


def played(dealt, rng):
    """The tables of a random game to its end, or to 60 moves, and its moves."""
    tables, log = [start(dealt)], []
    while not tables[-1].outcome and len(log) < 60:
        log.append(random_move(tables[-1], rng))
        tables.append(tables[-1].play(log[-1][0], parse(log[-1][1])))
    return tables, log


def letters(deal):
    """What lies under each card, as everybody is told at the end."""
    return (
        [*deal["key"]] if "key" in deal else [a + b for a, b in zip(deal["keys"]["a"], deal["keys"]["b"], strict=True)]
    )


@SETTINGS
@given(deals(), st.randoms(use_true_random=False))
def test_every_seat_sees_again_what_it_saw(dealt, rng):
    """Games of every variant: the moves up to any moment make the table that was there, for all who looked at it."""
    tables, log = played(dealt, rng)
    for number, table in enumerate(tables):
        again = replay(dealt, log[:number])
        assert again == table
        for seat in (None, *VARIANTS[table.variant].seats):
            assert again.view(seat) == table.view(seat)


@SETTINGS
@given(deals(), st.randoms(use_true_random=False))
def test_everything_is_open_in_hindsight(dealt, rng):
    """V15, D18: at any moment the whole key and what clues were meant for; everything else is as watchers saw it."""
    tables, log = played(dealt, rng)
    clues = list(
        accumulate([parse(text) for _, text in log], lambda last, move: getattr(move, "cards", last), initial=())
    )
    for table, meant in zip(tables, clues, strict=True):
        seen, watched = table.hindsight(), table.view(None)
        assert [card.key for card in seen.cards] == letters(dealt)
        assert [card.face for card in seen.cards] == [card.face for card in watched.cards]
        assert [card.verbs for card in seen.cards] == [frozenset()] * len(seen.cards)
        assert (seen.turn, seen.left, seen.outcome) == (watched.turn, watched.left, watched.outcome)
        assert seen.turns == table.turns
        assert table.phase != "guess" or seen.turns[-1].clue.cards == meant
        assert (seen.asked is not None) == (table.phase == "consult")
    assert not table.outcome or seen == table.view(None)
