"""POST /games/<code>/thoughts: what players pointed at and noted, shown to the table after the game by who wants to."""

import re
from datetime import timedelta
from html import unescape

import pytest
from sqlalchemy import select

from app.accounts import blocks
from app.db import db, now
from app.games.hooks import erasure
from app.games.postgame import shared_notes
from app.games.store.models import Mark, Note, PastMarks
from tests.games.bulk_games import counted
from tests.games.tables import CLUE, lay


def do(table, who, what, **form):
    answer = who.post(f"/games/{table.code}/{what}", **form)
    assert answer.status_code == 303, answer.text


def point(table, who, *cards):
    for card in cards:
        do(table, who, "marks", card=card, seen=0)


def show(table, who, wanted="1"):
    do(table, who, "thoughts", show=wanted)


def seen(table, who, number="", seat=""):
    """What is told of thoughts at a moment: by player, all that stands there."""
    page = who.get(f"/games/{table.code}/replay?move={number}&seat={seat}").text
    part = page.partition('class="thoughts"')[2].partition("</section>")[0]
    lines = [re.sub(r"<[^>]+>", " ", line) for line in re.findall(r"<li>(.*?)</li>", part, re.DOTALL)]
    found = [" ".join(unescape(line).split()) for line in lines]
    return {line.split(" (")[0]: line.split(") ", 1)[1] for line in found}


def on_cards(table, who, number):
    """The cards that somebody points at, on the board of a moment: with who does."""
    page = who.get(f"/games/{table.code}/replay?move={number}").text
    cards = re.split(r'data-card="(?=\d)', page)[1:]
    found = [(int(card.split('"')[0]), re.search(r", marked by ([^<]*)<", card)) for card in cards]
    return {card: names[1] for card, names in found if names}


@pytest.fixture
def over(classic, ann, bob, dan):
    """A game in which Bob pointed at 0, 1, and, after the first touch, 4; Dan at 9; Bob noted something."""
    classic.must("red-spymaster", f"clue {CLUE} 2")
    point(classic, bob, 0, 1)
    classic.must("red-operative", "guess 0")
    point(classic, bob, 4)
    point(classic, dan, 9)
    do(classic, bob, "notes", note="SEA: <b>PORT</b>?")
    do(classic, bob, "dots", card=7, colour="teal")
    classic.must("red-operative", "stop")
    classic.must("blue-spymaster", "resign")
    return classic


def test_what_one_pointed_at_is_shown_at_the_move_where_it_was_so(over, bob, cat):
    show(over, bob)
    words = over.game.words
    assert on_cards(over, cat, 1) == {0: "Bob", 1: "Bob"}
    assert on_cards(over, cat, 2) == {1: "Bob", 4: "Bob"}
    for number in (0, 3, 4):
        assert on_cards(over, cat, number) == {}
    assert f"marked: {words[1]}, {words[4]}" in seen(over, cat, 2)["Bob"]
    assert "marked" not in seen(over, cat, 3)["Bob"]


def test_the_pad_and_the_dots_are_shown_as_they_were_written(over, bob, cat):
    show(over, bob)
    assert "SEA: <b>PORT</b>?" in seen(over, cat)["Bob"]
    assert f"◆ {over.game.words[7]} , teal diamond" in seen(over, cat)["Bob"]
    assert "<b>PORT" not in cat.get(f"/games/{over.code}/replay").text


def test_nobodys_are_shown_before_they_say_so(over, ann, bob, cat, dan):
    for who in (ann, cat):
        assert seen(over, who, 2) == {}
        assert on_cards(over, who, 2) == {}
    assert list(seen(over, bob, 2)) == ["Bob"]
    assert "Only you can see this." in seen(over, bob, 2)["Bob"]
    show(over, bob)
    assert "You are showing this to the table." in seen(over, bob, 2)["Bob"]
    assert list(seen(over, dan, 2)) == ["Dan", "Bob"]
    show(over, bob, "0")
    assert seen(over, cat, 2) == {}


def test_it_is_for_the_table_alone_and_beside_the_whole_key_alone(over, bob, cat, zed, nobody):
    show(over, bob)
    for who in (zed, nobody):
        assert seen(over, who, 2) == {}
        assert on_cards(over, who, 2) == {}
    for seat in ("red-operative", "blue-spymaster", "watcher"):
        assert seen(over, cat, 2, seat) == {}


def test_a_mark_that_no_turn_ended_stays_to_the_end(over, bob, dan):
    show(over, dan)
    assert [9 in on_cards(over, bob, number) for number in range(5)] == [False, False, True, True, True]


