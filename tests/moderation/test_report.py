"""GET /reports/new and POST /reports: a copy of what was said arrives, once, and who is meant is not told."""

import pytest

from app.accounts import blocks
from app.accounts.models import User
from app.db import db
from app.moderation.reports import reporting as service
from tests.clock import pass_time
from tests.games.clock.clocked_games import text_of
from tests.games.tables import CLUE
from tests.lobbies.sample_lobby import open_lobby
from tests.moderation.conftest import admin
from tests.moderation.reporting import decide, report, reported, reports, say
from tests.notifications.turn_notices import opened
from tests.visitor import Visitor


def test_a_line_of_talk_is_kept_as_it_was(app, ann, bob, classic):
    line = say(classic, bob, "you fool")
    form = text_of(ann.get(f"/reports/new?game={classic.code}&user={bob.user.id}&line={line}"))
    assert "Report Bob" in form
    assert "you fool" in form
    answer = report(ann, bob, classic, f"talk:{line}", words="He does that all the time.")
    assert (answer.status_code, answer.location) == (303, f"/games/{classic.code}")
    assert "we have received your report" in ann.get("/").text
    bob.post(f"/games/{classic.code}/talk/deletions", line=line)
    bob.post("/account/name", name="Robert")
    [kept] = reports(app)
    assert (kept.called, kept.about, kept.evidence, kept.said_at is not None) == ("Bob", "talk", "you fool", True)
    assert (kept.kind, kept.words) == ("abuse", "He does that all the time.")


def test_the_line_that_was_chosen_is_ticked_already(ann, bob, classic):
    line = say(classic, bob, "you fool")
    page = ann.get(f"/reports/new?game={classic.code}&user={bob.user.id}&line={line}").text
    [ticked] = [each for each in page.split("<label>") if "checked" in each]
    assert "you fool" in ticked


def test_what_the_other_side_says_cannot_be_chosen(ann, dan, classic):
    """V14: nobody reads it by this way round."""
    line = say(classic, dan, "they are fools")
    assert "they are fools" not in ann.get(f"/reports/new?game={classic.code}&user={dan.user.id}").text
    assert report(ann, dan, classic, f"talk:{line}").status_code == 422


def test_a_clue_is_kept_without_the_cards_it_was_for(app, ann, dan, classic):
    classic.must("red-spymaster", f"clue {CLUE} 2 for 3,7")
    page = dan.get(f"/reports/new?game={classic.code}&user={ann.user.id}").text
    assert f"{CLUE} 2" in page
    assert "3,7" not in page
    reported(dan, ann, classic, about="clue:1")
    assert reports(app)[0].evidence == f"{CLUE} 2"


def test_a_name_is_kept_from_a_lobby_and_from_a_profile(app, ann, bob):
    lobby = open_lobby(bob, variant="duet")
    reported(ann, bob, {"lobby": lobby.code}, about="name", kind="name")
    bob.post("/account/profile", public="1")
    reported(ann, bob, {"profile": bob.user.id}, about="name", kind="name")
    assert [(each.place, each.evidence) for each in reports(app)] == [
        (f"lobby:{lobby.code}", "Bob"),
        ("profile", "Bob"),
    ]


def test_whoever_may_not_see_a_place_cannot_report_from_it(ann, bob, zed, duet):
    assert zed.get(f"/reports/new?profile={bob.user.id}").status_code == 404
    assert report(zed, bob, {"profile": bob.user.id}).status_code == 404
    assert zed.get(f"/reports/new?game=zzzzzzzz&user={bob.user.id}").status_code == 404
    assert zed.get(f"/reports/new?lobby=zzzzzzzz&user={bob.user.id}").status_code == 404
    assert zed.get("/reports/new?lobby=%00&user=1").status_code == 404
    assert zed.get("/reports/new").status_code == 404


def test_nobody_reports_themselves_or_somebody_who_is_not_there(ann, zed, duet):
    assert report(ann, ann, duet).status_code == 404
    assert report(ann, zed, duet).status_code == 404


def test_at_a_table_one_chooses_whom(ann, bob, cat, dan, classic):
    page = text_of(ann.get(f"/reports/new?game={classic.code}"))
    assert [name for name in ("Bob", "Cat", "Dan") if name in page] == ["Bob", "Cat", "Dan"]


