"""Two people at once in a team: real requests from real threads (M1, M6)."""

from collections import Counter

import pytest

from app.teams import service
from app.teams.loading import team_or_404
from tests.campaigns.conftest import ASSASSIN, WON
from tests.campaigns.test_map import of
from tests.concurrency import at_once


def current(app, team, member):
    """The sheet that a team is playing now."""
    with app.app_context():
        return team_or_404(team.code, member.user.id).current_sheet


@pytest.fixture
def crowd(app, team, ann, bob, new_visitor):
    """Eight people in the team, each at a browser of their own."""
    others = [new_visitor(f"Member{number}") for number in range(6)]
    with app.app_context():
        for other in others:
            service.join_team(team.invite, other.user.id)
    return [ann, bob, *others]


def test_all_who_set_out_at_once_meet_in_one_lobby(team, crowd):
    """M6."""
    actions = [lambda who=who: who.post(f"/teams/{team.code}/attempts", city="prague") for who in crowd]
    answers = at_once(actions)
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer.location for answer in answers}) == 1


def test_one_win_founds_one_team(attempt, ann, bob):
    """M2: whoever clicks, both are led to the same team."""
    game = attempt(sheet_id=None, city=None, moves=WON)
    actions = [lambda who=who: who.post("/teams", name=f"{who.name}s", game=game.code) for who in (ann, bob)]
    answers = at_once(actions)
    assert {answer.status_code for answer in answers} == {303}
    assert len({answer.location for answer in answers}) == 1


def test_a_sheet_is_put_away_once(team, attempt, ann, crowd):
    """M1."""
    attempt("prague")
    actions = [lambda who=who: who.post(f"/teams/{team.code}/sheets", number=1, sure=1) for who in crowd]
    assert {answer.status_code for answer in at_once(actions)} == {303}
    assert ann.get(f"/teams/{team.code}/sheets/3").status_code == 404
    assert "Sheet 1" in ann.get(f"/teams/{team.code}").text


def test_starting_while_the_sheet_is_put_away(app, team, attempt, ann, bob):
    """M6: either the game is dealt, and counts for the old sheet, or the lobby is closed; never a lock that holds."""
    for number in range(1, 6):
        attempt("prague", ASSASSIN, sheet_id=current(app, team, ann).id)
        lobby = ann.post(f"/teams/{team.code}/attempts", city="prague").location
        start, anew = at_once(
            [
                lambda lobby=lobby: bob.post(f"{lobby}/start"),
                lambda number=number: ann.post(f"/teams/{team.code}/sheets", number=number, sure=1),
            ]
        )
        assert (start.status_code, anew.status_code) in {(303, 303), (410, 303)}
        assert of(ann.get(f"/teams/{team.code}").text, "open") == {"prague"}


def test_a_crowd_at_the_door(team, ann, new_visitor):
    """M1: no more get in than there is room for, and nobody twice."""
    crowd = [new_visitor(f"Guest{number}") for number in range(22)]
    answers = at_once([lambda who=who: who.post(f"/invitations/{team.invite}") for who in crowd])
    assert Counter(answer.status_code for answer in answers) == {303: 18, 422: 4}
    assert ann.get(f"/teams/{team.code}/members").text.count("since ") == 20


def test_two_attempts_end_at_once(team, attempt, ann, bob):
    """M6: each counts, and the map opens once."""
    tables = [attempt("prague", WON[:-1], people=pair) for pair in ({"a": ann, "b": bob}, {"a": bob, "b": ann})]
    actions = [lambda table=table: table.play("a", WON[-1][1]) for table in tables]
    assert {answer.status_code for answer in at_once(actions)} == {303}
    page = ann.get(f"/teams/{team.code}").text
    assert of(page, "open") == {"berlin", "cairo", "moscow"}
    assert "won 2" in page
