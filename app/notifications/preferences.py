"""What people choose: over which channels they are told, and how often by mail. Each function commits once."""

from typing import Final

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert

from app.db import db
from app.languages import later
from app.notifications.models import Preference
from app.post.models import Subscription

RHYTHMS: Final = {
    15: later("after 15 minutes at the earliest"),
    60: later("after an hour at the earliest"),
    180: later("after 3 hours at the earliest"),
    1440: later("once a day"),
}


def of(user_id: int) -> Preference:
    """Return what a person has chosen, or what holds without a choice; not for changing."""
    return db.session.get(Preference, user_id) or Preference(user_id)


def save(user_id: int, **chosen: bool | int | str | None) -> None:
    """Keep what a person chose now, and leave the rest as it was; any number may do so at once."""
    row = insert(Preference).values(user_id=user_id, **chosen)
    db.session.execute(row.on_conflict_do_update(index_elements=["user_id"], set_=chosen))
    db.session.commit()


def browsers(user_id: int) -> list[Subscription]:
    """Return the browsers in which a person receives pushes."""
    query = select(Subscription).where(Subscription.user_id == user_id).order_by(Subscription.id)
    return list(db.session.scalars(query))


def forget_browser(user_id: int, subscription_id: int) -> None:
    """Send no more pushes to one of a person's browsers."""
    own = (Subscription.id == subscription_id, Subscription.user_id == user_id)
    db.session.execute(delete(Subscription).where(*own))
    db.session.commit()


def masked(url: str) -> str:
    """Return enough of a webhook for its owner to know it again: whoever knows the whole may write there."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}/…{url[-4:]}"
