"""How long play stood still, reckoned from when people tried and when moves were acknowledged."""

import pytest

from tests.faults.history import Request
from tests.faults.ledger import Ledger
from tests.faults.standstill import find_standstills, longest


def spans(*sent: tuple[float, float, str]) -> list[tuple[float, float]]:
    """Those of moves that were asked for, answered and answered how."""
    return list(find_standstills([Request(0, "a", "stop", heard, *when) for *when, heard in sent], "done"))


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        ([(1, 2, "done"), (4, 8, "done")], [(1, 2), (4, 8)]),  # between the two nobody tried
        ([(1, 2, "done"), (1, 2.1, "refused"), (4, 8, "done")], [(1, 2), (2, 2.1), (4, 8)]),
        ([(1, 9, "done"), (0, 2, "done")], [(0, 2), (2, 9)]),  # somebody waited all the time
        ([(0, 1, "done"), (2, 3, "again"), (4, 5, "unknown"), (6, 8, "done")], [(0, 1), (1, 8)]),
        ([(0, 1, "done"), (2, 3, "again"), (4, 6, "refused")], [(0, 1), (1, 6)]),  # nobody got through any more
        ([(0, 1, "done"), (0, 1, "done")], [(0, 1)]),
        ([], []),
    ],
)
def test_a_standstill_lasts_as_long_as_people_try_and_no_move_is_acknowledged(sent, found):
    assert spans(*sent) == found


def test_the_ledger_tells_the_longest():
    ledger = Ledger(seed=1, standstills=spans((1, 2, "done"), (4, 8.25, "done")))
    assert longest(ledger.standstills) == 4.25
    assert "\nlongest stand-still 4.2 s\n" in str(ledger)
    assert longest([]) == 0
