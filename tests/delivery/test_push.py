"""Web push: what a browser gets, what a push service sees, and keys."""

import json
import threading

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from sqlalchemy import func, select

from app.db import db, now
from app.delivery.channels import push
from app.delivery.channels.safe_http import InvalidUrl
from app.delivery.models import PushSubscription, SiteKey
from tests import fork_server
from tests.delivery.browser import Browser, decoded, encoded, verified
from tests.delivery.certificates import certify
from tests.delivery.endpoint import DROP, HANG, serve
from tests.delivery.outbox import MAY_HAVE, due_in, put, row, run, state, wait
from tests.processes import until

SITE = "https://play.example.org"


@pytest.fixture(autouse=True)
def _site(app, monkeypatch):
    monkeypatch.setitem(app.config, "SITE_URL", SITE)
    monkeypatch.setitem(app.config, "MAIL_FROM", "Dead Drop <post@example.org>")


def public_key(app):
    """Return the key that pages give to browsers."""
    with app.app_context():
        return push.public_key()


def subscriptions(app):
    """Return the numbers of all subscriptions."""
    with app.app_context():
        return list(db.session.scalars(select(PushSubscription.id)))


def test_the_tests_browser_reads_the_example_of_the_standard():
    """RFC 8291, section 5 and appendix A."""
    private = ec.derive_private_key(
        int.from_bytes(decoded("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"), ec.SECP256R1()
    )
    body = (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl"
        "7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    browser = Browser(private, decoded("BTBZMqHH6r4Tts7J_aSIgg"))
    assert browser.read(decoded(body)) == b"When I grow up, I want to be a watermelon"


def test_the_browser_reads_what_was_said(app, server):
    browser = Browser()
    target = browser.subscribe(app, server.url("/push/abc?d=e"))
    number = put(app, "push", target, "Zoë gave a clue 🕵️: it is your turn.")
    assert run(app) == 1
    assert (state(app, number), len(server.requests)) == ("done", 1)
    request = server.requests[0]
    assert request.path == "/push/abc?d=e"
    assert browser.shown(request) == {
        "title": "Your turn",
        "body": "Zoë gave a clue 🕵️: it is your turn.",
        "url": f"{SITE}/games/0",
        "tag": "turns",
    }


def test_what_the_push_service_sees(app, server):
    """RFC 8030, RFC 8292."""
    target = Browser().subscribe(app, server.url())
    put(app, "push", target)
    run(app)
    headers = server.requests[0].headers
    assert (headers["ttl"], headers["urgency"], headers["content-encoding"]) == ("86400", "normal", "aes128gcm")
    claims = verified(server.requests[0], server.url(), public_key(app))
    assert claims["sub"] == "mailto:post@example.org"
    assert 0 < claims["exp"] - now().timestamp() <= 24 * 3600
    assert all(word not in str(headers) for word in ("turns", "Your turn"))


def test_the_signature_is_for_the_origin_alone(app, private, tmp_path, names, monkeypatch):
    context, file = certify(tmp_path, "push.example.org")
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    names["push.example.org"] = ["127.0.0.1"]
    with serve(context) as server:
        endpoint = server.url("/a/b", host="push.example.org")
        number = put(app, "push", Browser().subscribe(app, endpoint))
        run(app)
        assert state(app, number) == "done", row(app, number).reason
        assert (
            verified(server.requests[0], endpoint, public_key(app))["aud"] == f"https://push.example.org:{server.port}"
        )


@pytest.mark.parametrize(
    ("endpoint", "host"),
    [
        ("https://Push.example.org:443/x", "push.example.org"),
        ("https://push.example.org/x", "push.example.org"),
        ("http://push.example.org:80/x", "push.example.org"),
        ("https://push.example.org:8443/x", "push.example.org:8443"),
    ],
)
def test_a_usual_port_is_no_part_of_an_origin(endpoint, host):
    from app.delivery.channels.push_encryption import _origin  # noqa: PLC0415  # brings pydantic

    assert _origin(endpoint).host == host


def test_a_newer_push_of_a_tag_replaces_the_older_of_the_same_person(app, server):
    browser = Browser()
    ann, bob = browser.subscribe(app, server.url("/1")), browser.subscribe(app, server.url("/2"), user=2)
    for target, user in ((ann, 1), (ann, 1), (bob, 2)):
        put(app, "push", target, user=user)
    run(app)
    first, second, third = (request.headers["topic"] for request in server.requests)
    assert first == second != third
    assert len(first) == 32
    assert set(first) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_several_items_lead_to_the_most_pressing(app, server):
    browser = Browser()
    put(app, "push", browser.subscribe(app, server.url()), "One.", "Two.")
    run(app)
    shown = browser.shown(server.requests[0])
    assert (shown["body"], shown["url"]) == ("One.\nTwo.", f"{SITE}/next")


@pytest.mark.parametrize("letter", ["a", "🕵", '"', "\t", "\\"])
def test_however_long_it_fits_into_one_record(app, server, letter):
    browser = Browser()
    put(app, "push", browser.subscribe(app, server.url()), letter * 5000, title="x" + letter * 5000)
    run(app)
    shown = browser.shown(server.requests[0])  # which looks at the length
    assert (len(shown["title"]), shown["title"][-1]) == (120, "…") or letter == "\t"
    assert shown["body"] == letter * 599 + "…" or letter == "\t"


@pytest.mark.parametrize("status", [404, 410])
def test_a_dead_subscription_is_deleted(app, server, status):
    server.does = status
    dead, other = Browser().subscribe(app, server.url("/1")), Browser().subscribe(app, server.url("/2"))
    number = put(app, "push", dead)
    run(app)
    dropped = row(app, number)
    assert (dropped.state, subscriptions(app)) == ("dropped", [int(other)])
    assert dropped.reason == f"The push service answered {status}: the subscription had ended, and was deleted."


@pytest.mark.parametrize("status", [400, 413, 401, 403, 301, 307])
def test_what_is_refused_is_given_up(app, server, status):
    server.does, server.headers = status, {"Location": server.url("/elsewhere")}
    target = Browser().subscribe(app, server.url())
    number = put(app, "push", target)
    run(app)
    failed = row(app, number)
    assert (failed.state, failed.attempts, len(server.requests)) == ("failed", 1, 1)
    assert failed.reason == f"The push service answered {status}."
    assert subscriptions(app) == [int(target)]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_what_is_in_trouble_is_tried_again(app, server, status):
    server.does = status
    number = put(app, "push", Browser().subscribe(app, server.url()))
    run(app)
    assert (state(app, number), row(app, number).reason) == ("waiting", f"The push service answered {status}.")
    assert due_in(app, number) < 1.2
    server.does = 201
    wait(app, minutes=2)
    run(app)
    assert (state(app, number), len(server.requests)) == ("done", 2)


@pytest.mark.parametrize("what", [HANG, DROP])
def test_without_an_answer_it_may_have_arrived(app, server, impatience, what):
    server.does = what
    number = put(app, "push", Browser().subscribe(app, server.url()))
    with impatience():
        run(app)
    failed = row(app, number)
    assert (failed.state, failed.reason[-len(MAY_HAVE) :]) == ("failed", MAY_HAVE)
    until(lambda: server.requests)  # the server may read it later than it is given up
    wait(app, days=2)
    assert (run(app), len(server.requests)) == (0, 1)


def test_a_subscription_that_is_gone_needs_nothing(app, server):
    number = put(app, "push", "4711")
    run(app)
    assert (state(app, number), server.connections) == ("dropped", 0)


@pytest.mark.parametrize(("part", "value"), [("public", b"\x04" + b"\x01" * 64), ("public", b""), ("auth", b"")])
def test_keys_that_are_none(app, server, part, value):
    browser = Browser()
    setattr(browser, part, value)
    number = put(app, "push", browser.subscribe(app, server.url()))
    run(app)
    if part == "auth":  # which any secret fits
        assert state(app, number) == "done"
    else:
        assert row(app, number).reason == "The subscription's address or keys are not usable."
        assert (state(app, number), server.connections) == ("failed", 0)


def test_what_a_browser_sends_is_checked(app):
    browser = Browser()
    endpoint, point, auth = "https://push.example.org/x", encoded(browser.public), encoded(browser.auth)
    wrong = [
        ("ftp://push.example.org", point, auth),
        (endpoint, encoded(b"\x04" + b"\x01" * 64), auth),
        (endpoint, "", auth),
        (endpoint, "a", auth),
        (endpoint, "é", auth),
        (endpoint, point, encoded(b"short")),
        (endpoint, point, "a"),
    ]
    with app.app_context():
        push.check_subscription(endpoint, point, auth)
        for given in wrong:
            with pytest.raises(ValueError):  # noqa: PT011  # whatever it says
                push.check_subscription(*given)
        with pytest.raises(InvalidUrl):
            push.check_subscription(*wrong[0])


def test_the_key_is_made_once(app):
    first = public_key(app)
    assert (len(decoded(first)), decoded(first)[0], "=" in first) == (65, 4, False)
    assert public_key(app) == first
    with app.app_context():
        assert db.session.scalar(select(func.count()).select_from(SiteKey)) == 1


def test_who_starts_at_the_same_time_gets_the_same_key(app):
    gate, found = threading.Barrier(8), []

    def start():
        with app.app_context():
            db.session.connection()
            gate.wait()
            found.append(push.public_key())

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert set(found) == {public_key(app)}


def test_a_web_worker_does_not_load_what_only_pushes_need():
    sending = {"app.delivery.channels.push", "app.delivery.deliverer"}
    assert fork_server.server().loaded(*sending, "webpush", "cryptography") == sending


def test_the_payload_is_json(app, server):
    browser = Browser()
    put(app, "push", browser.subscribe(app, server.url()))
    run(app)
    assert json.loads(browser.read(server.requests[0].body)).keys() == {"title", "body", "url", "tag"}
