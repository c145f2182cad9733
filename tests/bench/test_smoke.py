"""The bench itself runs, in tiny size, and fills its table."""

import re
import subprocess
import sys

from tests.bench.run import PHASES
from tests.processes import ROOT

TINY = ("--players", "16", "--scale", "0.01", "--slower", "1")  # Chromium is slowed by a loop, which burns CPU
TOLD = 3000  # characters of what it says before it fails
PATIENCE = 600  # seconds; some fifty where nothing else runs


def test_it_fills_the_table() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", *TINY],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-TOLD:]
    assert [phase for phase in PHASES if f"\n{phase}, " not in "\n" + done.stderr] == []
    rows = [line for line in done.stdout.splitlines() if line.startswith("| ")]
    assert len(rows) > 30
    for row in rows[1:]:
        assert re.match(r"\| .+ \| (.*\d.*|∞) \| .*\|", row), row
    assert "(0 refused, 0 polls lost)" in done.stdout
