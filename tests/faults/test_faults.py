"""Games while one thing after another goes wrong: nothing is lost, nothing doubled, and every game is its log.

`make faults` plays more games, through more faults.
"""

import asyncio
from pathlib import Path

from tests.faults.faults import KINDS
from tests.faults.run import run

SEED, GAMES, FAULTS = 1, 60, 20


def test_nothing_is_lost_and_nothing_doubled(tmp_path: Path, record_property) -> None:
    ledger = asyncio.run(run(tmp_path, seed=SEED, games=GAMES, faults=FAULTS))
    record_property("ledger", str(ledger))
    assert ledger.failures == []
    assert ledger.games.total() == GAMES
    assert set(ledger.games) == {"classic", "pictures", "duet", "duet-pictures"}
    assert ledger.faults.total() == FAULTS
    assert set(ledger.faults) == set(KINDS)
