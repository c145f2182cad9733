"""Set up long polling for one worker process."""

import asyncio
from collections.abc import Mapping, Sequence

from flask import Flask
from sqlalchemy import ARRAY, Text, any_, literal, select

from app import guards, tags
from app.asgi import Site
from app.config import Settings
from app.db import db
from app.games import watching
from app.held.beats import Beats
from app.held.listener import Listener
from app.held.poll import Reader
from app.held.polls import MOST_OF_ONE, Limits, Polls
from app.held.wheel import Wheel
from app.pulse import Beat

TOPICS = 5  # per waiting poll: a game page has three, the home page one per game


def holding(app: Flask, site: Site, settings: Settings) -> Polls:
    """Wrap the site's ASGI application with the long-poll middleware."""
    beats, notes = Beats(room=TOPICS * settings.held_polls), watching.Watching()
    app.extensions |= {"hears": beats.told, "watching": notes}
    listener = Listener(settings.listen_url, beats, lambda topics: look_up(app, topics))
    return Polls(
        site,
        listener,
        beats,
        Wheel(settings.hold_seconds),
        limits=Limits(settings.held_polls, max(1, MOST_OF_ONE // settings.web_workers)),
        reader=Reader(tags.key_of(str(app.secret_key)), settings.trusted_proxies),
        headers=guards.headers(app, page=False),
        chore=lambda: keep(app, notes),
    )


async def keep(app: Flask, notes: watching.Watching) -> None:
    """Save pending read receipts in a thread, if there are any."""
    if notes.is_noted:
        await asyncio.to_thread(write_down, app)


def write_down(app: Flask) -> None:
    """Save the read receipts noted in the last second."""
    with app.app_context():
        watching.write_down()


def look_up(app: Flask, topics: Sequence[str]) -> Mapping[str, int]:
    """Return the versions of these topics, in one query; a topic that has never changed is missing."""
    any_topic = any_(literal(list(topics), ARRAY(Text)))  # an array is one parameter: a statement takes at most 65,535
    with app.app_context(), db.engine.connect() as connection:
        rows = connection.execute(select(Beat.topic, Beat.beat).where(Beat.topic == any_topic))
        return {row.topic: row.beat for row in rows}
