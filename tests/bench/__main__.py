"""`python -m tests.bench`: measure, and print the table."""

import argparse
import resource
import sys
from contextlib import ExitStack

import uvloop

from app.worker import shutdown
from tests.bench import machine, site
from tests.bench.bench import Bench
from tests.bench.people import people
from tests.bench.report import table
from tests.bench.run import PHASES, Run
from tests.bench.tables import DUET, EIGHT, FOUR, MIXED, lay

BUSY = (EIGHT, FOUR, DUET)  # so many people at each of the tables where all play
SHOWN = ("classic", "pictures", "classic")  # the variants of tables for visitors


def main() -> None:
    """Do what the command line says; a SIGTERM ends the servers too."""
    arguments = _arguments()
    shutdown.on_stop_signal(sys.exit)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"Commit {machine.commit()}; {machine.load()}, shared with what plays the players.\n", flush=True)
    with ExitStack() as stack:
        cluster = stack.enter_context(site.cluster())
        url = cluster.database("bench")
        app = site.migrated(url)
        crowd, visitors = people(app, arguments.players, "Player"), people(app, len(EIGHT), "Visitor")
        tables, count = lay(app, crowd, MIXED), len(crowd) // len(EIGHT)
        busy = {len(seats): lay(app, crowd[: count * len(seats)], [seats]) for seats in BUSY}
        shown = [table for variant in SHOWN for table in lay(app, visitors, [EIGHT], variant)]
        (watched,) = lay(app, people(app, len(EIGHT), "Watched"), [EIGHT])
        site.let_go(app)
        server = stack.enter_context(site.site(url))
        bench = Bench(cluster, server, url, tables, busy, shown, watched, arguments.scale, arguments.slower)
        rows = uvloop.run(Run(bench, arguments.only.split(",")).all())
    print(table(rows))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="How fast the site is.")
    parser.add_argument("--only", default=",".join(PHASES), help="some phases: %(default)s")
    parser.add_argument("--players", type=int, default=2000, help="how many (%(default)s), four at a table on average")
    parser.add_argument("--scale", type=float, default=1.0, help="how long to look, as a share of the usual time")
    parser.add_argument("--slower", type=int, default=4, help="how many times slower a browser's CPU is (%(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
