"""Cleanup of old notices and of the notification data of deleted accounts."""

from datetime import datetime

from sqlalchemy import Select, delete, select

from app.accounts import erasure
from app.accounts.models import User
from app.db import db, delete_in_batches
from app.delivery.models import PushSubscription
from app.notifications.models import Mute, Notice, Preference


def delete_old_notices(before: datetime) -> int:
    """Delete the notices that were closed before a time; return how many. Commits each batch."""
    return delete_in_batches(select(Notice.id).where(Notice.closed_at < before).order_by(Notice.closed_at), Notice.id)


def delete_user_data(user_id: int) -> None:
    """Delete a user's notices, preferences, mutes and push subscriptions; a hook of erasure. Does not commit."""
    _delete_of_users(select(User.id).where(User.id == user_id))


erasure.erasure_hooks.append(delete_user_data)


def delete_data_of_deleted_users() -> int:
    """Delete the notification data of all deleted accounts; return how many rows. Commits."""
    count = _delete_of_users(select(User.id).where(User.deleted_at.is_not(None)))
    db.session.commit()
    return count


def _delete_of_users(people: Select[int]) -> int:
    """Delete the notification data of the selected users by four statements; return how many rows.

    Notices that a running move has locked are left for the next run.
    """
    told = select(Notice.id).where(Notice.user_id.in_(people)).with_for_update(skip_locked=True)
    count = len(db.session.scalars(delete(Notice).where(Notice.id.in_(told)).returning(Notice.id)).all())
    for model in (Preference, Mute, PushSubscription):
        count += len(db.session.scalars(delete(model).where(model.user_id.in_(people)).returning(model.user_id)).all())
    return count
