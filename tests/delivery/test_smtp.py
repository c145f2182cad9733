"""Talking to mail servers of all tempers."""

import asyncio
import ssl

import pytest

from app.db import now
from app.delivery.channels import smtp
from tests.clock import stop_clock
from tests.delivery.certificates import certify
from tests.delivery.outbox import MAY_HAVE, due_in, put, row, run, state, wait
from tests.delivery.smtp_server import DROP, HANG
from tests.processes import until

ANN = "ann@example.org"

pytestmark = pytest.mark.filterwarnings("ignore:Requiring AUTH while not requiring TLS")


def tried(app, target=ANN):
    """Try one mail and return its row."""
    number = put(app, "mail", target)
    assert run(app) == 1
    return row(app, number)


@pytest.mark.parametrize("step", ["GREETING", "EHLO", "MAIL", "RCPT", "DATA", "END"])
@pytest.mark.parametrize("answer", ["421 4.3.2 too busy", "450 4.2.0 not now"])
def test_not_now_is_tried_again_and_arrives_once(app, mailbox, step, answer):
    mailbox.does[step] = answer
    delivery = tried(app)
    assert (delivery.state, mailbox.mails) == ("waiting", [])
    assert delivery.reason.startswith(f"The mail server answered {answer[:9]} to ")
    mailbox.does.clear()
    wait(app, minutes=2)
    assert (run(app), state(app, delivery.id), len(mailbox.mails)) == (1, "done", 1)


@pytest.mark.parametrize(
    ("step", "name"), [("MAIL", "MAIL"), ("RCPT", "RCPT"), ("DATA", "DATA"), ("END", "the whole mail")]
)
def test_never_is_given_up_at_once(app, mailbox, step, name):
    mailbox.does[step] = "550 5.1.1 <ann@example.org> said: Your turn https://play.example.org/secret"
    delivery = tried(app)
    assert (delivery.state, delivery.attempts, mailbox.mails) == ("failed", 1, [])
    assert delivery.reason == f"The mail server answered 550 5.1.1 to {name}."


@pytest.mark.parametrize("step", ["GREETING", "EHLO"])
def test_a_server_that_does_not_want_us_at_all_is_not_the_mails_fault(app, mailbox, step):
    mailbox.does[step] = "554 go away"
    delivery = tried(app)
    assert (delivery.state, delivery.reason) == ("waiting", "The mail server answered 554 to our greeting.")


@pytest.mark.parametrize("what", [HANG, DROP])
@pytest.mark.parametrize("step", ["GREETING", "EHLO", "MAIL", "RCPT", "DATA"])
def test_silence_before_the_end_of_the_mail_is_tried_again(app, mailbox, impatience, step, what):
    mailbox.does[step] = what
    with impatience("COMMAND_TIMEOUT"):
        delivery = tried(app)
    assert (delivery.state, mailbox.mails) == ("waiting", [])
    whys = ["no answer in time"] if what == HANG else ["the connection ended", "Connection reset by peer"]
    assert delivery.reason in [f"The mail server cannot be talked to ({why})." for why in whys]
    mailbox.does.clear()
    wait(app, minutes=2)
    assert (run(app), state(app, delivery.id), len(mailbox.mails)) == (1, "done", 1)


@pytest.mark.parametrize("what", [HANG, DROP])
def test_silence_after_the_end_of_the_mail_is_never_tried_again(app, mailbox, impatience, what):
    mailbox.does["END"] = what
    with impatience():
        delivery = tried(app)
    assert delivery.state == "failed"
    until(lambda: len(mailbox.mails) == 1)  # the server may take it later than it is given up
    assert delivery.reason.startswith("The mail server did not answer to the whole mail (")
    assert delivery.reason.endswith(MAY_HAVE)
    mailbox.does.clear()
    wait(app, days=2)
    assert (run(app), len(mailbox.mails)) == (0, 1)


@pytest.mark.parametrize("answer", ["nonsense", "354 go on"])
def test_an_answer_that_is_none(app, mailbox, answer):
    mailbox.does["RCPT"] = answer
    assert tried(app).state == "waiting"
    mailbox.does = {"END": answer}
    delivery = tried(app)
    assert (delivery.state, delivery.reason[-len(MAY_HAVE) :]) == ("failed", MAY_HAVE)


def test_the_answer_to_the_whole_mail_may_take_longer(app, mailbox, monkeypatch):
    monkeypatch.setattr(smtp, "COMMAND_TIMEOUT", 2)  # for each of the other answers, on a busy machine
    real = mailbox.handle_DATA

    async def slow(*given):
        await asyncio.sleep(2.5)
        return await real(*given)

    mailbox.handle_DATA = slow
    assert tried(app).state == "done"


def test_lines_that_begin_with_a_dot_arrive_as_they_were(app, mailbox):
    number = put(app, "mail", ANN, ".", "..two", "x\n.\nMAIL FROM:<eve@example.org>", title=".hidden")
    run(app)
    assert state(app, number) == "done"
    text = mailbox.mails[0].message.get_body(["plain"]).get_content().replace("\r\n", "\n")
    assert text.startswith(".hidden\n\n.\n")
    assert "\n..two\n" in text
    assert "\nx\n.\nMAIL FROM:<eve@example.org>\n" in text
    assert len(mailbox.mails) == 1


