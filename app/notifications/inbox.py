"""Loading and dismissing a user's open notices, for the page behind the bell."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Select, select, update

from app.accounts import users
from app.db import db, now
from app.live import topic_versions
from app.live.topic_versions import user_topic
from app.notifications.models import Notice
from app.notifications.registry import NoticeText, preload_texts, write_notice_text
from app.notifications.turn_notices import TURN

MAX_NOTICES = 200  # of each list


@dataclass(frozen=True)
class InboxEntry:
    """A notice with its text in the current language."""

    notice: Notice
    text: NoticeText


def load_turns(user_id: int) -> list[InboxEntry]:
    """Return a user's open notices of turns with their texts: by deadline, then oldest first; at most MAX_NOTICES."""
    query = (
        _open_notices(user_id)
        .where(Notice.kind == TURN)
        .order_by(Notice.deadline.nulls_last(), Notice.since, Notice.id)
    )
    return _entries(db.session.scalars(query).all())


def load_news(user_id: int, *kinds: str) -> list[InboxEntry]:
    """Return what `load_open_news` returns, with texts in the current language; at most MAX_NOTICES."""
    return _entries(load_open_news(user_id, *kinds))


def load_open_news(user_id: int, *kinds: str) -> Sequence[Notice]:
    """Return a user's open news notices, or the open notices of these kinds, newest first; without texts."""
    query = _open_notices(user_id).where(Notice.kind.in_(kinds) if kinds else Notice.kind != TURN)
    return db.session.scalars(query.order_by(Notice.since.desc(), Notice.id.desc())).all()


def dismiss(user_id: int, notice_id: int | None = None) -> None:
    """Close one of a user's open news notices, or without an id all of them, as seen. Commits.

    Rows that another transaction has locked stay open, and an id that is not the user's does nothing.
    """
    which = select(Notice.id).where(Notice.user_id == user_id, Notice.closed_at.is_(None), Notice.kind != TURN)
    if notice_id is not None:
        which = which.where(Notice.id == notice_id)
    closing = update(Notice).where(Notice.id.in_(which.with_for_update(skip_locked=True)))
    closed = db.session.scalars(closing.values(closed_at=now(), why="seen").returning(Notice.id)).all()
    if closed:
        topic_versions.bump(user_topic(user_id))
    db.session.commit()


def _open_notices(user_id: int) -> Select[Notice]:
    return select(Notice).where(Notice.user_id == user_id, Notice.closed_at.is_(None)).limit(MAX_NOTICES)


def _entries(notices: Sequence[Notice]) -> list[InboxEntry]:
    people = {each for notice in notices for each in notice.params.get("people", ())}
    with users.preload_users(people), preload_texts(notices):
        return [InboxEntry(notice, write_notice_text(notice)) for notice in notices]
