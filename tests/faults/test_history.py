"""The checker of histories finds moves that took effect before they were sent, late, or in another order."""

from dataclasses import replace

import pytest

from tests.faults.history import Reading, Request, find_violations

LOG = [(1, "a", "clue tree 2"), (2, "b", "guess 7"), (3, "b", "stop")]
SENT = [
    Request(0, "a", "clue tree 2", "unknown", 0.0, 1.0),
    Request(0, "a", "clue tree 2", "done", 1.5, 2.0),
    Request(1, "b", "guess 7", "done", 1.0, 3.0),
    Request(1, "b", "guess 8", "refused", 1.0, 2.5),
    Request(2, "b", "stop", "unknown", 3.0, 4.0),
]
READ = [Reading(1, 2.2, 2.3), Reading(2, 3.1, 3.2), Reading(3, 5.0, 5.1)]


def find(requests=SENT, readings=READ):
    return [each.split(":")[0] for each in find_violations(LOG, requests, readings, {"done", "refused"})]


def test_a_history_in_order_is_linear():
    assert find() == []


@pytest.mark.parametrize(
    ("readings", "found"),
    [
        ([Reading(1, 2.6, 2.7)], "2 b guess 7"),  # by then somebody had been told that the table had moved on
        ([Reading(2, 0.1, 0.2)], "2 b guess 7"),  # shown before it was sent
        ([Reading(3, 3.1, 3.2), Reading(2, 3.3, 3.4)], "3 b stop"),  # seen, and gone again
    ],
)
def test_an_old_or_an_early_table_is_found(readings, found):
    assert find(readings=readings) == [found]


def test_moves_that_took_effect_in_another_order_are_found():
    late = [replace(each, asked=9.0, answered=9.5) if each.seen == 0 else each for each in SENT]
    assert find(late, []) == ["2 b guess 7"]


def test_a_move_that_nobody_sent_is_found():
    assert find([each for each in SENT if each.seen != 2], []) == []
    assert find([each for each in SENT if each.seen != 2]) == ["3 b stop"]
