"""What a process has read once it shows again to all who poll: the same bytes, and never older than what it heard."""

import re
from datetime import timedelta

import pytest

from app import rules
from app.db import db, now
from app.games.hooks import erasure
from app.games.store.snapshot_store import SnapshotStore
from app.games.table import loading
from app.games.table.read_receipts import save_receipts
from app.live.read_cache import ReadCache
from tests.games.bulk_games import counted
from tests.games.tables import CLUE, lay
from tests.statements import recorded_statements

HTMX = {"HX-Request": "true"}
TOKEN = re.compile(r'(?<=name="csrf_token" value=")[^"]+')


def poll(table, who) -> str:
    return TOKEN.sub("", who.fragment(f"/games/{table.code}").text)


def statements(table, who) -> list[str]:
    """What a poll asks the database for, besides what this test hears by."""
    with recorded_statements(table.app) as sent:
        poll(table, who)
    return [statement for statement in sent if not statement.startswith("SELECT beats.topic")]


@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_everyone_is_shown_the_same_bytes_as_without_it(app, ann, bob, cat, dan, zed, nobody, hearing, variant):
    """Above all nobody what another seat was shown before them."""
    people = dict(zip(rules.VARIANTS[variant].seats, (ann, bob, cat, dan), strict=False))
    table = lay(variant, people)
    readers = [*people.values(), zed, nobody]
    giver = table.game.turn[0]
    for move in (None, f"clue {CLUE} 2", "guess 3"):
        if move:
            turn = giver if move.startswith("clue") else table.game.turn[0]
            table.send(turn, move)
        ear = app.extensions.pop("known_versions")
        alone = [poll(table, who) for who in readers]
        app.extensions["known_versions"] = ear
        assert [poll(table, who) for who in readers] == alone
        assert [poll(table, who) for who in reversed(readers)] == alone[::-1]


def test_a_table_that_is_known_takes_no_statement(classic, ann, bob, cat, dan, hearing):
    for who in (ann, bob, cat, dan):
        poll(classic, who)
    hearing.listen()
    for who in (ann, bob, cat, dan):
        assert statements(classic, who) == []


def test_what_all_see_is_read_once_after_a_mark(classic, ann, bob, hearing):
    for who in (ann, bob):
        poll(classic, who)
    bob.post(f"/games/{classic.code}/marks", card=3)
    first, second = (statements(classic, who) for who in (bob, ann))
    assert any("FROM moves" in statement for statement in first)
    assert not any("FROM moves" in statement for statement in second)


def test_what_a_move_leads_to_need_not_be_read(classic, ann, bob, dan, hearing):
    for who in (ann, bob, dan):
        poll(classic, who)
    classic.send("red-spymaster", f"clue {CLUE} 2")
    for who in (ann, bob, dan):
        assert not any("FROM moves" in statement for statement in statements(classic, who))


def test_ones_own_deed_is_shown_before_it_was_heard_of(classic, ann, bob, hearing):
    poll(classic, ann)
    hearing.listen()
    answer = ann.post(f"/games/{classic.code}/moves", headers={"HX-Request": "true"}, move=f"clue {CLUE} 2", seen="0")
    assert f"<b>{CLUE}</b>" in answer.text
    assert f"<b>{CLUE}</b>" in classic.see("red-spymaster")
    assert f"<b>{CLUE}</b>" in classic.see("red-operative")


def test_what_a_mover_is_shown_need_not_be_read_for_the_others(classic, ann, bob, dan, hearing):
    for who in (ann, bob, dan):
        poll(classic, who)
    answer = ann.post(f"/games/{classic.code}/moves", headers=HTMX, move=f"clue {CLUE} 2", seen="0")
    assert f"<b>{CLUE}</b>" in answer.text
    assert not any("FROM moves" in statement for statement in statements(classic, dan))


def test_who_is_refused_is_shown_what_is_true_though_it_was_not_heard_of(classic, ann, bob, hearing):
    for who in (ann, bob):
        poll(classic, who)
    hearing.listen()
    classic.send("red-spymaster", f"clue {CLUE} 2")
    late = ann.post(f"/games/{classic.code}/moves", headers=HTMX, move=f"clue {CLUE} 3", seen="0")
    assert late.status_code == 409
    assert 'data-version="1"' in late.text


def test_a_line_and_a_mark_of_ones_side(classic, ann, bob, dan, hearing):
    """V13, V14: they have beats of their own, which the other side's pages do not depend on."""
    for who in (ann, bob, dan):
        poll(classic, who)
    bob.post(f"/games/{classic.code}/talk", text="the third")
    bob.post(f"/games/{classic.code}/marks", card=3)
    assert "the third" in poll(classic, ann)
    assert "marked by Bob" in poll(classic, ann)
    assert "the third" not in poll(classic, dan)


