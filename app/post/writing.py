"""What is said in a message, and putting one into the post."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import current_app

from app.db import db, now
from app.post.models import Delivery


@dataclass(frozen=True)
class Item:
    """One thing in a message: a sentence, the link that goes with it, and what the link says."""

    sentence: str
    url: str
    action: str


@dataclass(frozen=True)
class Message:
    """What is said on any channel, in its reader's language.

    `reason` says why one receives it; `unsubscribe` is an address that ends such messages by one POST, where they can
    be ended. Of pushes of the same `tag` a newer one takes the place of the older.
    """

    language: str
    title: str
    items: Sequence[Item]
    reason: str
    tag: str
    unsubscribe: str | None = None


Writer = Callable[[Delivery], Message | None]
_writers: dict[str, Writer] = {}


def writes(kind: str) -> Callable[[Writer], Writer]:
    """Let a function write the messages of a kind; it returns None where there is nothing to be said any more."""

    def register(writer: Writer) -> Writer:
        _writers[kind] = writer
        return writer

    return register


def write(delivery: Delivery) -> Message | None:
    """Return what a delivery says now, None for nothing."""
    return _writers[delivery.kind](delivery)


def queue(
    kind: str, user_id: int, channel: str, target: str, params: Mapping[str, Any], due_at: datetime | None = None
) -> Delivery:
    """Put a message into the post, in the running transaction; the worker sends it once that is committed."""
    delivery = Delivery(user_id, channel, target, kind, dict(params), due_at or now())
    db.session.add(delivery)
    return delivery


def absolute(path: str) -> str:
    """Return the whole address of a page of this site."""
    return str(current_app.config["SITE_URL"]) + path
