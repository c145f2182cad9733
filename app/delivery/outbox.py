"""The outbox: what a message consists of, and enqueueing messages for delivery."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import current_app

from app.db import db, now
from app.delivery.models import Delivery


@dataclass(frozen=True)
class Item:
    """One entry of a message: a sentence, its link, and the link's label."""

    sentence: str
    url: str
    action: str


@dataclass(frozen=True)
class Message:
    """The content of a message, the same for all channels, in the recipient's language.

    `reason` says why the recipient gets it; `unsubscribe` is a URL that stops such messages by one POST, if any.
    A push replaces an earlier one with the same `tag`.
    """

    language: str
    title: str
    items: Sequence[Item]
    reason: str
    tag: str
    unsubscribe: str | None = None


MessageWriter = Callable[[Delivery], Message | None]
_writers: dict[str, MessageWriter] = {}


def message_writer(kind: str) -> Callable[[MessageWriter], MessageWriter]:
    """Return a decorator that registers a function which renders the messages of a kind when they are sent.

    The function returns None if a message is no longer needed.
    """

    def register(writer: MessageWriter) -> MessageWriter:
        _writers[kind] = writer
        return writer

    return register


def write_message(delivery: Delivery) -> Message | None:
    """Return the message of a delivery as of now, by the writer of its kind, or None if it is no longer needed."""
    return _writers[delivery.kind](delivery)


def enqueue(
    kind: str, user_id: int, channel: str, target: str, params: Mapping[str, Any], due_at: datetime | None = None
) -> Delivery:
    """Add a message to the outbox and return its row, which a worker sends once it is committed and due.

    `kind` and `params` are for the message writer, `target` as in Delivery; due now without `due_at`. Does not commit.
    """
    delivery = Delivery(user_id, channel, target, kind, dict(params), due_at or now())
    db.session.add(delivery)
    return delivery


def absolute_url(path: str) -> str:
    """Return the absolute URL of a path of this site."""
    return str(current_app.config["SITE_URL"]) + path
