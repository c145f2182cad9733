"""GET /games/<code>: what happened since its reader was last there, and for how long it is told."""

from datetime import timedelta

import psycopg
import pytest

from app.db import db
from app.games.store.models import Player
from app.games.table import unread_moves
from tests.clock import pass_time
from tests.games.page.return_visits import (
    FIRST,
    LATER,
    SECOND,
    new_cards,
    open_page,
    poll,
    silently,
    state,
    told,
    words,
)
from tests.games.tables import CLASSIC_KEY, CLUE, lay
from tests.statements import recorded_statements


def test_nothing_missed_nothing_told(classic, dan):
    silently(classic, *FIRST)
    open_page(classic, dan)
    pass_time(classic.app, LATER)
    page = open_page(classic, dan)
    assert told(page) is None
    assert new_cards(page) == []


def test_a_reload_within_five_minutes_tells_the_same_again(classic, dan):
    silently(classic, *FIRST)
    once = told(open_page(classic, dan))
    pass_time(classic.app, timedelta(minutes=4))
    assert told(open_page(classic, dan)) == once
    pass_time(classic.app, timedelta(minutes=2))
    assert told(open_page(classic, dan)) is None


def test_the_next_visit_tells_only_what_came_since(classic, ann):
    silently(classic, *FIRST)
    open_page(classic, ann)
    pass_time(classic.app, LATER)
    silently(classic, *SECOND)
    page = open_page(classic, ann)
    assert told(page) == [
        f"Blue’s clue: {CLUE} 2",
        f"Blue touched {words(classic, 9)[0]}: blue agent.",
        "Blue stopped guessing.",
    ]
    assert "Since your last visit" in page
    assert new_cards(page) == [9]


def test_ones_own_move_ends_the_strip(classic, bob, ann):
    silently(classic, FIRST[0])
    assert told(open_page(classic, bob)) == [f"Red’s clue: {CLUE} 3"]
    classic.send("red-operative", "guess 0")
    assert told(open_page(classic, bob)) is None
    assert told(poll(classic, bob, since=0, until=1)) is None


def test_got_it_ends_the_strip_everywhere(classic, dan):
    silently(classic, *FIRST)
    assert "Got it" in open_page(classic, dan)
    answer = dan.post(f"/games/{classic.code}/looked")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/games/{classic.code}")
    assert told(open_page(classic, dan)) is None
    assert told(poll(classic, dan, since=0, until=3)) is None
    assert told(poll(classic, dan, since=0)) is None


def test_got_it_of_others_is_nobodys_business(classic, zed, nobody, dan):
    silently(classic, *FIRST)
    open_page(classic, dan)
    zed.post(f"/games/{classic.code}/looked")
    assert nobody.post(f"/games/{classic.code}/looked").headers["Location"].startswith("/login")
    assert told(open_page(classic, dan))


def test_the_strip_stays_through_the_polls_of_a_visit(classic, dan):
    silently(classic, *FIRST)
    page = open_page(classic, dan)
    assert f'hx-get="/games/{classic.code}?since=0&amp;until=3"' in page
    silently(classic, SECOND[0])
    swapped = poll(classic, dan, since=0, until=3)
    assert told(swapped) == told(page)
    assert new_cards(swapped) == [0, 17]
    assert "since=0&amp;until=3" in swapped
    assert state(classic, dan) == (4, 0)


def test_what_was_watched_is_no_news(classic, dan):
    """Live watching gathers no strip, whether the page has one already or not."""
    open_page(classic, dan)
    for move in FIRST:
        silently(classic, move)
        assert told(poll(classic, dan)) is None
    assert told(open_page(classic, dan)) is None
    silently(classic, SECOND[0])
    assert told(open_page(classic, dan)) == [f"Blue’s clue: {CLUE} 2"]
    silently(classic, SECOND[1])
    poll(classic, dan, since=3, until=4)
    pass_time(classic.app, LATER)
    assert told(open_page(classic, dan)) is None


def test_what_was_watched_after_the_strip_was_read_is_no_news(classic, dan):
    silently(classic, *FIRST)
    open_page(classic, dan)
    dan.post(f"/games/{classic.code}/looked")
    silently(classic, SECOND[0])
    assert told(poll(classic, dan)) is None
    assert told(open_page(classic, dan)) is None


def test_a_tab_that_was_out_of_sight_asks_from_its_own_move_on(classic, dan):
    open_page(classic, dan)
    silently(classic, *FIRST)
    page = poll(classic, dan, since=0)
    assert len(told(page)) == 3
    assert told(open_page(classic, dan)) == told(page)
    silently(classic, SECOND[0])
    assert told(poll(classic, dan, until=3, since=3)) == [f"Blue’s clue: {CLUE} 2"]
    assert told(poll(classic, dan, until=3, since=4)) is None


@pytest.mark.parametrize(
    "asked", [{"since": "x"}, {"since": "-1"}, {"until": "3"}, {"since": "²"}, {"since": "9" * 30}]
)
def test_what_is_no_number_of_a_move_was_not_asked(classic, dan, asked):
    open_page(classic, dan)
    silently(classic, *FIRST)
    assert told(poll(classic, dan, **asked)) is None


