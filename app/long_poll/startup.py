"""Set up long polling for one worker process."""

import asyncio
from collections.abc import Mapping, Sequence

from flask import Flask
from sqlalchemy import ARRAY, Text, any_, literal, select

from app.config import Settings
from app.db import db
from app.games.table import read_receipts
from app.http import security_headers
from app.live import tags
from app.live.topic_versions import TopicVersion
from app.long_poll.listener import Listener
from app.long_poll.middleware import MAX_PER_BROWSER, Limits, LongPollMiddleware
from app.long_poll.poll_request import PollParser
from app.long_poll.stream_places import StreamPlaces
from app.long_poll.subscriptions import Subscriptions
from app.long_poll.timer_wheel import TimerWheel
from app.observability import health
from app.server.asgi import FlaskASGIApp

TOPICS_PER_POLL = 5  # per waiting poll: a game page has three, the home page one per game


def add_long_polling(app: Flask, site: FlaskASGIApp, settings: Settings) -> LongPollMiddleware:
    """Wrap the site's ASGI application with the long-poll middleware."""
    subscriptions = Subscriptions(TOPICS_PER_POLL * settings.held_polls)
    receipts = read_receipts.ReadReceipts()
    app.extensions |= {"known_versions": subscriptions.versions_of, "watching": receipts}
    listener = Listener(settings.listen_url, subscriptions, lambda topics: look_up_versions(app, topics))
    app.extensions[health.LISTENS] = lambda: listener.is_listening
    return LongPollMiddleware(
        site,
        listener,
        subscriptions,
        TimerWheel(settings.hold_seconds),
        limits=Limits(settings.held_polls, max(1, MAX_PER_BROWSER // settings.web_workers)),
        parser=PollParser(tags.derive_key(str(app.secret_key)), settings.trusted_proxies),
        headers=security_headers.headers(app, page=False),
        places=StreamPlaces(settings.listen_url),
        periodic_task=lambda: save_pending_receipts(app, receipts),
    )


async def save_pending_receipts(app: Flask, receipts: read_receipts.ReadReceipts) -> None:
    """Save pending read receipts in a thread, if there are any."""
    if receipts.has_unsaved:
        await asyncio.to_thread(save_receipts, app)


def save_receipts(app: Flask) -> None:
    """Save the read receipts noted in the last second."""
    with app.app_context():
        read_receipts.save_receipts()


def look_up_versions(app: Flask, topics: Sequence[str]) -> Mapping[str, int]:
    """Return the versions of these topics, in one query; a topic that has never changed is missing."""
    any_topic = any_(literal(list(topics), ARRAY(Text)))  # an array is one parameter: a statement takes at most 65,535
    with app.app_context(), db.engine.connect() as connection:
        rows = connection.execute(select(TopicVersion.topic, TopicVersion.beat).where(TopicVersion.topic == any_topic))
        return {row.topic: row.beat for row in rows}
