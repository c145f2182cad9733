"""Polls that are answered without the site: as it would answer them, and only for whom the answers are meant."""

import asyncio
import logging
import re
from collections.abc import Mapping

from sqlalchemy import update

from app.db import db
from app.games.chat import notes
from app.games.store.models import ChatMessage, Mark, Player
from app.games.web import known_pages
from app.long_poll import known_answers
from app.notifications import notices
from app.notifications.turn_notices import TURN
from app.observability.metrics import counters
from tests.long_poll.polled_table import CLIENT, PolledTable
from tests.statements import recorded_statements

OWN = {"hx-ptag", "x-request-id"}
PLACES = {"Ann": ("en", "Asia/Tokyo"), "Cat": ("fr", "America/New_York"), "Dan": ("it", "Europe/Rome")}


def test_the_second_reader_at_a_seat_is_answered_without_sql(play, app) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        first = await polled.poll("Bob")
        with recorded_statements(app) as sent:
            second = await polled.poll("Eve")
        assert (first.by_site, second.by_site, sent) == (False, False, [])
        assert (first.status, first.body) == (second.status, second.body)
        assert shared(first.headers) == shared(second.headers)
        assert all(first.headers[name] != second.headers[name] for name in OWN)

    play(does)


def test_it_is_what_the_site_would_answer(play) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Ann", "Eve")
        answers = {name: await polled.poll(name) for name in ("Ann", "Eve")}
        polled.harness.polls._known_answers._identities.clear()
        for name, answer in answers.items():
            tag, polled.tags[name] = polled.tags[name], ""
            by_site = await polled.poll(name)
            assert (answer.by_site, by_site.by_site) == (False, True)
            assert by_site.headers["hx-ptag"] == tag
            assert f'hx-ptag="{tag}"' in by_site.body
            assert answer.body == by_site.body.replace(f'hx-ptag="{tag}"', 'hx-ptag=""')
            assert shared(answer.headers) == shared(by_site.headers)

    play(does)


def test_each_has_it_in_their_own_language_and_time_zone(play) -> None:
    async def does(polled: PolledTable) -> None:
        sent = {name: headers_of(polled, name, *place) for name, place in PLACES.items()}
        for _ in range(2):
            for name, headers in sent.items():
                await polled.poll(name, **headers)
            await polled.change()
        answers = await asyncio.gather(*(polled.poll(name, **headers) for name, headers in sent.items()))
        polled.harness.polls._known_answers._identities.clear()
        for (name, headers), answer in zip(sent.items(), answers, strict=True):
            tag, polled.tags[name] = polled.tags[name], ""
            by_site = await polled.poll(name, **headers)
            assert (answer.by_site, by_site.by_site) == (False, True)
            assert answer.body == by_site.body.replace(f'hx-ptag="{tag}"', 'hx-ptag=""')
        assert len({time for answer in answers for time in re.findall(r"\d\d:\d\d\b", answer.body)}) == len(PLACES)

    play(does)


def headers_of(polled: PolledTable, name: str, language: str, timezone: str) -> dict[str, str]:
    """Return the headers of a browser there."""
    cookie = polled.people[name].client.get_cookie("session")
    assert cookie
    return {"accept_language": language, "cookie": f"session={cookie.value}; timezone={timezone}"}


def shared(headers: Mapping[str, str]) -> Mapping[str, str]:
    """Return the headers that are the same for all, but for the length of the body, in which a tag may be."""
    return {name: value for name, value in headers.items() if name not in {*OWN, "content-length"}}


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


def test_for_all_at_once_the_game_and_the_readers_are_loaded_by_a_statement_each(play, app) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet(*polled.people)
        people = [polled.user_id(name) for name in polled.people]
        await polled.change(lambda: notices.create_news(people, "game:elsewhere", "game-over", "/", {}))
        with recorded_statements(app) as sent:
            answers = await asyncio.gather(*map(polled.poll, polled.people))
        assert [answer.by_site for answer in answers] == [False] * 5
        assert [("FROM games" in each, "AS bell" in each) for each in sent] == [(True, False), (False, True)]

    play(does)


def test_on_a_seat_it_is_rendered_once_and_what_is_a_readers_alone_is_filled_in(play) -> None:
    async def does(polled: PolledTable) -> None:
        bob, eve = polled.user_id("Bob"), polled.user_id("Eve")
        await polled.change(lambda: notes.save_pad(polled.table.code, bob, "a thought of my own"))
        await polled.change(lambda: notices.create_news([eve], "game:elsewhere", TURN, "/", {}))
        await polled.meet("Bob", "Eve")
        rendered = counters.total(counters.TABLES_RENDERED)
        for_bob, for_eve = await asyncio.gather(polled.poll("Bob"), polled.poll("Eve"))
        assert (for_bob.by_site, for_eve.by_site) == (False, False)
        assert counters.total(counters.TABLES_RENDERED) == rendered + 1
        assert ["a thought of my own" in each.body for each in (for_bob, for_eve)] == [True, False]
        assert ['id="next"' in each.body for each in (for_bob, for_eve)] == [False, True]

    play(does)


def test_while_the_database_is_silent_the_site_says_so(play, app, monkeypatch) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob")
        monkeypatch.setattr(known_pages, "load_readers", fail)
        monkeypatch.setattr(known_answers.log, "warning", lambda *_, **__: told.append(1))
        await polled.change(lambda: notices.create_news([polled.user_id("Bob")], "game:x", "game-over", "/", {}))
        assert (await polled.poll("Bob")).by_site

    def fail(*_: object) -> None:
        raise TimeoutError

    told: list[int] = []
    play(does)
    assert told == [1]


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
            game_id=polled.table.game.id, side="red", user_id=polled.user_id("Bob"), text="the moon"
        )
        await polled.change(lambda: db.session.add(post_line))
        assert "the moon" in (await polled.poll("Bob")).body
        moved = update(Player).where(Player.user_id == polled.user_id("Eve")).values(seat="blue-operative")
        await polled.change(lambda: db.session.execute(moved))
        assert "the moon" in (await polled.poll("Bob")).body
        assert "the moon" not in (await polled.poll("Dan")).body
        assert "the moon" not in (await polled.poll("Eve")).body

    play(does)


def test_ones_own_mark_is_ones_own(play) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        mark = Mark(game_id=polled.table.game.id, user_id=polled.user_id("Bob"), card=3)
        await polled.change(lambda: db.session.add(mark))
        bob, eve = await polled.poll("Bob"), await polled.poll("Eve")
        assert ('aria-pressed="true"' in bob.body, 'aria-pressed="true"' in eve.body) == (True, False)

    play(does)


def test_a_new_notice_is_shown(play) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        eve = polled.user_id("Eve")
        await polled.change(lambda: notices.create_news([eve], "game:elsewhere", "game-over", "/", {}))
        bob, told = await polled.poll("Bob"), await polled.poll("Eve")
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
        assert receipts.version_sent(polled.table.game.id, polled.user_id("Eve")) == 2

    play(does)


def test_an_ended_game_is_for_the_site(play) -> None:
    async def does(polled: PolledTable) -> None:
        await polled.meet("Bob", "Eve")
        await asyncio.to_thread(polled.table.must, "red-operative", "guess 24")
        await polled.change()
        assert (await polled.poll("Bob")).by_site
        assert (await polled.poll("Eve")).by_site

    play(does)