@pytest.mark.parametrize(
    ("asked", "until"), [({"since": 1, "until": 99}, 3), ({"since": 1, "until": "é"}, 3), ({"since": 99}, 99)]
)
def test_what_lies_beyond_the_table_ends_at_it(classic, dan, asked, until):
    silently(classic, *FIRST)
    page = poll(classic, dan, **asked)
    assert len(told(page) or []) == max(0, until - int(asked["since"]))
    assert state(classic, dan)[1] <= 3


def test_an_opened_page_asks_for_nothing(classic, dan):
    """An address that somebody kept, or sent, is like any other."""
    silently(classic, *FIRST)
    for _ in range(2):
        assert len(told(dan.get(f"/games/{classic.code}?since=1&until=2").text)) == 3
    dan.post(f"/games/{classic.code}/looked")
    assert told(dan.get(f"/games/{classic.code}?since=0&until=3").text) is None


def test_other_actions_keep_the_strip(classic, dan):
    """A mark, a line or a refused move takes nothing away: their forms bring what the page shows."""
    silently(classic, *FIRST)
    page = open_page(classic, dan)
    assert page.count('<input type="hidden" name="since" value="0">') == page.count('name="until" value="3"') > 3
    for path, fields in (
        ("marks", {"card": 4}),
        ("talk", {"text": "hello"}),
        ("moves", {"move": "guess 9", "seen": 3}),
    ):
        answer = dan.post(f"/games/{classic.code}/{path}", {"HX-Request": "true"}, since=0, until=3, **fields)
        assert told(answer.text) == told(page), path


def test_who_watches_has_no_strip(classic, zed, nobody):
    for who in (zed, nobody):
        open_page(classic, who)
    silently(classic, *FIRST)
    for who in (zed, nobody):
        assert told(open_page(classic, who)) is None
        assert told(poll(classic, who, since=0, until=3)) is None


def test_who_sat_down_later_has_seen_what_came_before(classic, zed):
    """A substitute reads the log: the strip tells of what came after them."""
    silently(classic, *FIRST)
    with classic.app.app_context():
        game = db.session.merge(classic.game)
        unread_moves.mark_as_read(newcomer := Player(user_id=zed.user.id, seat="blue-operative"), game.version)
        game.players.append(newcomer)
        db.session.commit()
    assert told(open_page(classic, zed)) is None
    assert told(poll(classic, zed, since=0, until=3)) is None
    silently(classic, SECOND[0])
    assert told(open_page(classic, zed)) == [f"Blue’s clue: {CLUE} 2"]


def test_who_left_has_no_strip(ann, bob, cat, dan, zed):
    people = {"red-spymaster": ann, "red-operative": [bob, zed], "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY})
    zed.post(f"/games/{table.code}/moves", move="resign", seen=0)
    silently(table, *FIRST)
    assert told(open_page(table, zed)) is None


def statements(app, action):
    """What an action asks the database for."""
    with app.app_context(), recorded_statements(app) as asked:
        action()
    return asked


def test_a_look_writes_once_and_only_where_something_is_new(classic, dan):
    open_page(classic, dan)
    quiet = statements(classic.app, lambda: open_page(classic, dan))
    assert not [line for line in quiet if not line.strip().startswith("SELECT")]
    silently(classic, *FIRST)
    loud = statements(classic.app, lambda: open_page(classic, dan))
    assert len([line for line in loud if line.startswith("UPDATE players")]) == 1
    assert len(loud) - len(quiet) == 1  # the writing
    again = statements(classic.app, lambda: open_page(classic, dan))
    assert len(again) == len(quiet)
    assert not [line for line in again if line.startswith("UPDATE")]


def test_a_look_beats_nothing(classic, ann, dan):
    silently(classic, *FIRST)
    tags = [(who, who.fragment(f"/games/{classic.code}").headers["HX-PTag"]) for who in (ann, dan)]
    open_page(classic, dan)
    assert [who.fragment(f"/games/{classic.code}", tag).status_code for who, tag in tags] == [204, 204]


def test_a_look_waits_for_nobody(classic, dan):
    """While somebody else changes the row, in another tab, the page is shown all the same, and writes nothing."""
    silently(classic, *FIRST)
    with psycopg.connect(classic.app.config["SQLALCHEMY_DATABASE_URI"]) as tab:
        tab.execute("SELECT 1 FROM players WHERE user_id = %s FOR UPDATE", [dan.user.id])
        assert len(told(open_page(classic, dan))) == 3
        assert state(classic, dan) == (0, 0)
    open_page(classic, dan)
    assert state(classic, dan) == (3, 0)


def test_an_older_table_never_takes_back_a_newer_look(classic, dan):
    """Two tabs at once: the slower one was sent less."""
    silently(classic, *FIRST)
    with classic.app.app_context():
        player = db.session.get(Player, (classic.game.id, dan.user.id))
        db.session.expunge(player)
    open_page(classic, dan)
    dan.post(f"/games/{classic.code}/looked")
    with classic.app.app_context():
        for version in (3, 1):
            unread_moves.save_read_state(player, version, unread_moves.Visit(opened=True))
            assert state(classic, dan) == (3, 3)
