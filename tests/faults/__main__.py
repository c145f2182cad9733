"""`python -m tests.faults`: a run by hand; `--long` for more of everything, in rounds with seeds of their own."""

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.faults.ledger import Ledger
from tests.faults.run import run


def main() -> None:
    """Run, print the ledger, and end with 1 if anything was lost, doubled or different."""
    given = _arguments()
    deadline, seed, failed = time.monotonic() + 60 * given.minutes, given.seed, False
    while True:
        with tempfile.TemporaryDirectory(prefix="dead-drop-faults-") as folder:
            ledger = asyncio.run(_one(Path(folder), seed, given))
        print(ledger, flush=True)  # noqa: T201
        failed, seed = failed or bool(ledger.failures), seed + 1
        if time.monotonic() > deadline:
            sys.exit(failed)


async def _one(folder: Path, seed: int, given: argparse.Namespace) -> Ledger:
    """Run once; asked to end, it ends what it has started."""
    this = asyncio.current_task()
    assert this is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    return await run(folder, seed=seed, games=given.games, faults=given.faults, mount=not given.no_mount)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--long", action="store_true", help="2,000 games and 500 faults")
    parser.add_argument("--games", type=int, help="in a round (500)")
    parser.add_argument("--faults", type=int, help="in a round (110)")
    parser.add_argument("--minutes", type=float, help="after which no further round begins (0)")
    parser.add_argument("--seed", type=int, default=1, help="of games and moves (1)")
    parser.add_argument("--no-mount", action="store_true", help="do without a disk of its own that can be filled")
    given = parser.parse_args()
    games, faults, minutes = (2000, 500, 0) if given.long else (500, 110, 0)
    defaults = {"games": games, "faults": faults, "minutes": minutes}
    vars(given).update({name: value for name, value in defaults.items() if getattr(given, name) is None})
    return given


if __name__ == "__main__":
    main()
