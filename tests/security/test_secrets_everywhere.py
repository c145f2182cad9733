"""No page of the site tells what its reader may not know: equal bytes from two sites that differ in nothing else.

Every address of table.py is asked for, as a page and as a part of one, and so is every form that is refused; so a new
page is covered by its row. The way in which the hidden part of a game is exchanged is that of games/test_secrets.py.

Sizes are among the headers. As to time: an answer's time can tell only of work that depends on what is hidden. None is
measured here, where other tests run beside; instead the statements that an answer sends to the database must be the
same, and tests/rules/test_secrecy.py has pages depend on nothing but a seat's view.
"""

import difflib
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from sqlalchemy import select, update

from app import rules
from app.accounts.models import User
from app.custom_decks.models import CustomDeck, DeckVersion
from app.db import db
from app.games.store.models import ChatMessage, Game, Note
from app.live.topic_versions import TAG_HEADER
from app.teams.loading import team_or_404
from app.teams.models import Team
from tests.games.secrecy.test_secrets import TOKEN, advance, headers, other_truth, store
from tests.games.tables import lay
from tests.security import api_table
from tests.security.rollback import rolled_back
from tests.security.route_probe import RouteProbe
from tests.security.table import ROWS, Row
from tests.statements import recorded_statements

SEATED = {  # who sits where, by the variant's game
    "versus": ("spymaster", "operative", "blue-spymaster", "blue-operative"),
    "duet": ("a", "b"),
}
READERS = {  # whose answers are compared; each seat's at the table itself are in games/test_secrets.py
    "classic": ("operative", "blue-spymaster", "stranger"),
    "pictures": ("operative",),
    "duet": ("a", "b", "member"),
    "duet-pictures": ("b",),
}
SHOWN = 20  # lines of a difference, which may be a whole page
Answer = list[str]  # line by line
Asked = list[tuple[Row, bool, dict[str, str]]]  # by htmx or not, and with which fields in place of the row's own
STRIPS = [Row("GET", "/games/<classic>", (), form) for form in ("since=0", "since=0&until=2")]
COUNTING = "/metrics"  # for who looks after the site: it says how many asked for what, and so differs each time
ALL = [*ROWS, *api_table.ROWS]
PAGES = list({row.pattern: row for row in ALL if row.method == "GET" and row.pattern != COUNTING}.values())
FORMS = [row for row in ALL if row.method == "POST"]
AT_THE_TABLE = [row for row in FORMS if row.pattern.startswith(("/games/", "/api/games/"))]
# who has these may know what they lead to
BEARER = ("<invite>", "<call>", "<agree>", "<confirm>", "<reset>", "<login>", "<stop>")


def pages(but: Sequence[str] = ()) -> Asked:
    """Every page, and what has happened at a table."""
    asked = [(row, False) for row in PAGES] + [(row, True) for row in STRIPS]
    return [(row, htmx, {}) for row, htmx in asked if not any(place in row.pattern for place in but)]


def polls(asked: Asked, answers: Sequence[Answer]) -> Asked:
    """Of the pages that poll, the part that does."""
    whole = [(row, lines) for (row, htmx, _), lines in zip(asked, answers, strict=True) if row in PAGES and not htmx]
    return [(row, True, {}) for row, lines in whole if any(line.startswith(f"('{TAG_HEADER}'") for line in lines)]


def forms(whole: bool) -> Asked:
    """The forms of a table as they may be sent, and these, or all there are, with nothing in them."""
    empty = [(row, False, {"nothing": ""}) for row in FORMS if whole or row in AT_THE_TABLE]
    return [(row, True, {}) for row in AT_THE_TABLE] + empty


def differences(
    probe: RouteProbe, kind: str, asked: Asked, other: Callable[[], AbstractContextManager[None]]
) -> list[str]:
    """What a visitor is told otherwise in the other world."""
    asked = distinct(probe, asked)
    before = [told(probe, kind, *what) for what in asked]
    parts = polls(asked, before)
    before += [told(probe, kind, *what) for what in parts]
    with other():
        after = [told(probe, kind, *what) for what in [*asked, *parts]]
    pairs = zip([*asked, *parts], before, after, strict=True)
    return [line for what, one, two in pairs if one != two for line in _shown(what, one, two)]


def distinct(probe: RouteProbe, asked: Asked) -> Asked:
    """Each request once, where rows differ in nothing but a form that is not sent, or lead to the same table."""
    address = probe.sample.address
    by_request = {
        (row.method, address(row.pattern), str(fields) if fields else address(row.form), htmx): (row, htmx, fields)
        for row, htmx, fields in asked
    }
    return list(by_request.values())


def _shown(what: Any, before: Answer, after: Answer) -> list[str]:
    lines = difflib.unified_diff(before, after, n=0, lineterm="")
    return [f"{what[0]} htmx={what[1]} {what[2]}", *islice(lines, SHOWN)]


def told(probe: RouteProbe, kind: str, row: Row, htmx: bool, fields: dict[str, str]) -> Answer:
    """What a visitor is told by one answer: its headers and lines, and the statements that it took."""
    with recorded_statements(probe.connection) as statements:
        answer = probe.send(row, kind, htmx, **fields)
    if row.method == "POST" and answer.status_code < 400:
        return [answer.status]  # what is done may tell, and has codes of its own
    assert "Content-Length" in answer.headers
    text = answer.data.decode(errors="backslashreplace")  # a picture is none
    return [answer.status, *map(str, headers(answer)), *TOKEN.sub("", text).splitlines(), *statements]


