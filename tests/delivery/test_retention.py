"""Forgetting what was sent long ago."""

import sys
from datetime import timedelta

from sqlalchemy import select

from app.db import db, now
from app.delivery import retention
from app.delivery.models import Delivery
from tests.delivery.outbox import put, run, wait


def numbers(app):
    """Return the numbers of all deliveries that are remembered."""
    with app.app_context():
        return set(db.session.scalars(select(Delivery.id)))


def test_only_what_ended_long_ago_is_forgotten(app, server, monkeypatch):
    monkeypatch.setattr(sys.modules["app.db"], "BATCH_SIZE", 2)
    overdue = put(app, "mail", "ann@example.org")
    for i in range(5):
        put(app, "webhook", server.url(f"/{i}"))
    run(app, channels=["webhook"])
    wait(app, days=31)
    fresh = put(app, "webhook", server.url())
    run(app, channels=["webhook"])
    assert len(numbers(app)) == 7
    with app.app_context():
        assert retention.delete_old_deliveries(now() - timedelta(days=30)) == 5
        assert retention.delete_old_deliveries(now() - timedelta(days=30)) == 0
    assert numbers(app) == {overdue, fresh}
