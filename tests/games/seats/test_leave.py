"""Leaving a game for good (L1), and who may take the seat (L2)."""

import pytest

from app.accounts.models import User
from app.db import db, now
from tests.games.tables import CLUE, Table, lay


@pytest.fixture
def three(ann, bob, cat, dan, new_visitor):
    """A classic game with Ann, Bob and Eve red."""
    eve = new_visitor("Eve")
    people = {"red-spymaster": ann, "red-operative": [bob, eve], "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red"})
    table.people["eve"] = eve
    return table


def test_an_operative_of_two_goes_and_the_game_goes_on(three, bob):
    """L1: the team can still play."""
    three.must("red-operative", "resign")
    assert three.game.finished_at is None
    assert three.moves == []
    assert bob.post(f"/games/{three.code}/moves", move="guess 1", seen=0).status_code == 404
    assert "You are watching" in bob.get(f"/games/{three.code}").text


def test_a_spymaster_goes_and_an_operative_takes_the_seat(three, bob):
    """L1, L2: a volunteer who has never seen the key."""
    three.must("red-spymaster", "resign")
    assert "Become the spymaster" in three.see("red-operative")
    assert "Become the spymaster" not in three.see("blue-operative")
    assert bob.post(f"/games/{three.code}/seats").status_code == 303
    assert "data-key" in bob.get(f"/games/{three.code}").text
    assert bob.post(f"/games/{three.code}/moves", move=f"clue {CLUE} 1", seen=0).status_code == 303


def test_two_volunteers(three, bob):
    three.must("red-spymaster", "resign")
    bob.post(f"/games/{three.code}/seats")
    late = three.people["eve"].post(f"/games/{three.code}/seats")
    assert late.status_code == 409
    assert "not free" in late.text
    assert "data-key" not in three.people["eve"].get(f"/games/{three.code}").text


def test_nobody_volunteers_for_a_seat_that_is_held(classic, bob):
    assert bob.post(f"/games/{classic.code}/seats").status_code == 409
    assert "data-key" not in classic.see("red-operative")


def test_a_pair_that_loses_one_gives_up(classic):
    """L1: one player cannot be a team (V1)."""
    classic.must("red-operative", "resign")
    assert (classic.game.winner, classic.game.reason) == ("blue", "forfeit")
    assert "Red gave up" in classic.see("blue-spymaster")


def test_a_side_of_duet_that_is_left_gives_up(duet):
    """L1, D1: a side needs one player."""
    duet.must("b", "resign")
    assert (duet.game.winner, duet.game.reason) == (None, "forfeit")


def test_who_left_does_not_come_back_by_a_second_click(three, bob):
    three.must("red-operative", "resign")
    assert bob.post(f"/games/{three.code}/moves", move="resign", seen=0).status_code == 404
    assert three.game.finished_at is None


def test_who_gave_up_may_play_again(duet, ann):
    """Giving up ends the game; nobody has left the table."""
    duet.must("b", "resign")
    assert ann.post(f"/games/{duet.code}/rematch").status_code == 303


def test_a_deleted_account_holds_no_seat(three, ann, bob):
    """L1: somebody else may become spymaster, and nobody waits for who is gone."""
    with three.app.app_context():
        db.session.get(User, ann.user.id).deleted_at = now()
        db.session.commit()
    assert "Become the spymaster" in three.see("red-operative")
    assert bob.post(f"/games/{three.code}/seats").status_code == 303


def test_a_volunteers_marks_go_with_the_old_seat(three, bob):
    bob.post(f"/games/{three.code}/marks", card=3, seen=0)
    three.must("red-spymaster", "resign")
    bob.post(f"/games/{three.code}/seats")
    assert "marked-by" not in three.people["eve"].get(f"/games/{three.code}").text


def test_the_page_says_what_leaving_means(three):
    assert "Leave for good" in three.see("red-operative")
    assert "Give up the game" in three.see("blue-operative")


def test_a_new_seat_is_news_and_makes_an_old_tag_old(three, bob):
    three.must("red-spymaster", "resign")
    eve = three.people["eve"]
    mine, theirs = (who.fragment(f"/games/{three.code}").headers["HX-PTag"] for who in (bob, eve))
    bob.post(f"/games/{three.code}/seats")
    assert bob.fragment(f"/games/{three.code}", mine).status_code == 200
    assert eve.fragment(f"/games/{three.code}", theirs).status_code == 200


def test_nobody_volunteers_after_the_end(three, bob):
    three.must("red-spymaster", "resign")
    three.must("blue-operative", "resign")
    assert bob.post(f"/games/{three.code}/seats").status_code == 409


def test_a_team_without_spymaster_is_told_so(three, bob):
    three.must("red-spymaster", "resign")
    assert "Red needs a spymaster" in three.see("blue-operative")
    assert bob.get("/next").headers["Location"] == f"/games/{three.code}"


def test_a_game_that_was_left_is_listed_no_more(three, bob):
    three.must("red-operative", "resign")
    assert three.code not in bob.get("/").text


def test_who_left_is_not_seated_again(three, bob):
    three.must("red-operative", "resign")
    three.must("blue-spymaster", "resign")
    answer = three.people["eve"].post(f"/games/{three.code}/rematch")
    assert answer.status_code == 303
    again = Table(three.app, answer.headers["Location"].removeprefix("/games/"), {})
    assert sorted(player.user.name for player in again.game.players) == ["Ann", "Cat", "Dan", "Eve"]


def test_too_few_for_another_game(three, ann, bob):
    for who in (ann, bob):
        with three.app.app_context():
            db.session.get(User, who.user.id).deleted_at = now()
            db.session.commit()
    three.must("blue-spymaster", "resign")
    answer = three.people["eve"].post(f"/games/{three.code}/rematch")
    assert answer.status_code == 422
    assert "not enough of you" in answer.text


def test_a_side_of_duet_without_anybody_is_told_so(duet, bob):
    duet.must("a", f"clue {CLUE} 1")
    with duet.app.app_context():
        db.session.get(User, bob.user.id).deleted_at = now()
        db.session.commit()
    assert "Nobody is left on Side B." in duet.see("a")
    duet.must("a", "resign")
    assert duet.game.reason == "forfeit"
