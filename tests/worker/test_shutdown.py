"""Signals: the first one counts."""

import os
import signal

import pytest

from tests import fork_server
from tests.processes import ROOT

HEARS = """
import signal, sys
from app.worker import shutdown

signal.signal(signal.SIGHUP, signal.SIG_IGN if sys.argv[1:] == ["nohup"] else signal.SIG_DFL)
ends = []
shutdown.on_stop_signal(lambda: ends.append(1))
for number in map(int, sys.stdin.read().split()):
    signal.raise_signal(number)
print(len(ends))
"""

AT_ANY_POINT = """
import itertools, signal, sys
from app.worker import shutdown


def interrupted(point):
    # whether the handling of a signal has so many points: a second one comes at this one
    ends, points = [], itertools.count()

    def trace(frame, event, arg):
        if next(points) == point:
            signal.raise_signal(signal.SIGTERM)
        return trace

    shutdown.on_stop_signal(lambda: ends.append(1))
    sys.settrace(trace)
    signal.raise_signal(signal.SIGINT)
    sys.settrace(None)
    assert len(ends) == 1, (point, ends)
    return next(points) > point


print(sum(1 for _ in itertools.takewhile(interrupted, itertools.count())))
"""


@pytest.mark.parametrize(
    ("numbers", "way", "ends"),
    [
        ([signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGHUP], "", 1),
        ([signal.SIGHUP], "", 1),
        ([signal.SIGHUP, signal.SIGHUP], "nohup", 0),
        ([signal.SIGHUP, signal.SIGTERM], "nohup", 1),
    ],
)
def test_the_end_is_asked_for_once(numbers: list[int], way: str, ends: int) -> None:
    given = " ".join(str(int(number)) for number in numbers)
    done = fork_server.server().run(["-c", HEARS, way], ROOT, os.environ, given.encode())
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{ends}\n".encode(), b"")


def test_a_second_signal_may_come_at_any_point_of_the_first_ones_handling() -> None:
    done = fork_server.server().run(["-c", AT_ANY_POINT], ROOT, os.environ, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert int(done.stdout) > 5
