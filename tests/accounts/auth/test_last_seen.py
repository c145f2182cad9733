"""When somebody was last here, to the day; and guests who will not come back."""

from datetime import timedelta

import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import OperationalError

from app.accounts import guest_cleanup
from app.accounts.auth import login_manager
from app.accounts.models import User
from app.accounts.settings import away
from app.db import db, now
from tests.accounts.people import is_in, people, registered, restart, row, seated
from tests.clock import pass_time
from tests.statements import recorded_statements

DAY = timedelta(days=1)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def statements(app):
    """The statements that the site sends, as they are sent."""
    with recorded_statements(app) as sent:
        yield sent


def updates(statements):
    """Those that change people."""
    return [statement for statement in statements if "UPDATE users" in statement]


class TestSeen:
    """The column is written once a day, and no other request pays for it."""

    def test_once_a_day(self, app, ada, statements):
        pass_time(app, DAY + MINUTE)
        ada.get("/account")
        assert abs(now() - row(app, "Ada").seen_at) < MINUTE
        assert len(updates(statements)) == 1
        for _ in range(3):
            ada.get("/account")
        pass_time(app, DAY - MINUTE)
        ada.get("/account")
        assert len(updates(statements)) == 1
        pass_time(app, 2 * MINUTE)
        ada.get("/account")
        assert len(updates(statements)) == 2

    def test_whoever_came_today_was_seen_by_coming(self, app, ada, statements):
        ada.get("/account")
        assert updates(statements) == []
        assert row(app, "Ada").seen_at is None

    def test_strangers_and_the_deleted_are_not_seen(self, app, ada, nobody, statements):
        pass_time(app, 2 * DAY)
        with app.app_context():
            db.session.execute(text("UPDATE users SET epoch = 1"))
            db.session.commit()
        statements.clear()
        assert not is_in(ada)
        assert nobody.get("/").status_code == 200
        assert updates(statements) == []

    def test_a_form_that_changes_something_is_not_undone(self, app, ada):
        pass_time(app, 2 * DAY)
        assert ada.post("/account/name", name="Eve").status_code == 303
        assert row(app, "Eve").seen_at

    def test_a_form_that_is_refused_changes_nothing_else(self, app, ada):
        pass_time(app, 2 * DAY)
        assert ada.post("/account/name", name="x").status_code == 422
        assert row(app, "Ada").seen_at

    def test_somebody_who_holds_the_row_is_not_waited_for(self, app, ada):
        pass_time(app, 2 * DAY)
        with app.app_context(), db.engine.begin() as other:
            other.execute(text("SELECT * FROM users FOR UPDATE"))
            began = now()
            assert ada.get("/account").status_code == 200
            assert now() - began < timedelta(seconds=2.9)
        assert row(app, "Ada").seen_at is None
        ada.get("/account")
        assert row(app, "Ada").seen_at

    def test_a_database_that_is_read_only_still_answers(self, app, ada, statements):
        pass_time(app, 2 * DAY)
        with app.app_context():
            engine = db.engine

        @event.listens_for(engine, "begin")
        def read_only(connection):
            connection.exec_driver_sql("SET TRANSACTION READ ONLY")

        try:
            assert ada.get("/account").status_code == 200
        finally:
            event.remove(engine, "begin", read_only)
        assert len(updates(statements)) == 1
        assert row(app, "Ada").seen_at is None

    def test_a_database_that_goes_away_afterwards_still_answers(self, app, ada, monkeypatch):
        pass_time(app, 2 * DAY)

        def broken(*args, **kwargs):
            raise OperationalError("", {}, Exception("gone"))

        monkeypatch.setattr(login_manager, "UPDATE_SEEN_AT", text("SELECT 1/0"))
        assert ada.get("/account").status_code == 200
        monkeypatch.setattr(db.session, "commit", broken)
        assert ada.get("/account").status_code == 200


class TestRelease:
    """Guests whom no cookie brings back."""

    @pytest.fixture
    def gone(self, app):
        """A guest not seen for 180 days, one who was, and an account that was not."""
        seated(app, "Gus")
        seen = seated(app, "Gwen")
        registered(app, "Ada")
        pass_time(app, 100 * DAY)
        seen.get("/")
        pass_time(app, 80 * DAY + MINUTE)

    @staticmethod
    def release(app, **most):
        """Let go whom no cookie can bring back."""
        with app.app_context():
            return guest_cleanup.erase_inactive_guests(now() - login_manager.COOKIE_LIFETIME, **most)

    def test_only_guests_who_were_not_seen(self, app, gone):
        assert self.release(app) == 1
        assert [row(app, name).deleted_at is None for name in ("someone", "Gwen", "Ada")] == [False, True, True]
        with app.app_context():
            gus = db.session.get_one(User, row(app, "someone").id)
            assert (gus.display_name, gus.is_guest) == ("someone", False)
        assert self.release(app) == 0

    def test_not_a_day_too_soon(self, app):
        seated(app, "Gus")
        pass_time(app, login_manager.COOKIE_LIFETIME - MINUTE)
        assert self.release(app) == 0

    def test_a_browser_of_such_a_guest_is_signed_out(self, app):
        gus = seated(app, "Gus")
        pass_time(app, login_manager.COOKIE_LIFETIME + MINUTE)
        self.release(app)
        assert not is_in(gus)
        restart(gus)
        assert gus.get("/").status_code == 200

    def test_so_many_at_once_the_oldest_first(self, app):
        for i in range(5):
            seated(app, f"Gus {i}")
        pass_time(app, 200 * DAY)
        assert [self.release(app, most=2) for _ in range(4)] == [2, 2, 1, 0]
        assert people(app) == 5

    def test_one_who_is_being_changed_is_left_for_the_next_time(self, app, gone):
        with app.app_context(), db.engine.begin() as other:
            other.execute(text("SELECT * FROM users FOR UPDATE"))
            assert self.release(app) == 0
        assert self.release(app) == 1

    def test_games_hear_of_one_who_meant_to_be_away(self, app, monkeypatch):
        told = []
        monkeypatch.setattr(away, "change_hooks", [told.append])
        gus = seated(app, "Gus")
        with app.app_context():
            user = db.session.get_one(User, gus.user.id)
            away.set_absence(user, now().date() + 300 * DAY, now().date() + 310 * DAY)
        pass_time(app, 200 * DAY)
        self.release(app)
        assert told == [gus.user.id] * 2
        assert row(app, "someone").away_until is None
