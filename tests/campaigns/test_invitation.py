"""Joining a team by its link (M1)."""

import pytest

from app.accounts.models import User
from app.db import db, now
from app.teams.loading import team_or_404
from tests.lobbies.sample_lobby import alert
from tests.visitor import Visitor


@pytest.fixture
def link(app, team, ann) -> str:
    """The invitation to Ann and Bob's team."""
    return f"/invitations/{team.invite}"


def people(app, team, ann) -> list[str]:
    with app.app_context():
        return [person.name for person in team_or_404(team.code, ann.user.id).active_members]


def test_joining(app, team, link, ann, cat):
    assert "Ann and Bob are playing a Duet campaign" in cat.get(link).text
    answer = cat.post(link)
    assert answer.location == f"/teams/{team.code}"
    assert cat.get(answer.location).status_code == 200
    assert people(app, team, ann) == ["Ann", "Bob", "Cat"]


def test_joining_twice_changes_nothing(app, team, link, ann, cat):
    assert [cat.post(link).status_code for _ in range(2)] == [303, 303]
    assert people(app, team, ann) == ["Ann", "Bob", "Cat"]
    assert cat.get(link).location == f"/teams/{team.code}"


def test_a_visitor_joins_as_a_guest(app, team, link, ann, nobody):
    """A name is enough; who signs up later keeps the team."""
    page = nobody.get(link)
    assert 'name="name"' in page.text
    assert f"/signup?next={link}" in page.text
    answer = nobody.post(link, name="Nell")
    assert nobody.get(answer.location).status_code == 200
    assert people(app, team, ann) == ["Ann", "Bob", "Nell"]
    assert "(guest)" in ann.get(f"/teams/{team.code}/members").text
    nobody.post("/signup", name="Nelly", password="a password that is long")
    assert people(app, team, ann) == ["Ann", "Bob", "Nelly"]


@pytest.mark.parametrize(
    ("name", "reason"), [("", "Enter a name."), ("Bob", "belongs to an account"), ("x", "2 to 30")]
)
def test_a_guest_needs_a_name_of_their_own(app, team, link, ann, nobody, name, reason):
    answer = nobody.post(link, name=name)
    assert answer.status_code == 422
    assert reason in alert(answer)
    assert people(app, team, ann) == ["Ann", "Bob"]


def test_a_void_invitation(app, team, link, ann, cat):
    """A new link makes the old one void."""
    assert ann.post(f"/teams/{team.code}/invite").status_code == 303
    assert [cat.get(link).status_code, cat.post(link).status_code] == [404, 404]
    with app.app_context():
        fresh = team_or_404(team.code, ann.user.id).invite
    assert fresh in ann.get(f"/teams/{team.code}/members").text
    assert cat.post(f"/invitations/{fresh}").status_code == 303


def test_the_invitation_is_not_the_address(team, link, cat):
    """Who guesses neither learns nothing."""
    assert cat.get(f"/teams/{team.invite}").status_code == 404
    assert cat.get(f"/invitations/{team.code}").status_code == 404


def test_two_guests_of_one_name(app, team, link, ann, nobody):
    """A double click does not bring somebody in twice, and nobody passes for another."""
    nobody.post(link, name="Nell")
    other = Visitor(app, "other")
    answer = other.post(link, name="nell")
    assert (answer.status_code, alert(answer)[:19]) == (422, "Someone called Nell")
    assert people(app, team, ann) == ["Ann", "Bob", "Nell"]


def test_who_has_gone_for_good_takes_no_place(app, team, link, cat, new_visitor):
    gone = [new_visitor(f"Guest{number}") for number in range(18)]
    for person in gone:
        person.post(link)
    with app.app_context():
        for person in gone:
            db.session.get(User, person.user.id).deleted_at = now()
        db.session.commit()
    assert cat.post(link).status_code == 303


def test_a_full_team(app, team, link, cat, new_visitor):
    for number in range(18):
        assert new_visitor(f"Guest{number}").post(link).status_code == 303
    answer = cat.post(link)
    assert (answer.status_code, alert(answer)) == (422, "This team is full: it has 20 members.")


def test_pasted_into_the_front_page(link, cat):
    """The box for codes takes the whole link."""
    assert cat.get(f"/lobbies?code=https://example.org{link}").location == link


def test_the_map_s_own_link_leads_members_there_and_nobody_else(team, ann, cat):
    link = f"/teams/{team.code}"
    assert ann.get(f"/lobbies?code=https://example.org{link}").location == link
    assert cat.get(f"/lobbies?code=https://example.org{link}").status_code == 404
