"""What a first win outside any campaign offers: to found a team, for which it counts as Prague (M1, M2)."""

import re
from collections.abc import Callable

import pytest

from app.games.wording import sentences
from app.rules.missions import MAP
from tests.games.tables import DUET_KEYS, LOSING, WINNING, Table, lay


@pytest.fixture
def win(ann, bob) -> Callable[..., Table]:
    """Play a Duet outside any campaign to its end, a standard one unless options say otherwise."""

    def won(people=None, **options):
        table = lay("duet", people or {"a": ann, "b": bob}, {"keys": DUET_KEYS}, **options)
        for seat, move in WINNING:
            table.must(seat, move)
        return table

    return won


def test_a_first_win_may_found_a_team(win, ann):
    """M2: it counts as Prague, and says what that opens."""
    table = win()
    told = table.see("a")
    assert "This win counts for Prague and opens Berlin, Cairo and Moscow." in told
    form = told.split('id="found"')[1].split("</form>")[0]
    assert "Everyone else who played this game to the end is invited." in form
    assert 'action="/teams"' in form
    fields = dict(re.findall(r'name="(\w+)" value="([^"]+)"', form))
    assert fields["game"] == table.code
    assert ann.post("/teams", **fields, name="Night Owls").status_code == 303
    assert table.game.city == "prague"
    assert table.people["b"].post(re.findall(r"/invitations/\w+", table.people["b"].get("/notices").text)[0])
    told = table.see("b")
    assert "Prague is completed. This win opens:" in told
    assert 'id="found"' not in told


def test_what_is_opened_first_is_read_from_the_map(monkeypatch):
    monkeypatch.setattr(sentences, "MAP", {name: city for name, city in MAP.items() if name != "berlin"})
    assert sentences.founding_text() == "This win counts for Prague and opens Cairo and Moscow."


@pytest.mark.parametrize("options", [{"tokens": 10, "mistakes": 10}, {"tokens": 9, "mistakes": 8}])
def test_only_a_standard_mission_founds_a_team(win, options):
    """M2"""
    assert 'id="found"' not in win(**options).see("a")


def test_no_team_is_offered_before_the_end_nor_after_a_loss(duet):
    assert 'id="found"' not in duet.see("a")
    for seat, move in LOSING:
        duet.must(seat, move)
    assert 'id="found"' not in duet.see("a")


def test_watchers_found_nothing(win, zed, nobody):
    table = win()
    for watcher in (zed, nobody):
        assert 'id="found"' not in watcher.get(f"/games/{table.code}").text


def test_who_share_a_team_found_no_second_one(win, team):
    """M1"""
    assert 'id="found"' not in win().see("a")


def test_a_team_is_shared_by_those_who_are_left(win, ann, bob, zed, team):
    """L1, M1: who left the game would not be in the new team either."""
    table = lay("duet", {"a": [ann, zed], "b": bob}, {"keys": DUET_KEYS})
    assert zed.post(f"/games/{table.code}/moves", move="resign", seen=0).status_code == 303
    for seat, move in WINNING:
        table.must(seat, move)
    assert 'id="found"' not in table.see("a")


def test_teams_that_some_share_do_not_keep_all_from_founding_one(win, ann, zed, team):
    """M1"""
    assert 'id="found"' in win({"a": ann, "b": zed}).see("a")


def test_making_a_team_leaves_everybody_the_rematch(win, ann, bob):
    """M1: it counts for the team once all are in it; the page of the team says whom it waits for."""
    table = win()
    team = ann.post("/teams", game=table.code, name="Night Owls").location
    assert "You are the only one in this team so far. Invited: Bob." in ann.get(team).text
    for seat in ("a", "b"):
        assert ">Play again</button>" in re.sub(r"\s*(?=</button>)", "", table.see(seat))
    invitation = re.findall(r"/invitations/\w+", bob.get("/notices").text)[0]
    assert bob.post(invitation).status_code == 303
    assert "Play Prague again" in table.see("b")
    assert "You are the only one" not in ann.get(team).text
