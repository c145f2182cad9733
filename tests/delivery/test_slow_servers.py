"""Servers that people name themselves and that never answer: they cost their owner's time, and nobody else's."""

from app.delivery import deliverer
from tests.delivery.endpoint import HANG
from tests.delivery.outbox import due_in, put, row, run, state
from tests.processes import until


def test_a_server_that_hangs_holds_up_its_owner_alone(app, server, impatience, monkeypatch):
    monkeypatch.setattr(deliverer, "SLOW_SECONDS", 0.2)
    server.does = HANG
    hung = [put(app, "webhook", server.url(f"/{i}"), user=1) for i in range(4)]
    mail = put(app, "push", "0", user=1)
    other = put(app, "webhook", "http://127.0.0.1:9/", user=2)
    with impatience():
        run(app, channels=["webhook"])
    until(lambda: server.requests)  # the server may read it later than it is given up
    assert [request.path for request in server.requests] == ["/0"]
    assert state(app, hung[0]) == "failed"
    assert all(9 < due_in(app, number) < 11 for number in hung[1:])
    assert [row(app, number).attempts for number in (*hung[1:], mail)] == [0] * 4
    assert row(app, other).attempts == 1, "somebody else's was tried in the same run"


def test_a_quick_refusal_is_not_slow(app, server, monkeypatch):
    monkeypatch.setattr(deliverer, "SLOW_SECONDS", 3)
    server.does = 500
    numbers = [put(app, "webhook", server.url(f"/{i}"), user=1) for i in range(3)]
    assert run(app, channels=["webhook"]) == 3
    assert [row(app, number).attempts for number in numbers] == [1, 1, 1]