def test_one_open_report_of_a_person_and_a_place(app, ann, bob, eve, classic, duet):
    first = reported(ann, bob, classic)
    again = report(ann, bob, classic, words="and again", kind="spoiling")
    assert again.status_code == 409
    assert "and again" in again.text
    assert "already reported this person here" in again.text
    reported(ann, bob, duet)
    assert decide(eve, first, "dismissed").status_code == 303
    reported(ann, bob, classic)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"about": "talk:1"}, "Choose what to report."),
        ({"about": ""}, "Choose what to report."),
        ({"kind": "nonsense"}, "Choose what is wrong."),
        ({"kind": "other", "words": " \n\u202e"}, "Explain in a few words what is wrong."),
        ({"words": "y" * 1001}, "That is 1 character too long."),
    ],
)
def test_what_is_not_in_order_is_refused_and_kept(app, ann, bob, duet, fields, says):
    answer = report(ann, bob, duet, **{"words": "typed before"} | fields)
    assert answer.status_code == 422
    assert says in answer.text
    assert fields.get("words", "typed before").strip() in answer.text
    assert reports(app) == []


def test_signs_that_cannot_be_seen_are_left_out(app, ann, bob, duet):
    reported(ann, bob, duet, words="first\r\nsecond\0\u202e")
    assert reports(app)[0].words == "first\nsecond"


def test_reports_have_a_limit(ann, bob, duet):
    answers = [report(ann, bob, duet, kind="other", words="").status_code for _ in range(11)]
    assert (set(answers[:10]), answers[10]) == ({422}, 429)


def test_blocking_goes_in_the_same_step(app, ann, bob, duet):
    say(duet, bob, "nothing")
    reported(ann, bob, duet, block="1")
    with app.app_context():
        assert [user.name for user in blocks.load_blocked_users(ann.user.id)] == ["Bob"]


def test_who_was_blocked_without_a_game_is_unblocked_too(app, ann, bob):
    lobby = open_lobby(bob, variant="duet")
    reported(ann, bob, {"lobby": lobby.code}, block="1")
    assert "Unblock: Bob" in ann.get("/people").text
    assert ann.post("/people/invitations", user=bob.user.id).status_code == 422
    assert ann.post("/people/blocks", user=bob.user.id).status_code == 303
    assert ann.post("/people/blocks", user=bob.user.id, blocked="1").status_code == 422
    with app.app_context():
        assert blocks.load_blocked_users(ann.user.id) == []


def test_who_is_meant_is_not_told(app, ann, bob, duet):
    pages = ("/notices", "/standing")
    before = [text_of(bob.get(page)) for page in pages], bob.fragment(f"/games/{duet.code}").headers["HX-PTag"]
    reported(ann, bob, duet, words="Ann says so")
    after = [text_of(bob.get(page)) for page in pages], bob.fragment(f"/games/{duet.code}").headers["HX-PTag"]
    assert before == after
    assert "Ann says so" not in bob.post("/account/export").text


def test_admins_are_told_but_not_who_is_meant_or_plays_there(app, ann, bob, cat, dan, eve, classic):
    for person in (bob, dan):
        admin(app, person)
    reported(ann, bob, classic)
    with app.app_context():
        assert [notice.kind for notice in opened(eve)] == ["reported"]
        assert [notice.kind for person in (bob, dan) for notice in opened(person) if notice.kind != "turn"] == []
    assert "There is a new report." in eve.get("/notices").text


def test_guests_report_and_are_reported(app, ann):
    lobby = open_lobby(ann, variant="duet")
    guest = Visitor(app, "guest")
    assert guest.post(lobby.url("seats"), seat="b", name="Gus").status_code == 303
    with app.app_context():
        guest.user = db.session.query(User).filter_by(name="Gus").one()
    reported(guest, ann, {"lobby": lobby.code})
    reported(ann, guest, {"lobby": lobby.code})
    assert [each.called for each in reports(app)] == ["Ann", "Gus"]


def test_reports_are_forgotten_after_their_time(app, ann, bob, eve, classic, duet):
    """90 days after the decision; what nobody decides about, after a year."""
    decide(eve, reported(ann, bob, classic), "dismissed")
    reported(ann, bob, duet)
    left = []
    for days in (89, 2, 273, 2):
        pass_time(app, service.timedelta(days=days))
        with app.app_context():
            service.delete_old_reports()
        left.append(len(reports(app)))
    assert left == [2, 1, 1, 0]
