"""Muted topics: no messages are sent about them, but the bell still counts their notices."""

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from app.db import db
from app.live import topic_versions
from app.live.topic_versions import account_topic
from app.notifications.models import Mute


class TopicLink(NamedTuple):
    """A topic's name, in the current language, and its URL path."""

    name: str
    path: str


TopicNamer = Callable[[Collection[str]], Mapping[str, TopicLink]]
_namers: dict[str, TopicNamer] = {}


def topic_namer(kind: str) -> Callable[[TopicNamer], TopicNamer]:
    """Return a decorator that registers a function which names the topics of a kind (the part before `:`).

    It is called with topics of that kind only, and returns the names by topic; it may leave some out.
    """

    def register(namer: TopicNamer) -> TopicNamer:
        _namers[kind] = namer
        return namer

    return register


def mute(user_id: int, topic: str) -> None:
    """Mute a topic for a user; without effect if it is muted. Does not commit."""
    db.session.execute(insert(Mute).values(user_id=user_id, topic=topic).on_conflict_do_nothing())
    topic_versions.bump(account_topic(user_id))


def unmute(user_id: int, topic: str) -> None:
    """Unmute a topic for a user; without effect if it is not muted. Does not commit."""
    db.session.execute(delete(Mute).where(Mute.user_id == user_id, Mute.topic == topic))
    topic_versions.bump(account_topic(user_id))


def is_muted(user_id: int, topic: str) -> bool:
    """Whether a user has muted a topic."""
    return (user_id, topic) in load_mutes([user_id])


def load_mutes(user_ids: Collection[int]) -> set[tuple[int, str]]:
    """Return the pairs (user id, topic) that these users have muted, in one query."""
    query = select(Mute.user_id, Mute.topic).where(Mute.user_id.in_(user_ids))
    return {(row.user_id, row.topic) for row in db.session.execute(query)}


def load_muted_topics(user_id: int) -> dict[str, TopicLink]:
    """Return a user's muted topics with their names and links; one that nothing names keeps its own, without link."""
    topics = list(db.session.scalars(select(Mute.topic).where(Mute.user_id == user_id).order_by(Mute.topic)))
    return {topic: TopicLink(topic, "") for topic in topics} | _name_topics(topics)


def _name_topics(topics: Collection[str]) -> dict[str, TopicLink]:
    named: dict[str, TopicLink] = {}
    for kind, namer in _namers.items():
        own = [topic for topic in topics if topic.partition(":")[0] == kind]
        named |= namer(own) if own else {}
    return named
