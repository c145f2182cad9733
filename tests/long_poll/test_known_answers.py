"""Polls that are answered on the event loop: the same bytes as the site's, and only for whom they are meant."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from datetime import UTC, datetime
from time import monotonic
from typing import Any

import pytest
from flask import Flask, current_app
from sqlalchemy import event, select, update

from app.accounts.auth import session_store
from app.accounts.models import FOREVER, BrowserSession, User
from app.db import db
from app.games.store.models import ChatMessage, Mark, Player
from app.games.table.read_receipts import ReadReceipts
from app.long_poll import known_answers
from app.notifications import notices
from app.observability.metrics import counters
from tests.games.tables import CLASSIC_KEY, CLUE, lay
from tests.long_poll.harness import Harness
from tests.long_poll.polled_table import CLIENT, PolledTable, begin_session
from tests.visitor import Visitor

SEATS = ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")
Play = Callable[[PolledTable], Coroutine[Any, Any, None]]


@pytest.fixture
def play(app: Flask, ann, bob, cat, dan, new_visitor) -> Callable[[Play], None]:
    """Let something happen at the polled."""
    eve = new_visitor("Eve")
    with app.test_request_context():  # sessions of their own, as after signing in
        for each in (bob, eve):
            begin_session(each)
    table = lay(
        "classic", dict(zip(SEATS, (ann, [bob, eve], cat, dan), strict=True)), {"first": "red", "key": CLASSIC_KEY}
    )
    people = {each.name: each for each in (ann, bob, cat, dan, eve)}
    table.must("red-spymaster", f"clue {CLUE} 2")

    async def run(does: Play) -> None:
        async with asyncio.timeout(120):
            harness = Harness(app)
            app.extensions |= {"known_versions": harness.beats.versions_of, "watching": ReadReceipts()}
            async with harness.runs():
                await does(PolledTable(harness, table, people))

    return lambda does: asyncio.run(run(does))


def person(visitor: Visitor) -> User:
    """Return somebody's row."""
    assert visitor.user
    return db.session.get_one(User, visitor.user.id)


def set_columns(**columns: object) -> Callable[[Visitor], None]:
    """Return an action that changes somebody's account."""

    def change(visitor: Visitor) -> None:
        for name, value in columns.items():
            setattr(person(visitor), name, value)

    return change


def sign_in_again(visitor: Visitor) -> None:
    """Sign in by the same browser, which ends its session before."""
    number = db.session.scalar(select(BrowserSession.id).where(BrowserSession.user_id == person(visitor).id))
    with current_app.test_request_context():
        session_store.create_session(person(visitor).id, number)


def sign_out(visitor: Visitor) -> None:
    """Delete the sessions of somebody, as signing out does with one."""
    for number in db.session.scalars(select(BrowserSession.id).where(BrowserSession.user_id == person(visitor).id)):
        session_store.delete_session(person(visitor).id, number)


ENDINGS: Mapping[str, Callable[[Visitor], None]] = {
    "signed out": sign_out,
    "signed in anew": sign_in_again,
    "signed out everywhere, as by a new password": set_columns(epoch=7),
    "suspended": set_columns(suspended_until=FOREVER),
    "deleted": set_columns(deleted_at=datetime(2026, 1, 1, tzinfo=UTC)),
}
OTHERS = {
    "another language": {"accept_language": "fr"},
    "another cookie": {"cookie": "session=forged"},
    "no cookie": {"cookie": ""},
    "no proof of origin": {"sec_fetch_site": ""},
    "another encoding": {"accept_encoding": "identity"},
    "another host": {"host": "127.0.0.1"},
}


def test_the_second_reader_at_a_seat_is_answered_without_the_site_or_sql(play, app) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        first = await polled.poll("Bob")
        with app.app_context():
            engine, sent = db.engine, list[str]()
        event.listen(engine, "before_cursor_execute", note := lambda *about: sent.append(about[2]))
        second = await polled.poll("Eve")
        event.remove(engine, "before_cursor_execute", note)
        assert (first.by_site, second.by_site, sent) == (True, False, [])
        assert (first.status, first.body) == (second.status, second.body)
        own = {"hx-ptag", "x-request-id"}
        assert [each for each in first.headers.items() if each[0] not in own] == [
            each for each in second.headers.items() if each[0] not in {*own, "poll-after"}
        ] + [("poll-after", "0")]
        assert all(first.headers[name] != second.headers[name] for name in own)

    play(does)


def test_its_tag_is_true(play) -> None:
    """So that the next poll waits, and is not answered at once."""

    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        await polled.poll("Bob")
        assert not (await polled.poll("Eve")).by_site
        waiting = asyncio.create_task(polled.poll("Eve"))
        await polled.harness.held(1)
        await polled.change()
        assert (await waiting).status == 200

    play(does)


