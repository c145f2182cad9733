"""Who polls is known by the very headers that the site has seen, and only for as long as they count."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from time import monotonic

import pytest
from flask import current_app
from sqlalchemy import select

from app.accounts.auth import session_store
from app.accounts.models import FOREVER, BrowserSession, User
from app.db import db
from app.long_poll import known_answers
from tests.long_poll.polled_table import PolledTable
from tests.visitor import Visitor


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


def test_memory_is_bounded(play, monkeypatch) -> None:
    monkeypatch.setattr(known_answers, "ANSWERS_KEPT", 2)

    async def does(polled: PolledTable) -> None:
        answers = polled.harness.polls._known_answers
        answers._maxsize = 2
        await polled.meet(*polled.people)
        for _ in range(2):
            assert not [name for name in ("Dan", "Eve") if (await polled.poll(name)).by_site]
            await polled.change()
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