def test_what_was_taken_back_was_never_pointed_at(classic, bob, cat):
    classic.must("red-spymaster", f"clue {CLUE} 1")
    point(classic, bob, 3, 3)
    classic.must("red-operative", "guess 24")
    if not classic.game.finished_at:
        classic.must("blue-spymaster", "resign")
    show(classic, bob)
    assert seen(classic, cat, 1) == {}


def test_it_is_kept_in_the_statement_that_ends_the_turn(classic, bob):
    """A move costs no statement more: what is put away goes with what deletes it, and with the move."""
    classic.must("red-spymaster", f"clue {CLUE} 2")
    point(classic, bob, 3, 4)
    with classic.app.app_context(), counted() as sent:
        classic.must("red-operative", "guess 0")
        classic.must("red-operative", "stop")
    moves, deleted, kept = (
        [each for each in sent if what in each] for what in ("INTO moves", "DELETE FROM marks", "pointed")
    )
    assert len(moves) == 2
    assert moves[1:] == deleted == kept
    with classic.app.app_context():
        assert [row.cards for row in db.session.scalars(select(PastMarks))] == [{"3": 1, "4": 1}]


def test_while_the_game_runs_nothing_is_shown(classic, bob, ann):
    point(classic, bob, 3)
    answer = bob.post(f"/games/{classic.code}/thoughts", show="1")
    assert answer.status_code == 422
    assert "show-thoughts" not in classic.see("red-operative")
    assert [player.shared_at for player in classic.game.players] == [None] * 4


def test_who_watches_or_left_has_nothing_to_show(over, zed, nobody, ann, bob, new_visitor):
    assert zed.post(f"/games/{over.code}/thoughts", show="1").status_code == 404
    assert "show-thoughts" not in zed.get(f"/games/{over.code}").text
    assert "/login" in nobody.post(f"/games/{over.code}/thoughts", show="1").location
    eve = new_visitor("Eve")
    table = lay("duet", {"a": [ann, eve], "b": bob})
    point(table, eve, 3)
    do(table, eve, "moves", move="resign", seen=0)
    table.must("b", "resign")
    assert eve.post(f"/games/{table.code}/thoughts", show="1").status_code == 404


def test_the_end_says_whether_one_shows_it(over, bob):
    assert "Show it to the table" in over.see("red-operative")
    show(over, bob)
    page = over.see("red-operative")
    assert "The table can see what you were thinking." in page
    assert "Stop showing it" in page


@pytest.mark.parametrize("who", ["bob", "cat"])
def test_a_block_hides_it_both_ways(over, bob, cat, dan, who):
    show(over, bob)
    pair = (bob.user.id, cat.user.id) if who == "bob" else (cat.user.id, bob.user.id)
    with over.app.app_context():
        blocks.block(*pair)
        db.session.commit()
    assert seen(over, cat, 2) == {}
    assert "Bob" in seen(over, dan, 2)


def kept(table, model):
    with table.app.app_context():
        return {row.user_id for row in db.session.scalars(select(model))}


def test_what_is_not_shown_is_deleted_after_a_while(over, bob, dan, ann, cat):
    running = lay("duet", {"a": ann, "b": cat})
    point(running, ann, 3)
    show(over, bob)
    with over.app.app_context():
        assert shared_notes.delete_unshared(now() - timedelta(days=30)) == 0
        assert shared_notes.delete_unshared(now() + timedelta(days=1)) == 1
        assert shared_notes.delete_unshared(now() + timedelta(days=1)) == 0
    assert kept(over, Mark) == {ann.user.id}
    assert kept(over, PastMarks) == kept(over, Note) == {bob.user.id}
    show(over, bob, "0")
    with over.app.app_context():
        assert shared_notes.delete_unshared(now() + timedelta(days=1)) == 2
    assert kept(over, PastMarks) == kept(over, Note) == set()
    assert seen(over, bob, 2) == {}


def test_who_deletes_the_account_takes_it_along(over, bob, cat):
    show(over, bob)
    assert seen(over, cat, 2)
    with over.app.app_context():
        erasure.erase_games_data(bob.user.id)
        db.session.commit()
    assert kept(over, PastMarks) == kept(over, Note) == set()
    assert seen(over, cat, 2) == {}


def test_ones_own_data_tell_of_it(over, bob):
    show(over, bob)
    (game,) = [each for each in bob.post("/account/export").json["games"] if each["code"] == over.code]
    assert game["pointed"] == {"3": {"0": 1, "1": 1, "4": 2}}
    assert game["shared"]
    assert game["note"] == "SEA: <b>PORT</b>?"