def test_two_at_once_ask_the_site_once(play) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        before = polled.asked
        one, two = await asyncio.gather(polled.poll("Bob"), polled.poll("Eve"))
        assert one.body == two.body
        assert polled.asked == before + 1

    play(does)


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
def test_whose_session_has_ended_is_not_answered_from_memory(play, ending) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        await polled.change(lambda: ending(polled.people["Eve"]))
        seen = await polled.poll("Bob")
        refused = await polled.poll("Eve")
        assert refused.by_site
        assert ('class="mark"' in seen.body, 'class="mark"' in refused.body) == (True, False)

    play(does)


@pytest.mark.parametrize("headers", OTHERS.values(), ids=OTHERS)
def test_other_headers_are_for_the_site(play, headers) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        await polled.poll("Bob")
        assert (await polled.poll("Eve", **headers)).by_site

    play(does)


def test_without_a_proof_of_origin_there_are_a_tag_and_tokens_in_it(play) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        plain = await polled.poll("Eve", sec_fetch_site="")
        assert f'hx-ptag="{plain.headers["hx-ptag"]}"' in plain.body
        assert 'name="csrf_token" value=""' not in plain.body

    play(does)


def test_no_seat_gets_what_another_sees(play) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet(*polled.people)
        first = {name: (await polled.poll(name)).body for name in polled.people}
        assert len({*first.values()}) == 4
        assert first["Bob"] == first["Eve"]
        assert [name for name in first if "data-key" in first[name]] == ["Ann", "Cat"]

    play(does)


def test_the_seat_is_the_one_of_now(play) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve", "Dan")
        post_line = ChatMessage(
            game_id=polled.table.game.id, side="red", user_id=person_id(polled, "Bob"), text="the moon"
        )
        await polled.change(lambda: db.session.add(post_line))
        assert "the moon" in (await polled.poll("Bob")).body
        moved = update(Player).where(Player.user_id == person_id(polled, "Eve")).values(seat="blue-operative")
        await polled.change(lambda: db.session.execute(moved))
        assert "the moon" in (await polled.poll("Bob")).body
        assert "the moon" not in (await polled.poll("Dan")).body
        assert "the moon" not in (await polled.poll("Eve")).body

    play(does)


def test_ones_own_mark_is_ones_own(play) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        mark = Mark(game_id=polled.table.game.id, user_id=person_id(polled, "Bob"), card=3)
        await polled.change(lambda: db.session.add(mark))
        bob, eve = await polled.poll("Bob"), await polled.poll("Eve")
        assert eve.by_site
        assert ('aria-pressed="true"' in bob.body, 'aria-pressed="true"' in eve.body) == (True, False)

    play(does)


def test_a_new_notice_is_shown(play) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        eve = person_id(polled, "Eve")
        await polled.change(lambda: notices.create_news([eve], "game:elsewhere", "game-over", "/", {}))
        bob, told = await polled.poll("Bob"), await polled.poll("Eve")
        assert told.by_site
        assert bob.body != told.body

    play(does)


def test_what_it_sends_is_logged_and_counted(play, caplog) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        await polled.poll("Bob")
        before = answered()
        with caplog.at_level(logging.INFO, "app.http.request_logging"):
            answer = await polled.poll("Eve")
        assert not answer.by_site
        [record] = [each for each in caplog.records if hasattr(each, "endpoint")]
        assert (record.endpoint, record.method, record.status, record.address) == ("games.game", "GET", 200, CLIENT)
        assert answered() == before + 1

    play(does)


def answered() -> int:
    """How many tables have been sent."""
    return sum(dict(counters.endpoint_numbers()).get("games.game", [0])[: counters.LIMITED_OFFSET])


def test_that_it_was_seen_is_noted(play) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        await asyncio.to_thread(polled.table.must, "red-operative", "guess 0")
        await polled.change()
        await polled.poll("Bob")
        assert not (await polled.poll("Eve")).by_site
        receipts = polled.harness.app.extensions["watching"]
        assert receipts.unsaved_version(polled.table.game.id, person_id(polled, "Eve")) == 2

    play(does)


def test_memory_is_bounded(play, monkeypatch) -> None:
    monkeypatch.setattr(known_answers, "ANSWERS_KEPT", 2)

    async def does(polled: PolledTable) -> None:
        answers = polled.harness.polls._known_answers
        answers._room = 2
        await polled.meet(*polled.people)
        assert (len(answers._identities), len(answers._answers)) == (2, 2)

    play(does)


def test_who_has_long_not_been_identified_is_identified_anew(play, monkeypatch) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        await polled.poll("Bob")
        later = monotonic() + known_answers.IDENTITY_SECONDS
        monkeypatch.setattr(known_answers, "monotonic", lambda: later)
        assert (await polled.poll("Eve")).by_site

    play(does)


def test_an_ended_game_is_for_the_site(play) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        await asyncio.to_thread(polled.table.must, "red-operative", "guess 24")
        await polled.change()
        assert (await polled.poll("Bob")).by_site
        assert (await polled.poll("Eve")).by_site

    play(does)


def person_id(polled: PolledTable, name: str) -> int:
    """Return somebody's id."""
    user = polled.people[name].user
    assert user
    return user.id
