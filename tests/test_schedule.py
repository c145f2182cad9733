"""The order of the tests: each is run once, each worker begins with long ones, and files stay together."""

import pytest

from tests import schedule

LONG = ["tests/bench/test_smoke.py", "tests/browser/test_a.py", "tests/browser/test_b.py", "tests/growth/test_c.py"]
QUICK = ["tests/games/test_d.py", "tests/lobbies/test_e.py"]


class Item:
    """What of a test decides about its place."""

    def __init__(self, path: str, number: int) -> None:
        self.path = path
        self.nodeid = f"{path}::test_{number}"


def collected(each: int) -> list[Item]:
    return [Item(path, number) for path in sorted([*LONG, *QUICK]) for number in range(each)]


@pytest.mark.parametrize("workers", [1, 2, 3, 4, 9])
@pytest.mark.parametrize("each", [0, 1, 2, 7])
def test_each_test_is_run_once(workers: int, each: int) -> None:
    items = collected(each)
    ordered = schedule.ordered(items, workers)
    assert sorted(item.nodeid for item in ordered) == sorted(item.nodeid for item in items)


def test_each_worker_begins_with_a_long_file() -> None:
    ordered = [item.nodeid for item in schedule.ordered(collected(3), 3)]
    begins = [ordered[place] for place in (0, 6, 12)]  # each is given a third
    assert begins == [f"{path}::test_0" for path in LONG[:3]]
    assert [place.split("::")[0] for place in ordered[:6]] == [LONG[0]] * 3 + [LONG[3]] * 3


def test_files_that_share_what_they_make_are_one_worker_s() -> None:
    items = [Item(path, 0) for path in [*LONG, *schedule.SHARING]]
    ordered = [item.path for item in schedule.ordered(items, 2)]
    first = ordered.index(schedule.SHARING[0])
    assert ordered[first : first + len(schedule.SHARING)] == list(schedule.SHARING)


def test_alone_the_longest_come_first() -> None:
    ordered = schedule.ordered(collected(1), 1)
    assert [item.path for item in ordered] == [*LONG, *QUICK]
