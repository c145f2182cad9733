"""The life of a delivery: taken, written, sent, put off, given up."""

import logging
import socket
import threading
import time

import psycopg

from app.db import db, now
from app.delivery import deliverer
from app.delivery.channels import safe_http, smtp
from app.delivery.deliverer import CHANNELS
from app.delivery.models import Delivery
from tests.clock import stop_clock
from tests.delivery.browser import Browser
from tests.delivery.endpoint import DROP, HANG
from tests.delivery.outbox import MAY_HAVE, due_in, put, row, run, state, wait

ANN = "ann@example.org"


def test_what_is_due_is_sent_once(app, mailbox):
    number = put(app, "mail", ANN)
    assert (run(app), run(app)) == (1, 0)
    assert len(mailbox.mails) == 1
    sent = row(app, number)
    assert (sent.state, sent.attempts, sent.reason) == ("done", 1, None)
    assert sent.ended_at is not None


def test_what_is_due_later_waits(app, mailbox):
    number = put(app, "mail", ANN)
    wait(app, minutes=-10)
    assert run(app) == 0
    wait(app, minutes=10)
    assert run(app) == 1
    assert state(app, number) == "done"


def test_at_most_so_many_are_taken_the_longest_due_first(app, mailbox):
    numbers = [put(app, "mail", f"{i}@example.org") for i in range(5)]
    assert run(app, 3) == 3
    assert [mail.recipients for mail in mailbox.mails] == [[f"{i}@example.org"] for i in range(3)]
    assert [state(app, number) for number in numbers] == ["done"] * 3 + ["waiting"] * 2


def test_only_the_channels_asked_for(app, mailbox, server):
    mail, hook = put(app, "mail", ANN), put(app, "webhook", server.url())
    assert run(app, channels=["webhook"]) == 1
    assert (state(app, mail), state(app, hook)) == ("waiting", "done")


def test_where_there_is_nothing_to_say_any_more_nothing_is_sent(app, mailbox):
    number = put(app, "mail", ANN)
    with app.app_context():
        delivery = db.session.get(Delivery, number)
        delivery.params = {"says": []}
        db.session.commit()
    assert run(app) == 1
    dropped = row(app, number)
    assert (dropped.state, dropped.reason) == ("dropped", "No longer needed.")
    assert "EHLO" not in mailbox.seen


def test_one_that_cannot_be_written_keeps_nobody_waiting(app, mailbox, caplog, monkeypatch):
    stop_clock(monkeypatch, now())
    bad, unknown = put(app, "mail", ANN, error="hush"), put(app, "mail", ANN)
    good = put(app, "mail", "bob@example.org")
    with app.app_context():
        db.session.get(Delivery, unknown).kind = "test-of-another-version"
        db.session.commit()
    assert run(app) == 3
    assert [mail.recipients for mail in mailbox.mails] == [["bob@example.org"]]
    for number in (bad, unknown):
        failed = row(app, number)
        assert (failed.state, failed.attempts) == ("waiting", 1)
        assert failed.reason == "An unexpected KeyError came up; the log says more."
        assert 1 <= due_in(app, number) <= 1.1
        assert f"Delivery {number} failed unexpectedly." in caplog.text
    assert state(app, good) == "done"


def test_a_writer_that_breaks_its_transaction_keeps_nobody_waiting(app, mailbox, monkeypatch):
    real = deliverer.write_message

    def breaking(delivery):
        if delivery.target == ANN:
            db.session.connection().exec_driver_sql("SELECT 1/0")
        return real(delivery)

    monkeypatch.setattr(deliverer, "write_message", breaking)
    bad, good = put(app, "mail", ANN), put(app, "mail", "bob@example.org")
    assert run(app) == 2
    assert (state(app, bad), state(app, good)) == ("waiting", "done")
    assert row(app, bad).reason == "An unexpected DataError came up; the log says more."


def test_delays_grow_until_it_is_given_up(app, mailbox, caplog, monkeypatch):
    stop_clock(monkeypatch, now())
    mailbox.does["RCPT"] = "450 4.2.1 try later"
    number = put(app, "mail", ANN)
    for attempt, minutes in enumerate((1, 5, 15, 60, 180, 360, 720), start=1):
        assert run(app) == 1
        waiting = row(app, number)
        assert (waiting.state, waiting.attempts) == ("waiting", attempt)
        assert waiting.reason == "The mail server answered 450 4.2.1 to RCPT."
        assert minutes <= due_in(app, number) <= minutes * 1.1
        assert run(app) == 0
        wait(app, minutes=minutes * 1.1)
    assert "given up" not in caplog.text
    assert run(app) == 1
    failed = row(app, number)
    assert (failed.state, failed.attempts) == ("failed", 8)
    assert failed.reason == "The mail server answered 450 4.2.1 to RCPT."
    assert f"Delivery {number} (test-note by mail) was given up. {failed.reason}" in caplog.text
    wait(app, days=30)
    assert (run(app), mailbox.mails) == (0, [])


