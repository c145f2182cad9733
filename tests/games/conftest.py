"""Tables for the cast: Ann and Bob are red, Cat and Dan blue; and a team."""

from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy import select

from app.db import db
from app.games.table.read_receipts import ReadReceipts
from app.live.topic_versions import TopicVersion
from app.teams.models import Team
from tests import caches
from tests.games import bulk_games
from tests.games.clock.clocked_games import OWN, duet_at, stall
from tests.games.tables import CLASSIC_KEY, DUET_KEYS, Table, lay
from tests.teams import founded


class Hearing:
    """What a process hears: all there is, or for as long as it is `deaf`, what it heard before."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.deaf = False
        self.known: dict[str, int] = {}

    def __call__(self, topics) -> tuple[int, ...]:
        if not self.deaf:
            with db.engine.connect() as connection:
                rows = connection.execute(
                    select(TopicVersion.topic, TopicVersion.beat).where(TopicVersion.topic.in_(topics))
                )
                self.known |= dict.fromkeys(topics, 0) | {row.topic: row.beat for row in rows}
        return tuple(self.known.get(topic, 0) for topic in topics)

    def listen(self) -> None:
        """Know all that there is, and hear nothing of what comes."""
        with self.app.app_context():
            self.known = {beat.topic: beat.beat for beat in db.session.scalars(select(TopicVersion))}
        self.deaf = True


@pytest.fixture
def hearing(app: Flask) -> Iterator[Hearing]:
    """Let the site recall what it has read, as one that holds polls does."""
    app.extensions |= {"known_versions": (hearing := Hearing(app)), "watching": ReadReceipts()}
    yield hearing
    caches.drop(app)


@pytest.fixture
def classic(ann, bob, cat, dan) -> Table:
    """A classic game in which red starts: cards 0-8 are red, 9-16 blue, 17-23 bystanders, 24 the assassin."""
    people = {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
    return lay("classic", people, {"first": "red", "key": CLASSIC_KEY})


@pytest.fixture
def duet(ann, bob) -> Table:
    """A Duet of Ann on side A and Bob on side B, with the keys of DUET_KEYS."""
    return lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS})


@pytest.fixture
def stalled(ann, bob) -> Table:
    """A Duet at two days a phase, in which Bob has missed three phases in a row: he has to guess."""
    return stall(duet_at(OWN, ann, bob))


@pytest.fixture
def team(app, ann, bob, cat) -> Team:
    """The Night Owls: Ann, Bob and Cat."""
    with app.app_context():
        team = founded(ann.user.id, "Night Owls", bob.user.id, cat.user.id)
        assert team.current_sheet.number == 1
    return team


@pytest.fixture
def pool(app) -> Iterator[list[int]]:
    """The ids of a thousand people, who may play very many games."""
    yield bulk_games.people(app, 1_000)
    bulk_games.empty(app)
