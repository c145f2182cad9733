"""Loading and saving a user's channels and the interval of emails. The functions that change something commit."""

from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from app.db import db
from app.delivery.models import PushSubscription
from app.i18n.languages import lazy_gettext
from app.notifications.models import Preference

MAIL_INTERVALS: Final = {
    15: lazy_gettext("at most once every 15 minutes"),
    60: lazy_gettext("at most once an hour"),
    180: lazy_gettext("at most once every 3 hours"),
    1440: lazy_gettext("at most once a day"),
}


def load_preference(user_id: int) -> Preference:
    """Return a user's preferences, or the defaults as an object that is not in the session; do not modify it."""
    return db.session.get(Preference, user_id) or Preference(user_id)


def save_preference(user_id: int, **chosen: bool | int | str | None) -> None:
    """Save these preferences (columns by name) and keep the others; safe when called concurrently. Commits."""
    row = insert(Preference).values(user_id=user_id, **chosen)
    db.session.execute(row.on_conflict_do_update(index_elements=["user_id"], set_=chosen))
    db.session.commit()


def load_browsers(user_id: int) -> list[PushSubscription]:
    """Return a user's push subscriptions, one for each browser, oldest first."""
    query = select(PushSubscription).where(PushSubscription.user_id == user_id).order_by(PushSubscription.id)
    return list(db.session.scalars(query))


def delete_browser(user_id: int, subscription_id: int) -> None:
    """Delete a push subscription if it is the user's. Commits."""
    own = (PushSubscription.id == subscription_id, PushSubscription.user_id == user_id)
    db.session.execute(delete(PushSubscription).where(*own))
    db.session.commit()


def mask_url(url: str) -> str:
    """Return a URL without its middle, enough to recognize it: whoever knows all of a webhook's URL can post there."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}/…{url[-4:]}"
