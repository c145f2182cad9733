"""`python -m tests.bench.profile page|fragment|move|front`: where the time of one answer goes, function by function."""

import argparse
import cProfile
import itertools
import pstats
import sys
import time
from collections.abc import Callable, Iterator

from flask import Flask
from sqlalchemy import select
from werkzeug.test import Client

from app.db import db
from app.games.table.read_receipts import ReadReceipts
from app.live.topic_versions import TopicVersion
from app.worker import shutdown
from tests.bench import site
from tests.bench.people import Person, people
from tests.bench.requests import HOST
from tests.bench.tables import EIGHT, PLAYED, Table, lay, move_fields

WARM, ROUNDS, LINES = 160, 200, 40
HTMX = {"HX-Request": "true"}

Ask = Callable[[], int]


def main() -> None:
    """Ask some times in this process, then show what took the longest."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.profile")
    parser.add_argument("what", choices=["page", "fragment", "move", "front"])
    parser.add_argument("--sort", default="cumulative", choices=["cumulative", "tottime"])
    arguments = parser.parse_args()
    shutdown.on_stop_signal(sys.exit)
    with site.cluster() as cluster:
        app = site.migrated(cluster.database("profile"))
        asked = _asked(app, lay(app, people(app, 80, "Player"), [EIGHT]))[arguments.what]
        _hear(app)
        for ask in itertools.islice(asked, WARM):
            ask()
        with cProfile.Profile(time.process_time) as profile:  # other processes must not count
            statuses = {ask() for ask in itertools.islice(asked, ROUNDS)}
        site.let_go(app)
    print(f"{ROUNDS} answers, of status {statuses}; seconds of CPU")
    pstats.Stats(profile).sort_stats(arguments.sort).print_stats(LINES)


def _hear(app: Flask) -> None:
    """Let the site know the beats, as a process does that holds polls: it recalls what it has read."""
    with app.app_context():
        known = {beat.topic: beat.beat for beat in db.session.scalars(select(TopicVersion))}
        db.session.remove()
    app.extensions |= {
        "known_versions": lambda topics: tuple(known.get(each, 0) for each in topics),
        "watching": ReadReceipts(),
    }


def _asked(app: Flask, tables: list[Table]) -> dict[str, Iterator[Ask]]:
    """Return what may be asked, without end: of the seats of all tables in turn."""
    seats = [(f"/games/{table.code}", person) for table in tables for person, _ in table.seats]
    return {
        "page": (_get(app, path, one) for path, one in itertools.cycle(seats)),
        "fragment": (_get(app, path, one, **HTMX) for path, one in itertools.cycle(seats)),
        "front": (_get(app, "/", one) for _, one in itertools.cycle(seats)),
        "move": (ask for table in tables for ask in _moves(app, table)),
    }


def _get(app: Flask, path: str, person: Person, **headers: str) -> Ask:
    return lambda: (
        Client(app, use_cookies=False)
        .get(path, headers=headers | _headers(person), base_url=f"https://{HOST}")
        .status_code
    )


def _moves(app: Flask, table: Table) -> Iterator[Ask]:
    path = f"/games/{table.code}/moves"
    for seen, (seat, text) in enumerate(table.script[PLAYED:], PLAYED):
        person = next(one for one, holds in table.seats if holds == seat)
        form = move_fields(person, seen, text)
        yield lambda form=form, person=person: (  # type: ignore[misc]
            Client(app, use_cookies=False)
            .post(path, data=form, headers=HTMX | _headers(person), base_url=f"https://{HOST}")
            .status_code
        )


def _headers(person: Person) -> dict[str, str]:
    return {"Cookie": person.cookies}


if __name__ == "__main__":
    main()
