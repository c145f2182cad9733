"""Sheets: one at a time, the others in the archive (M1), and what M6 leaves open about attempts that overlap."""

import pytest

from tests.campaigns.conftest import ASSASSIN, WON
from tests.campaigns.test_map import of
from tests.campaigns.test_team_creation import states
from tests.lobbies.sample_lobby import HTMX, alert


def anew(person, team, number: int = 1, sure: str | None = "1"):
    return person.post(f"/teams/{team.code}/sheets", number=number, sure=sure)


def test_giving_up_a_sheet(team, attempt, ann, bob):
    """M1: the next one begins in Prague, and the old one stays to be looked at."""
    attempt("prague", WON)
    assert anew(ann, team).status_code == 303
    assert of(bob.get(f"/teams/{team.code}").text, "open") == {"prague"}
    old = bob.get(f"/teams/{team.code}/sheets/1").text
    assert of(old, "done") == {"prague"}
    assert "from the archive" in old
    assert f'hx-get="/teams/{team.code}' not in old
    assert "Play this mission" not in old


def test_the_box_has_to_be_ticked(team, attempt, ann):
    attempt("prague", WON)
    answer = anew(ann, team, sure=None)
    assert (answer.status_code, alert(answer)[:18]) == (422, "Tick the box first")
    assert of(ann.get(f"/teams/{team.code}").text, "done") == {"prague"}


def test_a_fresh_sheet_is_not_put_away(team, ann):
    answer = anew(ann, team)
    assert answer.status_code == 422
    assert "you do not need a new one" in alert(answer)
    assert ann.get(f"/teams/{team.code}/sheets/2").status_code == 404


def test_the_map_polls_its_own_address_after_a_refusal(team, ann):
    assert f'hx-get="/teams/{team.code}"' in anew(ann, team).text


def test_the_second_click_changes_nothing(team, attempt, ann, bob):
    """Two people at once begin one sheet, not two."""
    attempt("prague")
    assert [anew(person, team).status_code for person in (ann, bob)] == [303, 303]
    assert ann.get(f"/teams/{team.code}/sheets/2").location == f"/teams/{team.code}"
    assert ann.get(f"/teams/{team.code}/sheets/3").status_code == 404


@pytest.mark.parametrize("number", ["", "x", "1" * 9, "-1"])
def test_a_form_in_pieces(team, ann, number):
    assert anew(ann, team, number=number).status_code == 422


def test_a_running_attempt_counts_for_its_old_sheet(team, attempt, ann):
    """M6: the sheet on which it began, whatever has become of it."""
    table = attempt("prague", WON[:-1])
    anew(ann, team)
    table.must("a", WON[-1][1])
    assert of(ann.get(f"/teams/{team.code}").text, "done") == set()
    assert of(ann.get(f"/teams/{team.code}/sheets/1").text, "done") == {"prague"}


def test_lobbies_of_an_ended_sheet_are_closed(team, attempt, ann, bob):
    """M6: what has not begun does not begin any more."""
    attempt("prague", WON)
    lobby = ann.post(f"/teams/{team.code}/attempts", city="prague").location
    anew(bob, team)
    assert ann.get(lobby).status_code == 410
    assert "started a new sheet" in ann.get(lobby).text
    assert ann.post(f"{lobby}/start", headers=HTMX).status_code == 410
    assert "</a> is open" not in ann.get(f"/teams/{team.code}").text


def test_no_rematch_for_an_ended_sheet(team, attempt, ann):
    """M6: another try belongs to the new sheet."""
    table = attempt("prague", ASSASSIN)
    anew(ann, team)
    answer = ann.post(f"/games/{table.code}/rematch", seen=2)
    assert answer.status_code == 422
    assert "has archived this sheet" in answer.text


def test_two_attempts_at_one_city(team, attempt, ann):
    """M6: each counts when it ends; the first to win opens, the second changes the tally alone."""
    first, second = (attempt("prague", WON[:-1]) for _ in range(2))
    second.must("a", WON[-1][1])
    assert of(ann.get(f"/teams/{team.code}").text, "done") == {"prague"}
    first.must("a", WON[-1][1])
    page = ann.get(f"/teams/{team.code}/cities/prague").text
    assert "won 2" in page
    assert of(ann.get(f"/teams/{team.code}").text, "open") == {"berlin", "cairo", "moscow"}


def test_an_abandoned_attempt_is_lost(team, attempt, ann, bob):
    """M6, L1."""
    table = attempt("prague")
    table.must("b", "resign")
    assert "lost 1" in ann.get(f"/teams/{team.code}/cities/prague").text
    assert of(ann.get(f"/teams/{team.code}").text, "open") == {"prague"}


def test_a_lobby_that_never_started_is_no_attempt(team, ann):
    """M6."""
    lobby = ann.post(f"/teams/{team.code}/attempts", city="prague").location
    ann.post(f"{lobby}/close")
    assert "no attempts yet" in ann.get(f"/teams/{team.code}/cities/prague").text


def test_who_left_the_team_plays_on_and_again_outside_it(team, attempt, ann, bob):
    """M6: a running attempt is played to its end; another game of both counts for nobody's map."""
    table = attempt("prague", WON[:-1])
    ann.get(ann.post(f"/teams/{team.code}/leave").location)
    table.must("a", WON[-1][1])
    assert of(bob.get(f"/teams/{team.code}").text, "done") == {"prague"}
    assert table.see("a").count("Night Owls") == 0
    again = [person.post(f"/games/{table.code}/rematch") for person in (ann, bob)]
    assert [answer.status_code for answer in again] == [303, 303]
    assert again[0].location == again[1].location
    assert again[0].location not in bob.get(f"/teams/{team.code}").text


def test_another_try_from_the_end_of_a_game(team, attempt, ann, bob):
    """M3, M5: the same people at the same city; whoever presses second is led to the same table."""
    table = attempt("prague", ASSASSIN)
    first = ann.post(f"/games/{table.code}/rematch", seen=2).location
    assert bob.post(f"/games/{table.code}/rematch", seen=2).location == first
    page = ann.get(f"/teams/{team.code}").text
    assert f'<a href="{first}">Prague</a>' in page
    assert states(page)["prague"] == "open"
