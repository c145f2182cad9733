"""What a run of the tests took: the share of set-up, and the CPU of each folder."""

import os
from collections import Counter
from collections.abc import Iterator

from pytest import TestReport  # noqa: PT013

from tests import fork_server

MOST = 12  # folders that are named


class CPUClock:
    """Tells the seconds of CPU since it was last asked: of this process, and of the ended processes that it started."""

    def __init__(self) -> None:
        self._last = self._now()

    def lap(self) -> float:
        """Return the seconds, and begin anew."""
        before, self._last = self._last, self._now()
        return self._last - before

    @staticmethod
    def _now() -> float:
        return sum(os.times()[:4]) + fork_server.cpu()


def lines(reports: list[TestReport]) -> Iterator[str]:
    """Say in a line each how much of the time went into set-up, and how much CPU each folder took."""
    whole = sum(report.duration for report in reports)
    if not whole:
        return
    setup = sum(report.duration for report in reports if report.when == "setup")
    yield f"set-up: {setup:.0f} s of {whole:.0f} s ({setup / whole:.0%})"
    taken = Counter[str]()
    for report in reports:
        taken[report.nodeid.split("::")[0].split("/")[1]] += getattr(report, "cpu", 0)
    most = ", ".join(f"{folder} {seconds:.0f}" for folder, seconds in taken.most_common(MOST))
    yield f"CPU: {taken.total():.0f} s, the databases' not counted ({most})"