def laid(probe: RouteProbe, variant: str) -> tuple[RouteProbe, object]:
    """A table of a variant, whose code stands in the addresses of all tables; a Duet is an attempt of the team."""
    sample = probe.sample
    kinds = SEATED[rules.VARIANTS[variant].game]
    people = {seat: sample.visitor(kind) for seat, kind in zip(rules.VARIANTS[variant].seats, kinds, strict=True)}
    options = {"clock": "own 172800"}
    if "duet" in variant:
        with sample.app.app_context():
            team = team_or_404(sample.places["team"], sample.people["member"].id)
            options |= {"sheet_id": team.current_sheet.id, "city": "prague"}
    table = lay(variant, people, **options)
    places = sample.places | {"classic": table.code, "duet": table.code}
    return replace(probe, sample=replace(sample, places=places)), table


@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_equal_bytes_for_games_that_differ_in_the_hidden_part(probe, variant):
    """V3, V20, D1, D18"""
    rng = random.Random(variant)
    with rolled_back(probe.connection):
        for number, kind in enumerate(READERS[variant]):
            assert any(compared(rng, probe, variant, kind, whole=number == 0) for _ in range(20))


def compared(rng: random.Random, probe: RouteProbe, variant: str, kind: str, whole: bool) -> bool:
    """Play a little, then compare what a reader is told of this game and of one that they cannot tell from it."""
    here, table = laid(probe, variant)
    for _ in range(rng.randint(1, 6)):
        advance(rng, table)
    seat = next((seat for seat, person in table.people.items() if person.name == kind), None)
    real, moves = table.game.deal, [(row.seat, row.text) for row in table.rows]
    other = None if table.game.finished_at else other_truth(rng, real, moves, seat)
    if other is None:
        return False

    @contextmanager
    def otherwise() -> Iterator[None]:
        with rolled_back(probe.connection):
            store(table, *other)
            yield

    asked = pages() + forms(whole)
    assert differences(here, kind, asked, otherwise) == [], f"{kind} can tell {real} from {other}"
    return True


def test_the_comparison_would_see_a_leak(probe):
    """The key reaches who may see it: a spymaster is told otherwise by the page, by its parts and by refusals."""

    @contextmanager
    def otherwise() -> Iterator[None]:
        with rolled_back(probe.connection):
            table.change(deal={**table.game.deal, "key": table.game.deal["key"][::-1]})
            yield

    with rolled_back(probe.connection):
        here, table = laid(probe, "classic")
        asked = [(row, True, {}) for row in [*PAGES, *AT_THE_TABLE] if "classic" in row.pattern or row.pattern == "/"]
        lines = differences(here, "spymaster", asked, otherwise)
    assert [line for line in lines if line.startswith("GET  /games/<classic>")] != []
    assert [line for line in lines if line.startswith("POST /games/<classic>/seats")] != []
    assert [line for line in lines if line.startswith("GET  / ")] == []


SECRETS = {  # what is kept from others, by who may know it
    "deck": ("host",),
    "team": ("member",),
    "pad": ("b",),
    "talk": ("a",),
    "address": ("host",),
}


@pytest.mark.parametrize("kind", ["nobody", "stranger", "b", "operative"])
def test_equal_bytes_whatever_others_keep_to_themselves(probe, kind):
    """Private decks, teams and their logs, pads, another seat's talk, addresses."""
    kept = [name for name, known in SECRETS.items() if kind not in known]

    @contextmanager
    def otherwise() -> Iterator[None]:
        with rolled_back(probe.connection):
            keep(probe, kept, "petunia with a longer name")
            yield

    with rolled_back(probe.connection):
        keep(probe, kept, "walrus")
        assert differences(probe, kind, pages(but=BEARER), otherwise) == []


def keep(probe: RouteProbe, names: list[str], word: str) -> None:
    """Write a word, and nothing else, wherever these secrets are kept."""
    sample = probe.sample
    ids = {kind: person.id for kind, person in sample.people.items() if person}
    game = select(Game.id).where(Game.code == sample.places["duet"]).scalar_subquery()
    deck = select(CustomDeck.id).where(CustomDeck.code == sample.places["deck"]).scalar_subquery()
    writing = {
        "deck": update(DeckVersion).where(DeckVersion.deck_id == deck).values(name=word, lines=[[word]] * 60),
        "team": update(Team).where(Team.code == sample.places["team"]).values(name=word),
        "pad": update(Note).where(Note.game_id == game, Note.user_id == ids["b"]).values(text=word, dots={"3": "teal"}),
        "talk": update(ChatMessage).where(ChatMessage.game_id == game, ChatMessage.side == "a").values(text=word),
        "address": update(User).where(User.id == ids["host"]).values(email=f"{word[:7]}@example.org"),
    }
    with sample.app.app_context():
        for name in names:
            assert db.session.execute(writing[name]).rowcount == 1, name
        db.session.commit()
