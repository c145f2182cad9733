"""Substitutes: a link by which somebody who has never sat at the table takes a seat (L2)."""

import re
from datetime import timedelta

import pytest

from app.accounts import rate_limits
from app.accounts.models import User
from app.db import db
from tests.clock import pass_time
from tests.games.clock.clocked_games import (
    DAY,
    LIVE,
    OWN,
    classic_at,
    do,
    duet_at,
    miss,
    open_notices,
    seats_of,
    stall,
    text_of,
)
from tests.games.seats.substitutes import call, delete, link_of
from tests.games.tables import CLUE, DUET_KEYS, lay
from tests.visitor import Visitor


def test_l2_a_stranger_takes_the_seat_that_was_missed(stalled, ann, bob, zed):
    link = call(stalled, ann)
    assert f"http://localhost{link}" in stalled.see("a")
    page = text_of(zed.get(link))
    assert "Duet: take a seat?" in page
    assert "Seat Side B In place of Bob At the table Ann Clock 2 days per move." in page
    assert zed.post(link).location == f"/games/{stalled.code}"

    game = stalled.game
    assert seats_of(game) == {"Ann": "a", "Zed": "b"}
    assert (game.stalled_at, game.substitute, game.substitute_seat) == (None, None, None)
    assert game.deadline - game.phase_began_at == 2 * DAY
    assert "Zed is standing in for Bob." in stalled.see("a")
    stalled.people["b"] = zed
    assert len(re.findall(r'type="radio"\s+name="move"', stalled.see("b"))) == 25
    stalled.must("b", "guess 0")


def test_who_is_awaited_is_told_anew(stalled, ann, bob, zed):
    zed.post(call(stalled, ann))
    assert open_notices(stalled, "turn").keys() == {zed.user.id}
    assert open_notices(stalled, "replaced").keys() == {bob.user.id}
    assert open_notices(stalled, "stalled") == {}


def test_who_was_replaced_may_watch(stalled, ann, bob, zed):
    zed.post(call(stalled, ann))
    page = text_of(stalled.see("b"))
    assert "A substitute has taken your seat. You can keep watching." in page
    assert "You are watching" in page
    assert "data-key" not in stalled.see("b")
    refused = stalled.play("b", "guess 0")
    assert refused.status_code == 409
    assert "A substitute has taken your seat." in refused.text


def test_what_a_substitute_sees(stalled, ann, bob, zed):
    """L2: the seat's key, its talk and the log; neither the marks nor the notes of who sat there before."""
    do(stalled, bob, "talk", text="I think of the river")
    bob.post(f"/games/{stalled.code}/marks", card=3)
    bob.post(f"/games/{stalled.code}/notes", text="my secret pad")
    zed.post(call(stalled, ann))
    page = zed.get(f"/games/{stalled.code}").text
    assert "".join(re.findall(r'data-key="(.)"', page)) == DUET_KEYS["b"]
    assert "I think of the river" in page
    assert CLUE in page
    assert "marked-by" not in page
    assert "my secret pad" not in page
    assert 'class="news"' not in page


def test_a_visitor_comes_as_a_guest(stalled, ann, nobody):
    link = call(stalled, ann)
    assert 'name="name"' in nobody.get(link).text
    assert nobody.post(link, name="Gus").location == f"/games/{stalled.code}"
    assert seats_of(stalled.game) == {"Ann": "a", "Gus": "b"}
    stalled.people["b"] = nobody
    stalled.send("b", "guess 0")


@pytest.mark.parametrize("name", ["", "x", "Bob", "Ann", "someone"])
def test_a_guest_needs_a_name_of_their_own(stalled, ann, nobody, name):
    link = call(stalled, ann)
    answer = nobody.post(link, name=name)
    assert answer.status_code == 422
    assert 'id="name-error"' in answer.text
    assert f'value="{name}"' in answer.text
    assert seats_of(stalled.game) == {"Ann": "a", "Bob": "b"}


def test_a_guest_is_not_called_like_another_guest_at_the_table(app, ann, nobody):
    gus = Visitor(app, "gus")
    table = stall(duet_at(OWN, ann, guest(app, "Gus")))
    answer = gus.post(call(table, ann), name="GUS")
    assert answer.status_code == 422
    assert "Someone called Gus is already here." in answer.text


def guest(app, name) -> Visitor:
    with app.app_context():
        user = User(name=name)
        db.session.add(user)
        db.session.commit()
    return Visitor(app, name, user)


def test_l2_nobody_who_has_sat_here_takes_a_seat(ann, bob, cat, dan, zed, new_visitor):
    eve = new_visitor("Eve")
    table = classic_at(OWN, (ann, [bob, eve], cat, dan))
    table.must("red-operative", "resign")
    for _ in range(2):
        miss(table)
        table.must("blue-spymaster", f"clue {CLUE} 1")
        table.must("blue-operative", f"guess {17 + len(table.moves) // 3}")
    miss(table)
    link = call(table, eve, "red-spymaster")
    for person, reason in (
        (ann, "already have a seat at this table"),
        (dan, "already have a seat at this table"),
        (bob, "have already played at this"),
    ):
        assert reason in person.get(link).text
        assert "Take this seat" not in person.get(link).text
        answer = person.post(link)
        assert answer.status_code == 422
        assert reason in answer.text
    assert zed.get(f"/games/{table.code}").status_code == 200, "who has watched may"
    assert zed.post(link).status_code == 303
    assert seats_of(table.game) == {"Zed": "red-spymaster", "Eve": "red-operative", "Cat": "blue-spymaster"} | {
        "Dan": "blue-operative"
    }
    table.people["red-spymaster"] = zed
    table.must("red-spymaster", f"clue {CLUE} 1")


