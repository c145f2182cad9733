"""Push subscriptions: the browsers that show notifications while no page of this site is open."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert

from app.accounts import session
from app.db import db
from app.notifications import this_browser
from app.post import push
from app.post.models import Subscription

MOST: Final = 10  # for each user
LONGEST: Final = 2000  # characters of an endpoint, limited by the database's index


@dataclass(frozen=True)
class Here:
    """What a page needs to offer pushes in this browser: the site's key, and the current subscription, if any."""

    key: str
    subscription: Subscription | None


def here(user_id: int) -> Here:
    """Return the state of a user's pushes in this browser."""
    own = select(Subscription).where(Subscription.id == this_browser.remembered(), Subscription.user_id == user_id)
    return Here(push.public_key(), db.session.scalar(own))


def subscribe(user_id: int, endpoint: str, p256dh: str, auth: str, browser: str) -> int:
    """Subscribe an endpoint to a user's pushes, and to nobody else's; drops the oldest of too many browsers.

    Returns the subscription's id; raises ValueError for an invalid subscription. Commits.
    """
    if len(endpoint) > LONGEST:
        raise ValueError("endpoint")
    push.check(endpoint, p256dh, auth)
    _forget_before(user_id, endpoint)
    keys = {
        "user_id": user_id,
        "p256dh": p256dh,
        "auth": auth,
        "browser": browser,
        "session_id": session.current_session_id(),
    }
    row = insert(Subscription).values(endpoint=endpoint, **keys)
    row = row.on_conflict_do_update(index_elements=["endpoint"], set_={**keys, "created_at": func.now()})
    number = int(db.session.scalars(row.returning(Subscription.id)).one())
    _drop_oldest(user_id)
    db.session.commit()
    return number


def _forget_before(user_id: int, endpoint: str) -> None:
    """Delete earlier subscriptions of this browser. Updating them would redirect messages queued for another user."""
    theirs = (Subscription.endpoint == endpoint) & (Subscription.user_id != user_id)
    older = (Subscription.id == this_browser.remembered()) & (Subscription.endpoint != endpoint)
    db.session.execute(delete(Subscription).where(theirs | older))


def _drop_oldest(user_id: int) -> None:
    own = select(Subscription.id).where(Subscription.user_id == user_id)
    surplus = own.order_by(Subscription.created_at.desc(), Subscription.id.desc()).offset(MOST)
    db.session.execute(delete(Subscription).where(Subscription.id.in_(surplus)))
