"""GET /admin/people/<number>: what is known of a person, and no more than it takes to decide."""

from sqlalchemy import update

from app.accounts.models import User
from app.db import db
from tests.games.clock.clocked_games import text_of
from tests.moderation.reporting import decide, logged_actions, reported, suspend


def test_it_shows_reports_decisions_names_and_sessions(app, ann, bob, eve, classic, duet):
    decide(eve, reported(ann, bob, classic), "warned", reason="Mind what you say.")
    reported(bob, ann, duet)
    bob.post("/account/name", name="Robert")
    page = text_of(eve.get(f"/admin/people/{bob.user.id}"))
    for part in ("Robert", "Other names in the last 90 days Bob", "Mind what you say.", "warned", "in 0 browsers"):
        assert part in page
    assert (
        page.index("Reports about this person")
        < page.index("Reports by this person")
        < page.index("Warnings and suspensions")
    )


def test_it_shows_no_address_and_no_password(app, ann, eve):
    with app.app_context():
        secrets = {"email": "ann@secret.example", "new_email": "new@secret.example", "password_hash": "argon2-secret"}
        db.session.execute(update(User).where(User.id == ann.user.id).values(**secrets))
        db.session.commit()
    answer = eve.get(f"/admin/people/{ann.user.id}")
    assert "secret" not in answer.text
    assert answer.headers["Cache-Control"] == "no-store"


def test_it_is_found_by_name(ann, eve):
    assert eve.get("/admin/people?name=ANN").location == f"/admin/people/{ann.user.id}"
    answer = eve.get("/admin/people?name=<b>")
    assert "There is no account with that name." in answer.text
    assert 'value="&lt;b&gt;"' in answer.text
    for number in ("999999999", "99999999999999999999999"):
        assert eve.get(f"/admin/people/{number}").status_code == 404


def test_a_suspension_without_a_report_and_its_end(app, ann, eve):
    suspend(eve, ann, reason="You shouted.")
    assert ann.get("/").location == "/standing"
    assert "Lift the suspension" in eve.get(f"/admin/people/{ann.user.id}").text
    act = f"/admin/people/{ann.user.id}/measures"
    assert eve.post(act, decision="lifted", reason="A mistake.").status_code == 303
    assert ann.get("/").status_code == 200
    assert eve.post(act, decision="lifted").status_code == 409
    assert logged_actions(app)[1:] == [("suspended", "You shouted."), ("lifted", "A mistake.")]
    assert "It is over: you can play again." in text_of(ann.get("/notices"))
    assert "lifted" in text_of(ann.get("/standing"))


def test_the_latest_suspension_holds(app, ann, eve):
    suspend(eve, ann, "forever", "Enough.")
    suspend(eve, ann, "1", "On second thoughts.")
    page = text_of(ann.get("/standing"))
    assert page.index("until") < page.index("On second thoughts.") < page.index("Enough.")
    assert "You cannot play here any more." not in page


def test_admins_are_not_judged(ann, eve):
    answer = eve.post(f"/admin/people/{eve.user.id}/measures", decision="warned", reason="Oh.")
    assert answer.status_code == 422
    assert "Apply" not in eve.get(f"/admin/people/{eve.user.id}").text
