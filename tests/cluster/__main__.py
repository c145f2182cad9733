"""`python -m tests.cluster`: an evening on the cluster; it prints the account, or that it did not run."""

import argparse
import asyncio
import signal
import sys
import tempfile
from pathlib import Path

from tests.cluster.account import Account
from tests.cluster.deployment import NoMachines
from tests.cluster.run import names_of, run
from tests.growth import programs

NEEDED = ("etcd", "patroni", "haproxy", "pgbouncer")


def main() -> None:
    """Run, print the account, and end with 1 if anything was lost, doubled or different, or the site stood still."""
    given = _arguments()
    if missing := [name for name in NEEDED if not programs.find(name)]:
        _not_run(f"no {', '.join(missing)}")
    with tempfile.TemporaryDirectory(prefix="dead-drop-cluster-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as somebody else
        try:
            account = asyncio.run(_one(Path(folder), given))
        except NoMachines:
            _not_run("no network namespaces can be made here")
    print(account, flush=True)  # noqa: T201
    sys.exit(bool(account.failures))


def _not_run(why: str) -> None:
    print(f"NOT RUN: {why}", flush=True)  # noqa: T201
    sys.exit(0)


async def _one(folder: Path, given: argparse.Namespace) -> Account:
    """Run once; asked to end, it ends what it has started."""
    this = asyncio.current_task()
    assert this is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    return await run(folder, seed=given.seed, rounds=given.rounds, kinds=names_of(given.kind))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.cluster", description=__doc__)
    parser.add_argument("--rounds", type=int, default=1, help="times that each thing happens (1)")
    parser.add_argument("--kind", default="", help="only what has this in its name, such as `frozen`")
    parser.add_argument("--seed", type=int, default=1, help="of games and moves (1)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
