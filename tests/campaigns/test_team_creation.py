"""Founding a team: alone, with people by name, and after a first win that counts as Prague (M1, M2)."""

import re

import pytest
from markupsafe import escape
from sqlalchemy import select

from app.accounts import blocks
from app.db import db
from app.teams import service
from app.teams.models import Team
from tests.campaigns.conftest import WON
from tests.lobbies.sample_lobby import alert


def teams(app) -> list[Team]:
    with app.app_context():
        return list(db.session.scalars(select(Team).order_by(Team.id)))


def accept(person):
    """Join the team to which somebody has been invited; return the answer."""
    (path,) = re.findall(r'href="(/invitations/[^"]+)"', person.get("/notices").text)
    return person.post(path)


def states(page: str) -> dict[str, str]:
    """The state of every city in the list beside the map."""
    return dict(re.findall(r'data-city="([^"]+)"\s+data-state="([^"]+)"', page))


def test_alone(ann, app):
    """M1: a team of one waits for others, and says so."""
    answer = ann.post("/teams", name="  Night   Owls ")
    assert answer.status_code == 303
    page = ann.get(answer.location)
    assert "<bdi>Night Owls</bdi>" in page.text
    assert "You are the only one in this team" in page.text
    assert states(page.text)["prague"] == "open"
    assert list(states(page.text).values()).count("closed") == 23


@pytest.mark.parametrize("sent", [["Bob", "Cat"], "Bob, Cat", "bob,\nCAT , Bob"])
def test_with_people(ann, bob, cat, sent):
    """M1: names in several fields or in one; case makes no difference. They are invited, and join or do not."""
    team = ann.post("/teams", name="Owls", members=sent).location
    for person in (bob, cat):
        assert person.get(team).status_code == 404
        for page in ("/notices", "/teams"):
            assert "Ann invites you to join their team." in person.get(page).text
    assert accept(bob).location == team
    assert "invites you" not in bob.get("/notices").text + bob.get("/teams").text
    assert "Owls" in bob.get("/").text
    assert ann.get(f"{team}/members").text.count("since ") == 2


def test_who_has_blocked_the_founder_is_not_invited(ann, bob, app, team):
    """And the founder is told the same as of anybody."""
    with app.app_context():
        blocks.block(bob.user.id, ann.user.id)
        db.session.commit()
    answer = ann.post("/teams", name="Owls", members="Bob")
    assert (answer.status_code, bob.get(answer.location).status_code) == (303, 404)
    assert "invites you" not in bob.get("/notices").text


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"name": " "}, "Give the team a name."),
        ({"name": "x" * 41}, "at most 40 characters"),
        ({"name": "a\u200bb"}, "is invisible"),
        ({"name": "a\x00b"}, "is invisible"),
        ({"name": "\u3164"}, "is invisible"),
        ({"name": "e\u0301\u0302\u0303\u0304"}, "is invisible"),
        ({"name": "Owls", "members": "Bob, Nemo"}, "There is no account called Nemo."),
        ({"name": "Owls", "members": ",".join(f"Nobody{number}" for number in range(300))}, "at most 20 members"),
    ],
)
def test_refusals(ann, bob, app, fields, reason):
    """Nothing is founded, and what was typed stays."""
    answer = ann.post("/teams", **fields)
    assert answer.status_code == 422
    assert reason in alert(answer)
    assert teams(app) == []
    if "Nemo" in fields.get("members", ""):
        assert 'value="Owls"' in answer.text
        assert 'value="Bob, Nemo"' in answer.text


@pytest.mark.parametrize("name", ["👨‍👩‍👧 family", "Ünïcödé", "می‌خواهم", "<b>&amp;</b>", "x" * 40])
def test_names_of_many_kinds(ann, name):
    """Emoji made of several, and letters that are joined or parted, are as good as others; markup is text."""
    page = ann.get(ann.post("/teams", name=name).location).text
    assert f"<bdi>{escape(name)}</bdi>" in page


def test_the_second_click_leads_to_the_team_of_the_first(ann, bob, app):
    first, second = (ann.post("/teams", name="Owls", members="Bob").location for _ in range(2))
    assert first == second
    assert bob.post("/teams", name="Owls").location != first
    assert len(teams(app)) == 2


def test_one_s_own_teams_are_counted(ann, app):
    with app.app_context():
        for number in range(service.MAX_TEAMS):
            service.create_team(ann.user.id, f"T{number}")
        db.session.commit()
    answer = ann.post("/teams", name="One more")
    assert (answer.status_code, alert(answer)) == (422, "You are already in 50 teams. Leave one first.")


