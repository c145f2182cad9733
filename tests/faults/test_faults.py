"""Games while one thing after another goes wrong: nothing is lost, nothing doubled, and every game is its log.

`make faults` plays more games, through more faults; `.ci/run` plays those instead.
"""

import asyncio
from pathlib import Path

from tests.faults.run import run

SEED, GAMES, FAULTS = 1, 60, 20


def test_nothing_is_lost_and_nothing_doubled(tmp_path: Path, record_property) -> None:
    ledger = asyncio.run(run(tmp_path, seed=SEED, games=GAMES, faults=FAULTS))
    record_property("ledger", str(ledger))
    assert ledger.failures == []
