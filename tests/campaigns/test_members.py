"""Renaming a team, taking somebody out, and leaving it (M1)."""

import pytest

from app.db import db
from tests.campaigns.conftest import WON
from tests.lobbies.sample_lobby import alert
from tests.visitor import without_tokens


def test_anyone_in_it_may_rename(team, ann, bob):
    assert bob.post(f"/teams/{team.code}/name", name="Day Owls").status_code == 303
    assert "<bdi>Day Owls</bdi>" in ann.get(f"/teams/{team.code}").text


def test_a_bad_name_stays_in_the_form(team, ann):
    answer = ann.post(f"/teams/{team.code}/name", name="y" * 41)
    assert answer.status_code == 422
    assert "this one has 41" in alert(answer)
    assert f'value="{"y" * 41}"' in answer.text
    assert "<bdi>Night Owls</bdi>" in answer.text


def test_leaving(three, ann, bob):
    """M1: the team and its map outlive whoever goes."""
    answer = bob.post(f"/teams/{three.code}/leave")
    assert answer.location == "/teams"
    assert "You left Night Owls." in bob.get("/teams").text
    assert bob.get(f"/teams/{three.code}").status_code == 404
    assert "Bob" not in without_tokens(ann.get(f"/teams/{three.code}/members"))


def test_the_last_one_to_leave_can_come_back(team, attempt, ann, bob):
    """M1: a team without members keeps its map for whoever has the link."""
    attempt("prague", WON)
    for person in (ann, bob):
        person.post(f"/teams/{team.code}/leave")
    assert "Nobody is in this team right now" in ann.get(f"/invitations/{team.invite}").text
    ann.post(f"/invitations/{team.invite}")
    assert "1 of 24" in ann.get(f"/teams/{team.code}").text


def test_taking_somebody_out(three, ann, bob, cat):
    """Whoever has been in longest may; the old invitation is void then."""
    assert "Remove someone" in ann.get(f"/teams/{three.code}/members").text
    assert ann.post(f"/teams/{three.code}/members", user=cat.user.id).status_code == 303
    assert cat.get(f"/teams/{three.code}").status_code == 404
    assert cat.post(f"/invitations/{three.invite}").status_code == 404


def test_others_may_not(three, ann, bob, cat):
    assert "Remove someone" not in bob.get(f"/teams/{three.code}/members").text
    answer = bob.post(f"/teams/{three.code}/members", user=cat.user.id)
    assert answer.status_code == 403
    assert "Only Ann" in alert(answer)
    assert cat.get(f"/teams/{three.code}").status_code == 200


@pytest.mark.parametrize("user", ["", "0", "nobody", "99999999999999999999"])
def test_only_somebody_who_is_in_it(three, ann, user):
    assert ann.post(f"/teams/{three.code}/members", user=user).status_code == 422


def test_not_oneself(three, ann):
    assert ann.post(f"/teams/{three.code}/members", user=ann.user.id).status_code == 422
    assert ann.get(f"/teams/{three.code}").status_code == 200


def test_after_the_keeper_comes_the_next(three, ann, bob, cat):
    ann.post(f"/teams/{three.code}/leave")
    assert bob.post(f"/teams/{three.code}/members", user=cat.user.id).status_code == 303


def test_a_deleted_account_is_gone(app, three, ann, bob, cat):
    """It is counted no more, and keeps no right."""
    with app.app_context():
        user = db.session.get(type(ann.user), ann.user.id)
        user.deleted_at = user.created_at
        db.session.commit()
    page = bob.get(f"/teams/{three.code}/members").text
    assert page.count("since ") == 2
    assert "Remove someone" in page
