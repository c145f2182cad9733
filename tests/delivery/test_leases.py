"""Whose a delivery is: leases, those who sleep through them, and those who never end."""

import pytest
from sqlalchemy import event

from app.db import db, now
from app.delivery import leases
from app.delivery.channels import safe_http, smtp
from app.delivery.errors import TemporaryFailure
from tests.clock import stop_clock
from tests.delivery.outbox import MAY_HAVE, due_in, put, row, run, state, wait

ANN = "ann@example.org"


def test_a_row_whose_taker_is_gone_is_taken_again_after_the_lease(app, mailbox):
    number = put(app, "mail", ANN)
    with app.app_context():
        assert leases.claim_next(["mail"]).id == number
    assert run(app) == 0
    wait(app, minutes=5)
    assert run(app) == 0
    wait(app, minutes=1.1)
    assert run(app) == 1
    assert (state(app, number), row(app, number).attempts, len(mailbox.mails)) == ("done", 2, 1)


def test_a_row_cut_off_while_it_was_handed_over_is_never_sent_again(app, mailbox, caplog):
    number = put(app, "mail", ANN)
    with app.app_context():
        leases.begin_handover(leases.claim_next(["mail"]))
    assert state(app, number) == "handing"
    wait(app, minutes=5)
    assert (run(app), state(app, number)) == (0, "handing")
    wait(app, minutes=1.1)
    assert run(app) == 0
    failed = row(app, number)
    assert (failed.state, failed.reason) == ("failed", leases.INTERRUPTED)
    assert failed.reason.endswith(MAY_HAVE)
    assert f"Delivery {number} (test-note by mail) was given up." in caplog.text
    assert "EHLO" not in mailbox.seen


def test_handing_over_begins_a_lease_anew(app, monkeypatch):
    stop_clock(monkeypatch, now())
    number = put(app, "mail", ANN)
    with app.app_context():
        delivery = leases.claim_next(["mail"])
        wait(app, minutes=5)
        leases.begin_handover(delivery)
    assert due_in(app, number) == 6


def test_one_that_kills_its_takers_is_given_up_in_the_end(app, mailbox):
    number = put(app, "mail", ANN)
    with app.app_context():
        for _ in range(leases.MAX_ATTEMPTS):
            assert leases.claim_next(["mail"]).id == number
            wait(app, minutes=7)
    assert run(app) == 0
    assert (state(app, number), row(app, number).reason) == ("failed", leases.UNFINISHED)


def test_who_slept_through_the_lease_hands_nothing_over(app, mailbox):
    number = put(app, "mail", ANN)
    with app.app_context():
        sleeper = leases.claim_next(["mail"])
        wait(app, minutes=7)
        assert run(app) == 1
        with pytest.raises(leases.LeaseLost):
            leases.begin_handover(sleeper)
        with pytest.raises(leases.LeaseLost):
            leases.finish(sleeper, "failed", "too late")
    assert (state(app, number), len(mailbox.mails)) == ("done", 1)


def test_a_row_that_another_has_by_now_is_not_ours_any_more(app):
    number = put(app, "mail", ANN)
    with app.app_context():
        sleeper = leases.claim_next(["mail"])
        wait(app, minutes=7)
        other = leases.claim_next(["mail"])
        for step in (leases.begin_handover, lambda own: leases.retry_later(own, TemporaryFailure("later"))):
            with pytest.raises(leases.LeaseLost):
                step(sleeper)
        leases.begin_handover(other)
        with pytest.raises(leases.LeaseLost):
            leases.finish(sleeper, "failed", "too late")
    assert (state(app, number), row(app, number).reason) == ("handing", None)


def test_who_is_overtaken_at_the_last_step_leaves_it_to_the_other(app, mailbox, monkeypatch):
    """The deliverer sleeps between its offer and the end of the mail, long enough for another to send it."""
    number, real = put(app, "mail", ANN), leases.begin_handover

    def sleepy(delivery):
        monkeypatch.setattr(leases, "begin_handover", real)
        wait(app, minutes=7)
        assert run(app) == 1
        return real(delivery)

    monkeypatch.setattr(leases, "begin_handover", sleepy)
    assert run(app) == 1
    assert (state(app, number), row(app, number).attempts, len(mailbox.mails)) == ("done", 2, 1)


def test_an_ending_after_the_lease_changes_nothing(app, server, monkeypatch):
    number, real = put(app, "webhook", server.url()), leases.finish

    def late(delivery, *ending):
        wait(app, minutes=7)
        leases.fail_interrupted()
        return real(delivery, *ending)

    monkeypatch.setattr(leases, "finish", late)
    assert run(app) == 1
    assert (state(app, number), len(server.requests)) == ("failed", 1)


def test_the_lease_outlasts_all_patience():
    whole = max(
        14 * smtp.COMMAND_TIMEOUT,
        2 * smtp.COMMAND_TIMEOUT + smtp.RESPONSE_TIMEOUT,
        2 * safe_http.CONNECT_TIMEOUT + safe_http.RESPONSE_TIMEOUT,
    )
    assert leases.LEASE.total_seconds() >= whole + 120


MANY_DONE = """
SET LOCAL session_replication_role = replica;
INSERT INTO deliveries (user_id, channel, target, kind, params, due_at, state, ended_at)
SELECT n, 'mail', '', 'test-note', '{}', now() - n * interval '1 minute', 'done', now() FROM generate_series(1, 2000) n
"""
KNOWN = (MANY_DONE, "REINDEX TABLE deliveries", "ANALYZE deliveries")  # what the planner leans on, not left to chance


def test_what_is_waiting_is_found_by_its_index(app):
    seen = []

    def note(_connection, _cursor, statement, parameters, *_):
        seen.append((statement, parameters))

    with app.app_context():
        event.listen(db.engine, "before_cursor_execute", note)
        leases.claim_next(["mail"])
        event.remove(db.engine, "before_cursor_execute", note)
        statement, parameters = next(given for given in seen if "SKIP LOCKED" in given[0] and "LIMIT" in given[0])
        for preparation in KNOWN:
            db.session.connection().exec_driver_sql(preparation)
        plan = db.session.connection().exec_driver_sql("EXPLAIN " + statement, parameters).scalars().all()
    assert "deliveries_due_at_idx" in "".join(plan)
