"""POST /admin/reports/<number>/hand and …/decision: a report is looked at, and decided once."""

import pytest

from app.accounts import erasure
from app.db import db
from app.moderation.admin import admin_pages
from tests.games.clock.clocked_games import text_of
from tests.games.tables import LOSING
from tests.moderation.conftest import admin
from tests.moderation.reporting import decide, logged_actions, measures, reported, reports, say
from tests.notifications.turn_notices import opened
from tests.visitor import without_tokens


@pytest.fixture
def number(ann, bob, classic) -> int:
    """Ann's report of a line that Bob has said, among others."""
    for line in ("let me think", "you fool", "never mind"):
        last = say(classic, bob, line)
    return reported(ann, bob, classic, about=f"talk:{last - 1}", words="Look at that.")


def test_evidence_and_context_are_shown(eve, number):
    page = text_of(eve.get(f"/admin/reports/{number}"))
    for part in ("Report about Bob", "Reported by Ann", "you fool", "Look at that.", "let me think", "never mind"):
        assert part in page
    assert "Codenames" in page
    assert "the game is in progress" in page
    assert "Red operative" in page


def test_nothing_that_lies_on_a_running_table_is_shown(app, ann, bob, eve, classic):
    classic.change(words=[f"word{place}" for place in range(25)])  # none of which is in any sentence of the pages
    classic.must("red-spymaster", "clue zyzzyva 2 for 3,7")
    number = reported(bob, ann, classic, about="clue:1", words="Hm.")
    for page in (f"/admin/reports/{number}", f"/admin/people/{ann.user.id}", "/admin", "/admin/log"):
        text = eve.get(page).text
        with app.app_context():
            assert [word for word in classic.game.words if word in text] == []
        assert "data-key" not in text


def test_what_was_deleted_is_still_there(app, ann, bob, eve, number):
    with app.app_context():
        erasure.erase_user(db.session.merge(bob.user))
        db.session.commit()
    page = text_of(eve.get(f"/admin/reports/{number}"))
    assert "you fool" in page
    assert "called Bob at the time" in page
    assert "let me think" not in page
    assert decide(eve, number, "warned", reason="Mind what you say.").status_code == 422
    assert decide(eve, number, "dismissed").status_code == 303


def test_one_takes_it_in_hand_and_others_see_that(app, dan, eve, zed, number):
    admin(app, zed)
    assert eve.post(f"/admin/reports/{number}/hand").status_code == 303
    assert "assigned to Eve" in text_of(zed.get("/admin"))
    answer = decide(zed, number, "dismissed", reason="typed already")
    assert answer.status_code == 409
    assert "This report is assigned to Eve." in text_of(answer)
    assert "typed already" in answer.text
    assert zed.post(f"/admin/reports/{number}/hand").status_code == 303
    assert decide(zed, number, "dismissed").status_code == 303
    assert [action for action, _ in logged_actions(app)] == ["granted", "granted", "taken", "taken", "dismissed"]


def test_dismissed(app, bob, eve, number):
    assert decide(eve, number, "dismissed", reason="That is friendly.").status_code == 303
    assert (reports(app)[0].decision, measures(app)) == ("dismissed", [])
    assert ("dismissed", "That is friendly.") in logged_actions(app)
    assert "No reports are waiting for a decision" in eve.get("/admin").text
    assert "dismissed" in text_of(eve.get("/admin?closed=1"))
    assert "That is friendly." in eve.get("/admin/log").text
    with app.app_context():
        assert [notice.kind for notice in opened(bob)] == []


def test_warned_in_the_bell_and_why(app, bob, eve, number):
    assert decide(eve, number, "warned", reason="Mind what you say.").status_code == 303
    assert "You have received a warning: Mind what you say." in text_of(bob.get("/notices"))
    page = text_of(bob.get("/standing"))
    assert "Warning" in page
    assert "Mind what you say." in page
    assert bob.get("/").status_code == 200


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"decision": "warned"}, "Give a reason: the person will read it."),
        ({"decision": "suspended", "days": "7"}, "Give a reason: the person will read it."),
        ({"decision": "suspended", "days": "8", "reason": "typed"}, "Choose what to do."),
        ({"decision": "suspended", "reason": "typed"}, "Choose what to do."),
        ({"decision": "", "reason": "typed"}, "Choose what to do."),
        ({"decision": "warned", "reason": "y" * 1001}, "That is 1 character too long."),
    ],
)
def test_what_is_not_in_order_is_refused_and_kept(app, eve, number, fields, says):
    answer = eve.post(f"/admin/reports/{number}/decision", **fields)
    assert answer.status_code == 422
    assert says in answer.text
    assert fields.get("reason", "") in answer.text
    assert (reports(app)[0].decision, measures(app)) == (None, [])


def test_it_is_decided_once(app, eve, number):
    decide(eve, number, "dismissed")
    assert decide(eve, number, "warned", reason="Mind what you say.").status_code == 409
    assert eve.post(f"/admin/reports/{number}/hand").status_code == 409
    assert measures(app) == []


def test_nobody_decides_about_themselves_or_learns_who_reported_them(app, bob, eve, classic, number):
    classic.must("red-spymaster", "resign")
    admin(app, bob)
    assert "No reports are waiting for a decision" in bob.get("/admin").text
    assert bob.get(f"/admin/reports/{number}").status_code == 404
    assert decide(bob, number, "dismissed").status_code == 404
    assert "Ann" not in without_tokens(bob.get(f"/admin/people/{bob.user.id}"))
    answer = decide(eve, number, "warned", reason="Mind what you say.")
    assert answer.status_code == 422
    assert "first revoke their admin rights" in answer.text


def test_who_plays_there_decides_once_the_game_is_over(app, dan, classic, number):
    """V14: blue does not learn by this way what red says."""
    admin(app, dan)
    assert dan.get(f"/admin/reports/{number}").status_code == 404
    classic.must("red-spymaster", "resign")
    assert dan.get(f"/admin/reports/{number}").status_code == 200


def test_long_lists_have_pages(app, ann, bob, eve, classic, monkeypatch):
    monkeypatch.setattr(admin_pages, "PAGE_SIZE", 2)
    monkeypatch.setattr("app.moderation.admin.admin_views.PAGE_SIZE", 2)
    for who, whom in ((ann, bob), (bob, ann), (classic.people["blue-spymaster"], ann)):
        reported(who, whom, classic)
    first = eve.get("/admin")
    assert first.text.count('href="/admin/reports/') == 2
    second = eve.get(first.text.split('rel="next"')[1].split('href="')[1].split('"')[0].replace("&amp;", "&"))
    assert second.text.count('href="/admin/reports/') == 1
    assert 'rel="next"' not in second.text
    assert eve.get("/admin?before=nonsense").status_code == 200


def test_of_a_game_that_is_over_too(ann, bob, eve, duet):
    duet.must(*LOSING[0])
    duet.must("b", "resign")
    number = reported(ann, bob, duet, kind="spoiling")
    assert "the game is over" in text_of(eve.get(f"/admin/reports/{number}"))
