"""Messages of the tests' own, put into the post and looked at afterwards."""

from datetime import timedelta

from flask import Flask
from sqlalchemy import select

from app.db import db, now
from app.delivery import deliverer
from app.delivery.models import Delivery
from app.delivery.outbox import Item, Message, absolute_url, enqueue, message_writer
from tests.clock import pass_time

MAY_HAVE = "The message may have arrived."


@message_writer("test-note")
def _note(delivery: Delivery) -> Message | None:
    """Say what the parameters say by now; nothing where they say nothing."""
    given = db.session.scalars(select(Delivery.params).where(Delivery.id == delivery.id)).one()
    if "error" in given:
        raise KeyError(given["error"])
    items = [Item(sentence, absolute_url(f"/games/{number}"), "Go") for number, sentence in enumerate(given["says"])]
    title, stop = given.get("title", "Your turn"), given.get("stop")
    return Message(given.get("language", "en"), title, items, "You play here.", "turns", stop) if items else None


def put(app: Flask, channel: str, target: str, *says: str, user: int = 1, **params: object) -> int:
    """Put a note into the post and return its number."""
    with app.app_context():
        db.session.connection().exec_driver_sql("SET LOCAL session_replication_role = replica")  # no user is needed
        delivery = enqueue("test-note", user, channel, target, {"says": says or ["It is your turn."], **params})
        db.session.commit()
        return delivery.id


def run(app: Flask, most: int = 50, **options: object) -> int:
    """Deliver what is due, as the worker does."""
    with app.app_context():
        return deliverer.deliver_due(most, **options)


def row(app: Flask, number: int) -> Delivery:
    """Return a delivery as it is in the database."""
    with app.app_context():
        delivery = db.session.get(Delivery, number)
        assert delivery
        return delivery


def state(app: Flask, number: int) -> str:
    """Return the state of a delivery."""
    return row(app, number).state


def wait(app: Flask, **time: float) -> None:
    """Let time pass: `minutes=5`."""
    pass_time(app, timedelta(**time))


def due_in(app: Flask, number: int) -> float:
    """Return in how many minutes a delivery is due."""
    return (row(app, number).due_at - now()).total_seconds() / 60
