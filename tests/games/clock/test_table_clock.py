"""What the table shows of its clock and of who is away, and the button that ends the messages about a game."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest

from app.accounts.models import User
from app.accounts.settings import away
from app.db import db, now
from app.games.store.topics import game_topic
from app.notifications import muting
from tests.clock import pass_time
from tests.games.clock.clocked_games import DAY, LIVE, OWN, classic_at, do, duet_at, stall, text_of
from tests.games.tables import CLUE
from tests.statements import recorded_statements
from tests.visitor import Visitor

CLOCK = re.compile(r'<section class="clock.*?</section>', re.DOTALL)
LANGUAGES = {"fr": "sam. 5 déc.", "it": "sab 5 dic", "en": "Sat 5 Dec"}


def clock_in(page):
    """What the page's clock says; empty where it has none."""
    return " ".join(text_of(found) for found in CLOCK.findall(page))


def change(table, person, **columns):
    with table.app.app_context():
        user = db.session.get(User, person.user.id)
        for name, value in columns.items():
            setattr(user, name, value)
        db.session.commit()


def go_away(table, person, begins, ends):
    """Let somebody say that they are away, so many days from now."""
    with table.app.app_context():
        user, today = db.session.get(User, person.user.id), now().date()
        away.set_absence(user, today + timedelta(days=begins), today + timedelta(days=ends))


def test_t1_until_when_and_how_long(ann, bob, zed):
    table = duet_at(OWN, ann, bob)
    game = table.game
    deadline = f"{game.deadline:%a} {game.deadline.day} {game.deadline:%b}, {game.deadline:%H:%M} UTC"
    for reader in (ann, bob, zed):
        said = clock_in(reader.get(f"/games/{table.code}").text)
        assert f"1 day, 23 hours left, until {deadline}" in said
        assert "2 days per move." in said
    time = rf'<time datetime="{re.escape(game.deadline.isoformat())}"\s+data-countdown'
    assert re.search(time, table.see("a"))


def test_in_the_time_zone_of_the_reader(ann, bob):
    table = duet_at(OWN, ann, bob)
    change(table, ann, timezone="Pacific/Auckland")
    there = table.game.deadline.astimezone(ZoneInfo("Pacific/Auckland"))
    said = clock_in(table.see("a"))
    assert f"left, until {there:%a} {there.day} {there:%b}, {there:%H:%M}" in said
    assert "UTC" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_the_language_of_the_reader(ann, bob, language):
    table = duet_at(OWN, ann, bob)
    change(table, ann, language=language)
    table.change(deadline=now().replace(year=2099, month=12, day=5))
    assert LANGUAGES[language] in clock_in(table.see("a"))


def test_t1_a_live_clock_counts_the_seconds(ann, bob):
    table = duet_at(LIVE, ann, bob)
    said = clock_in(table.see("a"))
    assert re.search("3 minutes, 5[0-9] seconds", said), "the first clue has double"
    assert "Live: 2 minutes per move." in said
    assert "Until" not in said


def test_without_a_clock_there_is_none_to_see(duet, zed):
    assert clock_in(zed.get(f"/games/{duet.code}").text) == ""
    said = clock_in(duet.see("a"))
    assert said.startswith("Time No clock: take as long as you like.")
    assert "left" not in said


def test_what_is_in_store_for_each_side(ann, bob, cat, dan):
    table = classic_at("own 86400+259200", (ann, bob, cat, dan))
    assert "Time bank: Red: 3 days Blue: 3 days" in clock_in(table.see("red-operative"))
    pass_time(table.app, DAY + timedelta(hours=5))
    assert "Time bank: Red: 2 days, 18 hours Blue: 3 days" in clock_in(table.see("red-operative"))
    table.must("red-spymaster", f"clue {CLUE} 1")
    assert re.search("Time bank: Red: 2 days, 1[89] hours Blue: 3 days", clock_in(table.see("red-operative")))
    table.change(banks={"red": 0, "blue": 5})
    assert "Time bank: Red: no extra time Blue: 5 seconds" in clock_in(table.see("red-operative"))


def test_the_form_begins_with_the_clock_that_there_is(ann, bob):
    page = duet_at("own 86400+259200", ann, bob).see("a")
    assert re.findall(r'<option value="([^"]*)"\s+selected', page) == ["own 86400", "3"]
    page = duet_at("", ann, bob).see("a")
    assert re.findall(r'<option value="([^"]*)"\s+selected', page) == ["", "0"]


