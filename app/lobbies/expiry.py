"""Lobby expiry: warning members a day before, and closing lobbies after a week without a game."""

from datetime import timedelta
from typing import Final

from sqlalchemy import select

from app.db import db, now
from app.live import topic_versions
from app.lobbies.loading import lobby_topic, still_open, topics_to_bump
from app.lobbies.models import LIFETIME, Lobby
from app.notifications import notices

WARN_BEFORE: Final = timedelta(days=1)  # before a lobby expires
EXPIRY_KIND: Final = "lobby"
BATCH_SIZE: Final = 100


def warn_before_expiry() -> int:
    """Notify the members of lobbies that expire within a day, once per lobby. Commits.

    Handles up to BATCH_SIZE lobbies and returns how many.
    """
    query = select(Lobby).where(
        still_open(), Lobby.warned_at.is_(None), Lobby.created_at <= now() - LIFETIME + WARN_BEFORE
    )
    lobbies = db.session.scalars(query.limit(BATCH_SIZE).with_for_update(of=Lobby, skip_locked=True)).all()
    for lobby in lobbies:
        lobby.warned_at = now()
        people = [member.user_id for member in lobby.people]
        named = {"variant": lobby.variant, "city": lobby.city}
        notices.create_news(people, lobby_topic(lobby.code), EXPIRY_KIND, f"/lobbies/{lobby.code}", named)
    db.session.commit()
    return len(lobbies)


def close_expired() -> int:
    """Close lobbies that have expired, and the notices about them. Commits.

    Handles up to BATCH_SIZE lobbies and returns how many.
    """
    over = (Lobby.game_id.is_(None), Lobby.closed_at.is_(None), Lobby.created_at <= now() - LIFETIME)
    query = select(Lobby).where(*over).order_by(Lobby.id).limit(BATCH_SIZE)
    lobbies = db.session.scalars(query.with_for_update(of=Lobby, skip_locked=True)).all()
    for lobby in lobbies:
        lobby.closed_at = lobby.ends_at
        topic_versions.bump(*topics_to_bump(lobby))
    notices.close_topics([lobby_topic(lobby.code) for lobby in lobbies], "gone")
    db.session.commit()
    return len(lobbies)
