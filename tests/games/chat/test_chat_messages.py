"""GET /games/<code>/talk, …/deletions and …/mutes: one's own lines are deleted, others' hidden, for oneself alone."""

import pytest
from sqlalchemy import select

from app.db import db
from app.games.store.models import ChatMessage
from tests.games.clock.clocked_games import text_of
from tests.games.tables import lay


def say(table, person, text) -> int:
    """Say a line; return its number."""
    assert person.post(f"/games/{table.code}/talk", text=text).status_code == 303
    with table.app.app_context():
        return db.session.scalars(select(ChatMessage.id).order_by(ChatMessage.id.desc())).first()


def lines(person, table, what, **fields):
    """Send one of the forms of the page of lines."""
    return person.post(f"/games/{table.code}/talk/{what}", **fields)


def test_the_page_has_the_lines_of_ones_own_side(ann, bob, dan, zed, classic):
    say(classic, bob, "surely the third one")
    assert "surely the third one" in ann.get(f"/games/{classic.code}/talk").text
    assert "surely the third one" not in dan.get(f"/games/{classic.code}/talk").text
    assert zed.get(f"/games/{classic.code}/talk").status_code == 404


def test_ones_own_line_is_deleted_for_all(ann, bob, classic):
    line, tag = say(classic, bob, "surely"), ann.fragment(f"/games/{classic.code}").headers["HX-PTag"]
    assert lines(bob, classic, "deletions", line=line).status_code == 303
    assert "surely" not in classic.see("red-spymaster")
    assert ann.fragment(f"/games/{classic.code}", tag).status_code == 200


@pytest.mark.parametrize("number", ["", "x", "0", "9" * 19])
def test_a_line_that_is_none(bob, classic, number):
    assert lines(bob, classic, "deletions", line=number).status_code == 422


def test_nobody_deletes_the_lines_of_others(ann, bob, duet, classic):
    line = say(classic, bob, "surely")
    assert lines(ann, classic, "deletions", line=line).status_code == 422
    assert lines(bob, duet, "deletions", line=line).status_code == 422
    assert "surely" in classic.see("red-spymaster")


def test_what_somebody_says_is_hidden_from_one_reader_alone(ann, bob, classic):
    say(classic, bob, "surely")
    say(classic, ann, "let me think")
    assert lines(ann, classic, "mutes", user=bob.user.id, muted="1").status_code == 303
    page = text_of(classic.see("red-spymaster"))
    assert "surely" not in page
    assert "Some messages are hidden" in page
    assert "let me think" in page
    assert "surely" in classic.see("red-operative")
    assert "Chat messages from Bob" in ann.get("/notices/settings").text
    assert lines(ann, classic, "mutes", user=bob.user.id).status_code == 303
    assert "surely" in classic.see("red-spymaster")


def test_it_holds_at_every_table(ann, bob, classic):
    lines(ann, classic, "mutes", user=bob.user.id, muted="1")
    other = lay("classic", classic.people)
    say(other, bob, "surely")
    assert "surely" not in other.see("red-spymaster")


def test_whoever_is_blocked_is_not_heard(ann, bob, classic):
    tag = ann.fragment(f"/games/{classic.code}").headers["HX-PTag"]
    say(classic, bob, "surely")
    ann.post("/people/blocks", user=bob.user.id, blocked="1")
    shown = ann.fragment(f"/games/{classic.code}", tag)
    assert (shown.status_code, "surely" in shown.text) == (200, False)
    assert "blocked: you do not see their messages" in text_of(ann.get(f"/games/{classic.code}/talk"))
    ann.post("/people/blocks", user=bob.user.id)
    assert "surely" in classic.see("red-spymaster")


def test_only_others_at_the_table_are_hidden(bob, zed, classic):
    assert lines(bob, classic, "mutes", user=bob.user.id, muted="1").status_code == 422
    assert lines(bob, classic, "mutes", user=zed.user.id, muted="1").status_code == 422
    assert lines(zed, classic, "mutes", user=bob.user.id, muted="1").status_code == 404