def test_delays_differ_by_chance(app, server):
    server.does = 503
    numbers = [put(app, "webhook", server.url()) for _ in range(8)]
    run(app)
    assert len({round(due_in(app, number), 3) for number in numbers}) > 4


def test_a_mail_server_in_trouble_is_asked_once_a_run_and_the_other_channels_go_on(app, mailbox, server):
    mails, hook = [put(app, "mail", f"{i}@example.org") for i in range(4)], put(app, "webhook", server.url())
    mailbox.does["GREETING"] = "421 too busy"
    assert run(app) == 2
    assert [row(app, number).attempts for number in mails] == [1, 0, 0, 0]
    assert state(app, hook) == "done"
    mailbox.does.clear()
    assert run(app) == 3
    wait(app, minutes=2)
    assert run(app) == 1
    assert [state(app, number) for number in mails] == ["done"] * 4
    assert sorted(mail.recipients[0] for mail in mailbox.mails) == [f"{i}@example.org" for i in range(4)]


def test_an_hour_without_a_mail_server(app, new_mailbox):
    mailbox = new_mailbox(down=True)
    numbers = [put(app, "mail", f"{i}@example.org") for i in range(3)]
    for _ in range(12):
        run(app)
        wait(app, minutes=5)
    assert {state(app, number) for number in numbers} == {"waiting"}
    assert "cannot be talked to (Connection refused)" in row(app, numbers[0]).reason
    mailbox.start()
    wait(app, minutes=70)
    assert (run(app), run(app)) == (3, 0)
    assert sorted(mail.recipients[0] for mail in mailbox.mails) == [f"{i}@example.org" for i in range(3)]


def test_a_run_begins_nothing_after_its_span(app, server, impatience, monkeypatch):
    monkeypatch.setattr(deliverer, "RUN_SECONDS", 0.4)
    server.does = HANG
    for i in range(5):
        put(app, "webhook", server.url(f"/{i}"))
    with impatience():
        assert run(app) == 1


def test_an_error_of_ours_after_the_handing_over_is_no_reason_to_send_again(app, server, monkeypatch):
    def wrong(*_):
        raise RuntimeError("of our own")

    monkeypatch.setattr("app.delivery.channels.webhook.safe_http.require_success", wrong)
    number = put(app, "webhook", server.url())
    run(app)
    failed = row(app, number)
    assert (failed.state, len(server.requests)) == ("failed", 1)
    assert failed.reason == f"An unexpected RuntimeError came up; the log says more. {MAY_HAVE}"


def busy_transactions(app):
    """Count the transactions that are open, other than the one that asks."""
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND xact_start IS NOT NULL"
    with psycopg.connect(app.config["SQLALCHEMY_DATABASE_URI"]) as connection:
        return connection.execute(f"{query} AND pid <> pg_backend_pid()").fetchone()[0]


def test_no_transaction_is_open_while_servers_hang(app, mailbox, server, monkeypatch):
    """One in the middle of a mail, one after a request, one while it is connected to. Moves do not wait either."""
    for module, name in ((smtp, "COMMAND_TIMEOUT"), (safe_http, "RESPONSE_TIMEOUT"), (safe_http, "CONNECT_TIMEOUT")):
        monkeypatch.setattr(module, name, 60)  # none of them ends by itself before it was looked at
    mailbox.does["RCPT"], server.does = "hang", HANG
    put(app, "mail", ANN)
    put(app, "webhook", server.url())
    with socket.create_server(("127.0.0.1", 0)) as silent:
        put(app, "push", Browser().subscribe(app, f"https://127.0.0.1:{silent.getsockname()[1]}/"))
        threads = [threading.Thread(target=run, args=(app,), kwargs={"channels": [name]}) for name in CHANNELS]
        for thread in threads:
            thread.start()
        silent.settimeout(60)
        with silent.accept()[0]:
            while "RCPT" not in mailbox.seen or not server.requests:
                time.sleep(0.02)
            busy = busy_transactions(app)
            put(app, "mail", ANN)
            assert (busy, all(thread.is_alive() for thread in threads)) == (0, True)
        mailbox.does.clear()
        server.does = DROP
        for thread in threads:
            thread.join()


def test_the_reason_goes_when_it_arrives_after_all(app, mailbox, caplog):
    caplog.set_level(logging.DEBUG)
    mailbox.does["RCPT"] = "451 later"
    number = put(app, "mail", ANN)
    run(app)
    mailbox.does.clear()
    wait(app, minutes=2)
    run(app)
    assert (state(app, number), row(app, number).reason) == ("done", None)
    assert row(app, number).ended_at <= now()
