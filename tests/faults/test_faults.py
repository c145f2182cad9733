"""Many games while one thing after another goes wrong: nothing is lost, nothing doubled, and every game is its log."""

import asyncio
import secrets
from pathlib import Path

from tests.faults.faults import KINDS
from tests.faults.run import run

GAMES, FAULTS = 500, 110


def test_nothing_is_lost_and_nothing_doubled(tmp_path: Path, record_property) -> None:
    ledger = asyncio.run(run(tmp_path, seed=secrets.randbelow(1_000_000), games=GAMES, faults=FAULTS))
    record_property("ledger", str(ledger))
    assert ledger.failures == []
    assert ledger.games.total() == GAMES
    assert set(ledger.games) == {"classic", "pictures", "duet", "duet-pictures"}
    assert ledger.faults.total() == FAULTS
    assert set(ledger.faults) == set(KINDS)
