"""Tables at which a deadline does different things, at a day a phase."""

from tests.games.board.test_marks import mark
from tests.games.clock.deadline_steps import miss
from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, Table, lay


def duet(a, b, clock="own 86400", **options) -> Table:
    """A Duet before its first clue."""
    return lay("duet", {"a": a, "b": b}, {"keys": DUET_KEYS}, clock=clock, **options)


def guessing(a, b) -> Table:
    """A Duet of some moves, in which A guesses, with a day in store."""
    table = duet(a, b, "own 86400+86400")
    table.must("a", f"clue {CLUE} 3")
    table.must("b", "guess 0", "guess 1", "stop", f"clue {CLUE} 2")
    table.must("a", "guess 9")
    return table


def clueing(a, b) -> Table:
    """A Duet in which B has met a bystander and is to give a clue."""
    table = duet(a, b)
    table.must("a", f"clue {CLUE} 3")
    table.must("b", "guess 0", "guess 10")
    return table


def voting(a, b, c, d) -> Table:
    """A classic game in which a card is marked, and the deadline touches it."""
    people = {"red-spymaster": a, "red-operative": b, "blue-spymaster": c, "blue-operative": d}
    options = {"clock": "own 86400", "late_touch": True}
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY}, **options)
    table.must("red-spymaster", f"clue {CLUE} 2")
    mark(table, b, 4)
    return table


def missing(a, b) -> Table:
    """A Duet that stalls with the next phase that B misses (T4)."""
    table = duet(a, b)
    table.must("a", f"clue {CLUE} 1")
    miss(table)
    miss(table)
    table.must("a", f"clue {CLUE} 1")
    return table


def stalled(a, b, **options) -> Table:
    """A Duet that has stalled, and ends where nobody chooses (T4)."""
    table = duet(a, b, **options)
    for _ in range(3):
        miss(table)
    return table
