"""`python -m tests.containers`: run docker-compose.yml in an engine, and end with 1 if anything is not as it should."""

import argparse
import asyncio
import signal
import sys
import tempfile
from pathlib import Path

from tests.containers.engine import NAMES, Failed, NotRun, find_engine
from tests.containers.project import nameless, remove, remove_images
from tests.containers.run import Run


def main() -> None:
    """Run, and print the account."""
    given = _arguments()
    try:
        with tempfile.TemporaryDirectory(prefix="dead-drop-containers-") as folder:
            run = Run(find_engine(*given.engine), Path(folder), given.seed)
            asyncio.run(_one(run, given.keep))
    except NotRun as reason:
        print(f"not run: {reason}")  # noqa: T201
        return
    print(run.ledger)  # noqa: T201
    sys.exit(bool(run.ledger.failures))


async def _one(run: Run, keep: bool) -> None:
    """Run once; asked to end, or when something fails, remove what was started."""
    this = asyncio.current_task()
    assert this is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    before = nameless(run.engine)
    try:
        await asyncio.to_thread(run.prepare)
        await run.play()
    except (Failed, TimeoutError, ExceptionGroup) as error:
        run.ledger.wrong.append(f"the run broke off: {error!r}")
    finally:
        remove(run.engine)
        if not keep:
            remove_images(run.engine, before)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.containers", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of games and moves (1)")
    parser.add_argument("--engine", nargs=1, choices=NAMES, default=(), help="which of them (whichever there is)")
    parser.add_argument("--keep", action="store_true", help="keep the images, with which the next run begins sooner")
    return parser.parse_args()


if __name__ == "__main__":
    main()