def test_the_founder_keeps_the_team(ann, bob):
    """M1: whoever founds it was there first, also before people with an older account."""
    team = bob.post("/teams", name="Owls", members="Ann").location
    accept(ann)
    assert "Remove someone" in bob.get(f"{team}/members").text
    assert "Remove someone" not in ann.get(f"{team}/members").text


def test_as_many_statements_for_thirty_teams_as_for_one(app, ann, statements):
    with app.app_context():
        service.create_team(ann.user.id, "First")
        db.session.commit()
    one = statements(lambda: ann.get("/teams"))
    with app.app_context():
        for number in range(30):
            service.create_team(ann.user.id, f"T{number}")
        db.session.commit()
    assert statements(lambda: ann.get("/teams")) == one


def test_too_many_are_refused(ann, app):
    answers = [ann.post("/teams", name=f"Owls {number}").status_code for number in range(21)]
    assert answers == [303] * 20 + [429]
    assert len(teams(app)) == 20


def test_visitors_are_asked_to_sign_in(nobody, app):
    assert nobody.get("/teams").status_code == 303
    assert nobody.post("/teams", name="Owls").status_code == 303
    assert teams(app) == []


def test_the_list_of_teams(ann, bob, attempt):
    """How far each has come; the empty list says what a team is."""
    attempt("prague", WON)
    page = bob.get("/teams").text
    assert "Night Owls" in page
    assert "1 of 24 cities" in page


def test_no_teams_yet(zed):
    assert "You are not in a team yet" in zed.get("/teams").text


class TestAfterAWin:
    """M2: a standard mission won outside a campaign counts as Prague for a team that its players found."""

    def test_it_counts_as_prague(self, ann, bob, attempt):
        game = attempt(sheet_id=None, city=None, moves=WON)
        team = ann.post("/teams", name="Winners", game=game.code).location
        assert bob.get(team).status_code == 404
        assert accept(bob).location == team
        found = states(bob.get(team).text)
        assert {city for city, state in found.items() if state == "done"} == {"prague"}
        assert {city for city, state in found.items() if state == "open"} == {"berlin", "cairo", "moscow"}
        assert game.game.city == "prague"

    def test_the_second_click_leads_to_the_same_team(self, ann, bob, attempt, app):
        game = attempt(sheet_id=None, city=None, moves=WON)
        first = ann.post("/teams", name="Winners", game=game.code)
        second = bob.post("/teams", name="Other name", game=game.code)
        assert first.location == second.location
        assert [team.name for team in teams(app)] == ["Night Owls", "Winners"]

    def test_who_was_in_a_team_does_not_come_back_by_its_games(self, ann, bob, attempt, team):
        game = attempt("prague", WON)
        bob.post(f"/teams/{team.code}/leave")
        assert bob.post("/teams", name="Winners", game=game.code).status_code == 422
        assert bob.get(f"/teams/{team.code}").status_code == 404

    def test_strangers_cannot_take_a_win(self, zed, attempt, app):
        game = attempt(sheet_id=None, city=None, moves=WON)
        assert zed.post("/teams", name="Thieves", game=game.code).status_code == 404
        for nonsense in ("nonsense", "\x00", "a" * 4000):
            assert zed.post("/teams", name="Thieves", game=nonsense).status_code == 404
        assert len(teams(app)) == 1

    @pytest.mark.parametrize(
        "game",
        [
            {"moves": WON[:-1]},
            {"moves": (("a", "clue zyzzyva 1"), ("b", "guess 15"))},
            {"moves": WON, "tokens": 10, "mistakes": 10},
            {"moves": WON, "tokens": 9, "mistakes": 8},
        ],
        ids=["unfinished", "lost", "easier", "harder"],
    )
    def test_other_games_do_not_count(self, ann, attempt, game, app):
        table = attempt(sheet_id=None, city=None, **game)
        answer = ann.post("/teams", name="Winners", game=table.code)
        assert answer.status_code == 422
        assert "counts for Prague" in answer.text
        assert 'value="Winners"' in answer.text
        assert len(teams(app)) == 1
        assert table.game.city is None

    def test_a_bad_name_loses_nothing(self, ann, attempt, app):
        game = attempt(sheet_id=None, city=None, moves=WON)
        answer = ann.post("/teams", name="", game=game.code)
        assert (answer.status_code, alert(answer)) == (422, "Give the team a name.")
        assert f'value="{game.code}"' in answer.text
        assert ann.post("/teams", name="Winners", game=game.code).status_code == 303
