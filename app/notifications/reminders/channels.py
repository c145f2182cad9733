"""Finding the channels by which users can be reached: those that they chose and have an address for."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import ARRAY, BigInteger, func, select

from app.accounts.models import User
from app.db import db
from app.delivery.channels import email
from app.delivery.models import PushSubscription
from app.notifications.models import Preference


@dataclass(frozen=True)
class Recipient:
    """A user's usable channels: email address, ids of push subscriptions, webhook URL.

    `rhythm` is the minimum time between two emails.
    """

    user_id: int
    language: str
    timezone: str
    mail: str | None
    pushes: tuple[int, ...]
    webhook: str | None
    rhythm: timedelta

    def targets(self, channel: str) -> list[str]:
        """Return where to send on a channel, as in Delivery.target; empty if the user does not use it."""
        if channel == "push":
            return list(map(str, self.pushes))
        target = self.mail if channel == "mail" else self.webhook
        return [target] if target else []


def load_recipients(user_ids: Collection[int]) -> dict[int, Recipient]:
    """Return the recipients with these user ids, by id, in one query; deleted and suspended users are left out."""
    own = select(PushSubscription.id).where(PushSubscription.user_id == User.id).order_by(PushSubscription.id)
    browsers = func.array(own.correlate(User).scalar_subquery(), type_=ARRAY(BigInteger))
    query = select(User, Preference, browsers).outerjoin(Preference, Preference.user_id == User.id)
    query = query.where(User.id.in_(user_ids), User.deleted_at.is_(None))
    rows = db.session.execute(query.execution_options(populate_existing=True))
    found = [row for row in rows if row.User.may_act]
    return {user.id: _recipient(user, chosen or Preference(user.id), browsers) for user, chosen, browsers in found}


def _recipient(user: User, chosen: Preference, browsers: Sequence[int]) -> Recipient:
    return Recipient(
        user_id=user.id,
        language=user.language,
        timezone=user.timezone,
        mail=user.email if chosen.mail and email.transport() != "nowhere" else None,
        pushes=tuple(browsers) if chosen.push else (),
        webhook=chosen.webhook,
        rhythm=timedelta(minutes=chosen.rhythm),
    )