def test_all_who_share_a_missed_seat_are_replaced_by_one(ann, bob, cat, zed):
    table = stall(duet_at(OWN, ann, [bob, cat]))
    assert "In place of Bob and Cat" in text_of(zed.get(call(table, ann)))
    zed.post(link_of(table))
    assert seats_of(table.game) == {"Ann": "a", "Zed": "b"}
    assert open_notices(table, "replaced").keys() == {bob.user.id, cat.user.id}


def test_d5_where_both_were_missed_each_calls_one_for_the_other(ann, bob, zed):
    table = duet_at(OWN, ann, bob)
    for _ in range(3):
        miss(table)
    assert do(table, ann, "substitute", seat="a").status_code == 409, "nobody calls one for themselves"
    old = call(table, ann, "b")
    link = call(table, bob, "a")
    assert zed.post(old).status_code == 410, "there is one link at a time"
    assert zed.post(link).status_code == 303
    assert seats_of(table.game) == {"Bob": "b", "Zed": "a"}
    assert table.game.stalled_at is None


@pytest.mark.parametrize("clock", ["", LIVE, OWN])
def test_an_empty_seat_at_any_clock(ann, bob, zed, clock):
    """D1, L1: Bob's account is gone."""
    table = duet_at(clock, ann, bob)
    delete(table, bob)
    page = text_of(table.see("a"))
    assert "A seat is empty. Find a substitute: Side B" in page
    link = call(table, ann)
    table.must("a", f"clue {CLUE} 1")
    assert "Nobody is left on Side B. Find a substitute, or give up." in text_of(table.see("a"))
    assert link_of(table) == link, "the link outlives Ann's move"
    assert "In place of" not in zed.get(link).text
    assert zed.post(link).status_code == 303
    assert "Zed has taken a free seat." in table.see("a")
    table.people["b"] = zed
    table.must("b", "guess 0")


def test_an_empty_seat_that_is_not_awaited_gives_nobody_time(ann, bob, zed):
    table = duet_at(OWN, ann, bob)
    table.must("a", f"clue {CLUE} 1")
    table.must("b", "guess 20")
    pass_time(table.app, timedelta(hours=3))
    delete(table, ann)
    before = table.game.deadline
    assert zed.post(call(table, bob, "a")).status_code == 303
    assert table.game.deadline == before


def test_l1_a_volunteer_of_the_own_team_comes_first(ann, bob, cat, dan, zed, new_visitor):
    eve = new_visitor("Eve")
    table = classic_at("", (ann, [bob, eve], cat, dan))
    table.must("red-spymaster", "resign")
    assert "A seat is empty." not in table.see("blue-spymaster")
    assert do(table, bob, "substitute", seat="red-spymaster").status_code == 409
    delete(table, bob)
    eve.post(f"/games/{table.code}/seats")
    assert "Find a substitute: Red operative" in text_of(table.see("blue-spymaster"))
    assert zed.post(call(table, cat, "red-operative")).status_code == 303
    assert seats_of(table.game)["Zed"] == "red-operative"


def test_v1_a_whole_team_is_found_one_by_one(ann, bob, cat, dan, zed, new_visitor):
    table = classic_at("", (ann, bob, cat, dan))
    delete(table, ann)
    delete(table, bob)
    assert text_of(table.see("blue-spymaster")).count("Find a substitute: Red") == 2
    new_visitor("Eve").post(call(table, cat, "red-operative"))
    zed.post(call(table, dan, "red-spymaster"))
    assert {"Eve": "red-operative", "Zed": "red-spymaster"}.items() <= seats_of(table.game).items()


def test_an_attempt_goes_on_for_its_team(team, ann, bob, zed):
    """M5, M6"""
    people = {"a": ann, "b": bob}
    table = lay("duet", people, {"keys": DUET_KEYS}, clock=OWN, sheet_id=team.current_sheet.id, city="prague")
    stall(table)
    zed.post(call(table, ann))
    table.people["b"] = zed
    table.must("b", *(f"guess {card}" for card in range(9)))
    table.must("b", f"clue {CLUE} 6")
    table.must("a", *(f"guess {card}" for card in range(9, 15)))
    assert table.game.winner == "team"
    assert "Zed" in ann.get(f"/teams/{team.code}/log").text
    assert zed.get(f"/teams/{team.code}").status_code == 404


def test_the_clock_that_is_asked_for_is_asked_of_the_newcomer(stalled, ann, zed):
    do(stalled, ann, "clock", clock=LIVE)
    zed.post(call(stalled, ann))
    assert open_notices(stalled, "clock") == {}
    assert "Agreed: Ann. Still to answer: Zed." in text_of(zed.get(f"/games/{stalled.code}").text)
    do(stalled, zed, "clock", clock=LIVE, answer="agree")
    assert stalled.game.clock == LIVE


def test_too_many_guests_from_one_address(stalled, ann, nobody):
    link = call(stalled, ann)
    with stalled.app.app_context():
        for _ in range(60):
            rate_limits.enforce("guest 127.0.0.1")
    answer = nobody.post(link, name="Gus")
    assert answer.status_code == 429
    assert "Too many tries" in answer.text
    assert 'value="Gus"' in answer.text
