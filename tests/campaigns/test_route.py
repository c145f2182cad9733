"""The way that a team has come, on the map and in words; and setting out from the map by one press (M3, M4)."""

import re

import pytest

from app.campaigns.map_sheets import route_legs
from app.rules.missions import MAP, neighbours
from tests.campaigns.conftest import ASSASSIN, WON
from tests.lobbies.sample_lobby import SampleLobby


def legs(page: str) -> list[str]:
    """The classes of the legs that are drawn."""
    return [kind.strip() for kind in re.findall(r'<path class="leg([^"]*)"\s+pathLength', page)]


@pytest.mark.parametrize(
    ("route", "expected"),
    [
        ([], []),
        (["prague"], []),
        (["prague", "cairo"], ["cairo-prague"]),
        (["prague", "cairo", "moscow", "lagos"], ["cairo-prague", "moscow-prague", "cairo-lagos"]),
        (["prague", "tokyo"], []),
    ],
)
def test_a_leg_leads_from_the_city_that_opened_the_next(route, expected):
    assert route_legs(route) == expected
    assert all(set(leg.split("-")) <= MAP.keys() for leg in expected)


def test_each_leg_is_a_road():
    route = ["prague", "berlin", "moscow", "cairo", "london", "delhi"]
    for leg in route_legs(route):
        one, other = leg.split("-")
        assert other in neighbours(one)


def test_a_win_draws_the_last_leg(team, attempt, ann):
    attempt("prague", WON)
    page = ann.get(f"/teams/{team.code}").text
    assert legs(page) == []
    assert 'id="route"' not in page
    attempt("cairo", ASSASSIN)
    assert legs(ann.get(f"/teams/{team.code}").text) == []
    attempt("cairo", WON)
    attempt("lagos", WON)
    page = ann.get(f"/teams/{team.code}").text
    assert sorted(legs(page)) == ["", "newest"]
    assert "The way you have come: Prague → Cairo → Lagos." in page


def test_setting_out_from_the_map_with_the_rules_of_the_last_attempt(team, attempt, ann, bob):
    attempt("prague", WON, house={"zero"}, clock="own 86400", deck="en-duet")
    page = ann.get(f"/teams/{team.code}").text
    assert set(re.findall(r'id="set-out-([^"]+)"', page)) == {"berlin", "cairo", "moscow"}
    answer = ann.post(f"/teams/{team.code}/attempts", city="cairo", last=1)
    lobby = SampleLobby(ann.app, answer.location.removeprefix("/lobbies/"))
    assert [lobby.read(name) for name in ("city", "deck", "house", "clock", "tokens", "mistakes")] == [
        "cairo",
        "en-duet",
        ["zero"],
        "own 86400",
        9,
        5,
    ]
    assert bob.post(f"/teams/{team.code}/attempts", city="cairo", last=1).location == lobby.url()


def test_the_first_attempt_has_the_printed_rules(team, ann):
    answer = ann.post(f"/teams/{team.code}/attempts", city="prague", last=1)
    lobby = SampleLobby(ann.app, answer.location.removeprefix("/lobbies/"))
    assert (lobby.read("deck"), lobby.read("house"), lobby.read("clock")) == ("en-base", [], "")


def test_a_closed_city_and_a_stranger(team, ann, zed):
    assert ann.post(f"/teams/{team.code}/attempts", city="cairo", last=1).status_code == 422
    assert zed.post(f"/teams/{team.code}/attempts", city="prague", last=1).status_code == 404


def test_the_legend_says_what_the_signs_mean(team, ann):
    page = ann.get(f"/teams/{team.code}").text.split('class="map-legend"')[1].split("</ul>")[0]
    for meaning in ("closed: win in a city beside it first", "9 timer tokens, 5 mistakes", "the way you have come"):
        assert meaning in page