def test_a_time_zone_that_nobody_knows_is_no_obstacle(ann, bob):
    table = duet_at(OWN, ann, bob)
    change(table, ann, timezone="Atlantis/Capital")
    assert "UTC" in clock_in(table.see("a"))


def test_the_clock_stands_still_for_who_is_away(ann, bob, zed):
    table = duet_at(OWN, ann, bob)
    table.must("a", f"clue {CLUE} 2")
    go_away(table, bob, 0, 3)
    said = clock_in(table.see("a"))
    back = (now() + timedelta(days=4)).date()
    assert f"The clock is paused until {back:%a} {back.day} {back:%b}, 00:00 UTC. Away: Bob." in said
    watched = zed.get(f"/games/{table.code}").text
    assert "The clock is paused until" in clock_in(watched)
    assert "Away:" not in watched
    pass_time(table.app, 5 * DAY)
    assert "is paused" not in table.see("a")


def test_partners_see_who_is_away_and_will_be(ann, bob, cat, dan, zed):
    table = classic_at(OWN, (ann, bob, cat, dan))
    go_away(table, bob, 0, 3)
    go_away(table, cat, 5, 7)
    go_away(table, dan, 15, 16)
    today = now().date()
    people = text_of(table.see("red-spymaster").split('id="people"')[1])
    until, first, last = (today + timedelta(days=days) for days in (3, 5, 7))
    assert f"Bob (away until {until.day} {until:%B})" in people
    assert f"Cat (will be away from {first.day} {first:%B} to {last.day} {last:%B})" in people
    assert "Dan (" not in people, "that is far ahead"
    assert "away" not in text_of(zed.get(f"/games/{table.code}").text.split('id="people"')[1]), "it is for partners"
    go_away(table, dan, 6, 6)
    assert f"Dan (will be away on {(today + timedelta(days=6)).day} " in text_of(table.see("red-spymaster"))


def test_who_is_awaited_is_marked(classic, zed):
    people = text_of(zed.get(f"/games/{classic.code}").text.split('id="people"')[1])
    assert "Red spymaster Ann to play Red operative Bob Blue" in people


def test_messages_about_a_game_end_and_begin_again(duet, ann, zed):
    assert "Mute this game" in duet.see("a")
    assert do(duet, ann, "mute", muted=1).status_code == 303
    assert is_muted(duet, ann)
    assert "Unmute this game" in duet.see("a")
    assert "Mute this game" in duet.see("b")
    do(duet, ann, "mute", muted=1)
    assert do(duet, ann, "mute", muted=0).status_code == 303
    assert not is_muted(duet, ann)
    assert do(duet, zed, "mute", muted=1).status_code == 404
    assert "ute this game" not in zed.get(f"/games/{duet.code}").text


def test_where_all_sit_together_there_are_no_messages_to_end(ann, bob):
    assert "ute this game" not in duet_at(LIVE, ann, bob).see("a")


def is_muted(table, person: Visitor) -> bool:
    with table.app.app_context():
        return muting.is_muted(person.user.id, game_topic(table.code))


def test_nothing_of_time_is_shown_once_the_game_is_over(ann, bob):
    table = duet_at(OWN, ann, bob)
    table.must("a", "resign")
    page = table.see("a")
    assert clock_in(page) == ""
    assert "ute this game" not in page


def statements(table, person) -> int:
    with recorded_statements(table.app) as sent:
        person.get(f"/games/{table.code}")
    return len(sent)


def test_the_clock_takes_no_statement(ann, bob, zed):
    """Whether messages are wanted, which at a live table are none."""
    plain, timed, live = duet_at("", ann, bob), stall(duet_at("own 86400+86400", ann, bob)), duet_at(LIVE, ann, bob)
    do(timed, ann, "clock", clock=OWN)
    do(timed, ann, "substitute", seat="b")
    for table in (plain, timed, live):
        statements(table, ann)  # the visit is written down
        statements(table, zed)
    assert statements(plain, ann) == statements(timed, ann) == statements(live, ann)
    assert statements(plain, zed) == statements(timed, zed) == statements(live, zed)
