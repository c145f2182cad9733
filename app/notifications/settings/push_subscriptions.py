"""Push subscriptions: the browsers that show notifications while no page of this site is open."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert

from app.accounts.auth import login_manager
from app.db import db
from app.delivery.channels import push
from app.delivery.models import PushSubscription
from app.notifications.settings import this_browser

MAX_BROWSERS: Final = 10  # for each user
MAX_ENDPOINT_LENGTH: Final = 2000  # characters of an endpoint, limited by the database's index


@dataclass(frozen=True)
class BrowserPush:
    """What a page needs to offer pushes in this browser: the site's key, and the current subscription, if any."""

    key: str
    subscription: PushSubscription | None


def load_browser_push(user_id: int) -> BrowserPush:
    """Return the site's push key, and the user's subscription in the requesting browser, if any."""
    own = select(PushSubscription).where(
        PushSubscription.id == this_browser.read_subscription_cookie(), PushSubscription.user_id == user_id
    )
    return BrowserPush(push.public_key(), db.session.scalar(own))


def subscribe(user_id: int, endpoint: str, p256dh: str, auth: str, browser: str) -> int:
    """Subscribe a browser's endpoint to a user's pushes, and to nobody else's; return the subscription's id. Commits.

    Deletes the oldest subscription of a user with more than MAX_BROWSERS. Raises ValueError for an invalid one.
    """
    if len(endpoint) > MAX_ENDPOINT_LENGTH:
        raise ValueError("endpoint")
    push.check_subscription(endpoint, p256dh, auth)
    _delete_earlier(user_id, endpoint)
    keys = {
        "user_id": user_id,
        "p256dh": p256dh,
        "auth": auth,
        "browser": browser,
        "session_id": login_manager.current_session_id(),
    }
    row = insert(PushSubscription).values(endpoint=endpoint, **keys)
    row = row.on_conflict_do_update(index_elements=["endpoint"], set_={**keys, "created_at": func.now()})
    number = int(db.session.scalars(row.returning(PushSubscription.id)).one())
    _drop_oldest(user_id)
    db.session.commit()
    return number


def _delete_earlier(user_id: int, endpoint: str) -> None:
    """Delete another user's subscription of this endpoint, and this browser's earlier one.

    Updating them would send messages queued for another user here.
    """
    theirs = (PushSubscription.endpoint == endpoint) & (PushSubscription.user_id != user_id)
    older = (PushSubscription.id == this_browser.read_subscription_cookie()) & (PushSubscription.endpoint != endpoint)
    db.session.execute(delete(PushSubscription).where(theirs | older))


def _drop_oldest(user_id: int) -> None:
    own = select(PushSubscription.id).where(PushSubscription.user_id == user_id)
    surplus = own.order_by(PushSubscription.created_at.desc(), PushSubscription.id.desc()).offset(MAX_BROWSERS)
    db.session.execute(delete(PushSubscription).where(PushSubscription.id.in_(surplus)))