def test_an_unknown_host_is_tried_again(app, monkeypatch):
    monkeypatch.setitem(app.config, "SMTP_URL", "smtp://mail.invalid")
    delivery = tried(app)
    assert delivery.state == "waiting"
    assert delivery.reason.startswith("The mail server cannot be talked to (")


def test_starttls_is_used_where_it_is_offered(app, new_mailbox, tmp_path):
    mailbox = new_mailbox(tls=certify(tmp_path, "127.0.0.1")[0])
    assert tried(app).state == "done"
    assert mailbox.mails[0].secure


def test_implicit_tls(app, new_mailbox, tmp_path, monkeypatch):
    mailbox = new_mailbox(tls=certify(tmp_path, "127.0.0.1")[0], implicit=True)
    monkeypatch.setitem(app.config, "SMTP_URL", mailbox.url("smtps"))
    assert tried(app).state == "done"
    assert mailbox.mails[0].secure


@pytest.mark.parametrize(("trusted", "named"), [(True, True), (False, True), (True, False)])
def test_a_distant_server_has_to_prove_itself_for_a_password(
    app, new_mailbox, tmp_path, names, monkeypatch, trusted, named
):
    context, file = certify(tmp_path, "mail.example.org" if named else "another.example.org")
    names["mail.example.org"] = ["127.0.0.1"]
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(file))
    mailbox = new_mailbox(tls=context, auth_required=True)
    monkeypatch.setitem(app.config, "SMTP_URL", mailbox.url(user="post:s3cr%3At%2F@", host="mail.example.org"))
    delivery = tried(app)
    if trusted and named:
        assert (delivery.state, mailbox.mails[0].user, mailbox.mails[0].secure) == ("done", "post", True)
    else:
        assert (delivery.state, mailbox.passwords) == ("waiting", [])
        assert delivery.reason.startswith("The mail server cannot be talked to (its certificate is not valid: ")


def test_a_distant_server_without_a_password_need_not_prove_itself(app, new_mailbox, tmp_path, names, monkeypatch):
    names["mail.example.org"] = ["127.0.0.1"]
    mailbox = new_mailbox(tls=certify(tmp_path, "another.example.org")[0])
    monkeypatch.setitem(app.config, "SMTP_URL", mailbox.url(host="mail.example.org"))
    assert tried(app).state == "done"
    assert mailbox.mails[0].secure


def test_no_password_without_tls(app, new_mailbox, names, monkeypatch):
    names["mail.example.org"] = ["127.0.0.1"]
    mailbox = new_mailbox(auth_required=True, auth_require_tls=False)
    monkeypatch.setitem(app.config, "SMTP_URL", mailbox.url(user="post:s3cr%3At%2F@", host="mail.example.org"))
    delivery = tried(app)
    assert (delivery.state, mailbox.passwords) == ("waiting", [])
    assert delivery.reason == "The mail server offers no TLS, and gets no password without."


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_except_on_this_machine(app, new_mailbox, monkeypatch, host):
    mailbox = new_mailbox(auth_required=True, auth_require_tls=False)
    monkeypatch.setitem(app.config, "SMTP_URL", mailbox.url(user="post%40example.org:s3cr%3At%2F@", host=host))
    assert tried(app).state == "done"
    assert mailbox.passwords[-1] == ("post@example.org", "s3cr:t/")


@pytest.mark.parametrize("user", ["post:wr%C3%B6ng@", "post:wrong@", "post@"])
def test_a_wrong_password_is_not_the_mails_fault_and_is_not_told(app, new_mailbox, monkeypatch, user, caplog):
    stop_clock(monkeypatch, now())
    mailbox = new_mailbox(auth_required=True, auth_require_tls=False)
    monkeypatch.setitem(app.config, "SMTP_URL", mailbox.url(user=user))
    delivery = tried(app)
    assert delivery.state == "waiting"
    assert "wr" not in delivery.reason + caplog.text
    assert 1 <= due_in(app, delivery.id) <= 1.1


def test_a_server_without_login_gets_no_mail_as_nobody(app, mailbox, monkeypatch):
    monkeypatch.setitem(app.config, "SMTP_URL", mailbox.url(user="post:s3cr%3At%2F@"))
    mailbox.SMTP_kwargs["auth_exclude_mechanism"] = ["PLAIN", "LOGIN"]
    delivery = tried(app)
    assert (delivery.state, mailbox.mails) == ("waiting", [])
    assert delivery.reason == "The mail server does not let us sign in with this user and password."


@pytest.mark.parametrize(
    ("url", "port"),
    [
        ("smtp://mail.example.org", 25),
        ("smtp://user:word@mail.example.org", 587),
        ("smtps://user:word@mail.example.org", 465),
        ("smtps://mail.example.org:2465", 2465),
    ],
)
def test_ports(app, monkeypatch, names, url, port):
    asked = []
    names["mail.example.org"] = ["127.0.0.1"]

    def refuse(address, *_args, **_options):
        asked.append(address)
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr("socket.create_connection", refuse)
    monkeypatch.setitem(app.config, "SMTP_URL", url)
    assert tried(app).state == "waiting"
    assert asked == [("mail.example.org", port)]


def test_certificates_are_asked_for():
    assert smtp._tls_context(verified=True).verify_mode == ssl.CERT_REQUIRED
    assert smtp._tls_context(verified=True).check_hostname