def test_marks_go_with_their_turn(classic, ann, bob, hearing):
    """V13: though they are read anew only when their side's beat says so."""
    classic.send("red-spymaster", f"clue {CLUE} 2")
    classic.send("red-operative", "guess 0")
    bob.post(f"/games/{classic.code}/marks", card=3)
    assert "marked by Bob" in poll(classic, bob)
    classic.send("red-operative", "stop")
    assert "marked by Bob" not in poll(classic, bob)


def test_what_somebody_wrote_goes_with_them(app, classic, ann, bob, hearing):
    bob.post(f"/games/{classic.code}/talk", text="the third")
    assert "the third" in poll(classic, ann)
    with app.app_context():
        erasure.erase_games_data(bob.user.id)
        db.session.commit()
    assert "the third" not in poll(classic, ann)


def test_what_is_ones_own_is_read_anew_when_it_changes(classic, bob, hearing):
    poll(classic, bob)
    bob.post(f"/games/{classic.code}/dots", card=4, colour="teal")
    assert "teal diamond</span>" in poll(classic, bob)
    bob.post(f"/games/{classic.code}/mute", muted=1)
    assert "Unmute this game" in poll(classic, bob) or "own" not in classic.game.clock
    bob.post("/language", language="fr")
    assert "Vous jouez" in poll(classic, bob) or "Agent" in poll(classic, bob)


def test_a_new_name_is_on_the_pages_at_once(app, classic, bob, dan, hearing):
    poll(classic, dan)
    with app.app_context():
        user = db.session.get(type(bob.user), bob.user.id)
        user.name = user.skeleton = "robert"
        db.session.commit()
    assert "robert" in poll(classic, dan)
    assert "robert" in classic.see("blue-operative")


def test_who_signs_out_everywhere_is_a_stranger_to_the_next_poll(classic, bob, hearing):
    poll(classic, bob)
    with classic.app.app_context():
        db.session.get(type(bob.user), bob.user.id).epoch += 1
        db.session.commit()
    assert "You are watching" in poll(classic, bob)


def test_watching_is_written_down_for_all_at_once(app, classic, ann, bob, dan, hearing):
    for who in (ann, bob, dan):
        classic_page = who.get(f"/games/{classic.code}")
        assert classic_page.status_code == 200
    classic.send("red-spymaster", f"clue {CLUE} 2")
    for who in (bob, dan):
        assert not any("UPDATE players" in statement for statement in statements(classic, who))
    with app.app_context(), counted() as sent:
        save_receipts()
        save_receipts()
    assert len([statement for statement in sent if "UPDATE players" in statement]) == 1
    looked = {player.user_id: player.looked for player in classic.game.players}
    assert looked[bob.user.id] == looked[dan.user.id] == 1


def test_what_was_watched_a_moment_ago_is_no_news(classic, ann, bob, dan, hearing):
    """Though it has not been written down yet."""
    dan.get(f"/games/{classic.code}")
    classic.send("red-spymaster", f"clue {CLUE} 2")
    poll(classic, dan)
    assert 'id="news"' not in classic.see("blue-operative")


def test_what_is_just_being_written_down_is_no_news_either(app, classic, ann, bob, dan, hearing):
    dan.get(f"/games/{classic.code}")
    classic.send("red-spymaster", f"clue {CLUE} 2")
    poll(classic, dan)
    assert list(app.extensions["watching"].take().values()) == [1]
    assert 'id="news"' not in classic.see("blue-operative")


def test_the_deadline_of_a_recalled_table_is_applied(ann, bob, hearing, monkeypatch):
    """T5: by whoever looks."""
    table = lay("duet", {"a": ann, "b": bob}, clock="live 60")
    table.send("a", f"clue {CLUE} 2")
    poll(table, bob)
    monkeypatch.setattr(loading, "now", lambda: now() + timedelta(minutes=2))
    assert 'data-version="2"' in poll(table, bob)
    assert table.moves[-1] == "timeout"


def test_snapshots_are_bounded(app, ann, bob):
    codes = [lay("duet", {"a": ann, "b": bob}).code for _ in range(3)]
    store = SnapshotStore(maxsize=2)
    with app.app_context():
        for code in codes:
            store.get(code, lambda snapshot: True)
    assert [bool(store.find(code)) for code in codes] == [False, True, True]


def test_the_read_cache_keeps_what_was_used_last():
    cache = ReadCache(maxsize=2)
    for key in ("ann", "bob", "ann", "cat"):
        assert cache.get(key, (1,), lambda key=key: key) == key
    assert [cache.find(key, (1,)) for key in ("ann", "bob", "cat")] == ["ann", None, "cat"]
