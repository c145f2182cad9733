"""The requests whose cost is measured one by one, on a site with few games and on one with many."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from flask import Flask

from app.games.store.topics import game_topic
from app.live import topic_versions
from app.notifications import bell
from app.rules.seats import side_of
from tests.bench import bulk_games, requests, site
from tests.bench.people import PASSWORD, Person, forms, people
from tests.bench.site import Cluster, Server
from tests.bench.tables import EIGHT, Table, lay

FEW, MANY = 100, 100_000  # games in the database
OWN = 50  # games of one person
PAGE = "The page of a game"
FRAGMENT = "The fragment of a game that the process knows, for a page that has seen less"
COLD = "… of one that it does not know"
OLD = 0  # the beat of what has never changed, as every table here has
FRONT, SIGN_IN = f"The front page of somebody with {OWN} games", "Signing in"

KNOWN = 16  # readers of tables that are asked for again and again

Asked = Mapping[str, Iterator[bytes]]


@dataclass(frozen=True)
class Sites:
    """A site with few games and one with `many`, and what is asked of both: requests by what they ask for."""

    small: Server
    large: Server
    many: int
    asked: Asked


@contextmanager
def sites(cluster: Cluster, scale: float) -> Iterator[Sites]:
    """Keep both sites open, each with one process that answers."""
    many = max(FEW, int(MANY * scale))
    few_url = cluster.database("few")
    app = site.migrated(few_url)
    busy, others = people(app, len(EIGHT), "Busy"), people(app, len(EIGHT) * (FEW - OWN), "Other")
    tables = lay(app, [*busy * OWN, *others], [EIGHT])
    site.let_go(app)
    many_url = cluster.database("many", "few")
    bulk_games.fill(many_url, tables[-1].code, many - FEW, [person.id for person in busy])
    with site.site(few_url, WEB_WORKERS="1") as small, site.site(many_url, WEB_WORKERS="1") as large:
        yield Sites(small, large, many, _asked(app, busy, tables))


def _asked(app: Flask, busy: Sequence[Person], tables: Sequence[Table]) -> Asked:
    """Return the requests of each kind, without end: of one reader after the other, pages and fragments of others."""
    seats = [
        (f"/games/{table.code}", person, _tag(app, table, person, seat))
        for table in tables
        for person, seat in table.seats
    ]
    seats = [seats[place * 97 % len(seats)] for place in range(len(seats))]  # neighbours sit at different tables
    known, unknown = seats[:KNOWN], seats[KNOWN:]
    return {
        PAGE: _again(requests.page(path, one.cookies, one.address) for path, one, _ in known),
        FRAGMENT: _again(requests.poll(path, one.cookies, tag, one.address) for path, one, tag in known),
        COLD: _again(requests.poll(path, one.cookies, tag, one.address) for path, one, tag in unknown),
        FRONT: _again(requests.page("/", one.cookies, one.address) for one in busy),
        SIGN_IN: _again(_sign_in(app, person) for _, person, _ in seats),
    }


def _tag(app: Flask, table: Table, person: Person, seat: str) -> str:
    """Return the tag of a page that has seen another state of this table."""
    with app.app_context():
        topics = [game_topic(table.code), game_topic(table.code, side_of(seat)), *bell.bell_topics(person.id)]
        return topic_versions.write_tag(f"{person.id}.{seat}", dict.fromkeys(topics, OLD))


def _again(each: Iterable[bytes]) -> Iterator[bytes]:
    return itertools.cycle(list(each))


def _sign_in(app: Flask, person: Person) -> bytes:
    cookie, token = forms(app)
    fields = {"csrf_token": token, "name": person.name, "password": PASSWORD}
    return requests.form("/login", cookie, fields, person.address)
