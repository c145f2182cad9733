"""The browsers in which people are told when they are awaited, also while no page of this site is open."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert

from app.accounts import session
from app.db import db
from app.notifications import this_browser
from app.post import push
from app.post.models import Subscription

MOST: Final = 10  # browsers a person
LONGEST: Final = 2000  # characters of an endpoint: longer ones do not fit into the database's index


@dataclass(frozen=True)
class Here:
    """What a page needs that offers to tell its reader in this browser: the site's key, and what there is already."""

    key: str
    subscription: Subscription | None


def here(user_id: int) -> Here:
    """Return how this browser stands to a person's pushes."""
    own = select(Subscription).where(Subscription.id == this_browser.remembered(), Subscription.user_id == user_id)
    return Here(push.public_key(), db.session.scalar(own))


def subscribe(user_id: int, endpoint: str, p256dh: str, auth: str, browser: str) -> int:
    """Tell a person at an endpoint, and nobody else there; of too many browsers the oldest goes.

    Returns the subscription's number; raises ValueError for what no browser sends. Commits.
    """
    if len(endpoint) > LONGEST:
        raise ValueError("endpoint")
    push.check(endpoint, p256dh, auth)
    _forget_before(user_id, endpoint)
    keys = {"user_id": user_id, "p256dh": p256dh, "auth": auth, "browser": browser, "session_id": session.number()}
    row = insert(Subscription).values(endpoint=endpoint, **keys)
    row = row.on_conflict_do_update(index_elements=["endpoint"], set_={**keys, "created_at": func.now()})
    number = int(db.session.scalars(row.returning(Subscription.id)).one())
    _drop_oldest(user_id)
    db.session.commit()
    return number


def _forget_before(user_id: int, endpoint: str) -> None:
    """Delete what others had here, and not just change it: what is on its way to them must not arrive any more."""
    theirs = (Subscription.endpoint == endpoint) & (Subscription.user_id != user_id)
    older = (Subscription.id == this_browser.remembered()) & (Subscription.endpoint != endpoint)
    db.session.execute(delete(Subscription).where(theirs | older))


def _drop_oldest(user_id: int) -> None:
    own = select(Subscription.id).where(Subscription.user_id == user_id)
    surplus = own.order_by(Subscription.created_at.desc(), Subscription.id.desc()).offset(MOST)
    db.session.execute(delete(Subscription).where(Subscription.id.in_(surplus)))
