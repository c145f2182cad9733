"""Which tests are slow, and the order of all: those that take longest come first."""

from collections.abc import Iterator
from itertools import groupby, islice

import pytest

SHARING = (  # one worker's, for what takes long to make is made once for all of them: every form of the site
    "tests/security/test_long_fields.py",
    "tests/security/test_redirects.py",
    "tests/security/test_access_table.py",
    "tests/security/test_field_coverage.py",
)
SLOW = (  # the folders and files that only `make test-all` runs, the longest first
    "tests/faults/test_faults.py",
    "tests/bench/",
    "tests/browser/site/test_every_page.py",
    "tests/browser/",
    "tests/games/clock/test_sweep.py",
    "tests/games/clock/test_worker_away.py",
    "tests/games/secrecy/test_secrets.py",
    "tests/games/page/test_parts.py::test_many",
    "tests/security/test_secrets_everywhere.py",
    *SHARING,
    "tests/security/test_fuzz.py",
    "tests/games/secrecy/test_secrets_sent.py",
    "tests/notifications/test_histories.py",
    "tests/notifications/test_nine_days.py",
    "tests/delivery/test_concurrency.py",
    "tests/delivery/test_kill.py",
    "tests/api/test_whole_games.py",
    "tests/security/test_api_long_texts.py",
    "tests/security/test_api_names.py",
    "tests/security/test_api_odd_values.py",
    "tests/computer/test_self_play.py",
    "tests/computer/test_memory.py",
    "tests/puzzles/test_boards.py::test_a_second_reader_solves_them",
    "tests/rules/test_difficulty.py",
    "tests/rules/test_secrecy.py",
    "tests/rules/test_tokens_exhaustive.py",
    "tests/rules/test_whole_games.py",
    "tests/decks/test_sounds.py::test_the_lexicon_of_a_language_has_its_common_words",
    "tests/decks/test_sounds.py::test_there_is_little_noise",
    "tests/long_poll/test_frozen.py",
    "tests/long_poll/test_outage.py",
    "tests/long_poll/test_shutdown.py",
    "tests/long_poll/test_traced_polls.py",
    "tests/worker/test_shutdown.py",
    "tests/growth/",
    "tests/upgrade/",
    "tests/run/",
    "tests/backup/",
    "tests/deploy/",
    "tests/faults/",
    "tests/screenshots/",
)
NOT_SLOW = (
    "tests/browser/game/test_duet.py::test_a_win",
    "tests/run/test_schema.py",
    "tests/run/test_config.py",
    "tests/upgrade/test_expand_only.py",
)
FIRST = (*SLOW, "tests/security/", "tests/decks/")  # in this order, then all others


def mark_slow(items: list[pytest.Item]) -> None:
    """Mark the tests that only `make test-all` runs."""
    for item in items:
        if item.nodeid.startswith(SLOW) and not item.nodeid.startswith(NOT_SLOW):
            item.add_marker("slow")


def ordered(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the tests so that each worker begins with a share of the longest, and none is left alone with one.

    To begin with, pytest-xdist gives each worker as many tests, in the order of the list. A file's tests stay together,
    and so do those of the files that share what they make.
    """
    first = sorted((item for item in items if _position(item) < len(FIRST)), key=_position)
    files = [list(tests) for _, tests in groupby(first, key=_group)]
    rest = iter([item for item in items if _position(item) == len(FIRST)])
    dealt = [[item for file in files[worker::workers] for item in file] for worker in range(workers)]
    return [
        item
        for share, size in zip(dealt, _sizes(len(items), workers), strict=True)
        for item in _filled(share, size, rest)
    ]


def _position(item: pytest.Item) -> int:
    """Return the place in FIRST of the folder or file of a test."""
    return next((place for place, path in enumerate(FIRST) if item.nodeid.startswith(path)), len(FIRST))


def _group(item: pytest.Item) -> object:
    """Return what is equal for the tests that one worker runs."""
    return SHARING if item.nodeid.startswith(SHARING) else (_position(item), item.path)


def _sizes(count: int, workers: int) -> Iterator[int]:
    """Yield how many tests each worker is given to begin with."""
    for left in range(workers, 0, -1):
        yield count // left
        count -= count // left


def _filled(share: list[pytest.Item], size: int, rest: Iterator[pytest.Item]) -> list[pytest.Item]:
    """Return the tests of a worker, with as many of the rest as fit."""
    return [*share, *islice(rest, max(0, size - len(share)))]
