"""A user's notification settings and notices, for the data export."""

from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import select

from app.accounts.settings import data_export
from app.accounts.settings.data_export import iso_time
from app.db import db
from app.notifications.models import Mute, Notice
from app.notifications.settings import preferences


def export_notifications(user_id: int) -> dict[str, Any]:
    """Return a user's notification settings, browsers, mutes and notices as JSON values; of URLs only the host."""
    chosen = preferences.load_preference(user_id)
    muted = select(Mute.topic).where(Mute.user_id == user_id).order_by(Mute.topic)
    return {
        "mail": chosen.mail,
        "push": chosen.push,
        "rhythm": chosen.rhythm,
        "webhook": chosen.webhook and urlsplit(chosen.webhook).hostname,
        "browsers": [
            {"browser": each.browser, "service": urlsplit(each.endpoint).hostname, "since": iso_time(each.created_at)}
            for each in preferences.load_browsers(user_id)
        ],
        "muted": list(db.session.scalars(muted)),
        "notices": _notices(user_id),
    }


def _notices(user_id: int) -> list[dict[str, Any]]:
    own = select(Notice).where(Notice.user_id == user_id).order_by(Notice.id)
    return [
        {
            "place": each.topic,
            "kind": each.kind,
            "path": each.path,
            "since": iso_time(each.since),
            "deadline": iso_time(each.deadline),
            "closed": iso_time(each.closed_at),
            "why": each.why,
        }
        for each in db.session.scalars(own)
    ]


data_export.sections["told"] = export_notifications
