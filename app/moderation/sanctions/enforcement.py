"""Sanctions: warnings, and suspensions for some days or for good.

A suspension is a column of the account: the user may not act (User.may_act), their seats count as empty, and
request_guard.py blocks their requests. It ends when its time is over, whether or not end_expired() has cleared the
column yet.
"""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import select

from app.accounts.models import FOREVER, User
from app.db import db, now
from app.delivery.outbox import enqueue
from app.i18n.languages import _
from app.moderation.admin import audit_log
from app.moderation.models import Sanction
from app.moderation.sanctions import effects
from app.notifications import notices
from app.refusals import Conflict, Refusal

BATCH = 100


def warn(actor_id: int, user: User, reason: str, report_id: int | None = None) -> None:
    """Warn a user by a notice, and log that, without commit.

    Raises Refusal without a reason, and for admins and deleted accounts.
    """
    _check_allowed(actor_id, user, reason)
    measure = _add(Sanction(user.id, "warning", reason))
    notices.create_news([user.id], f"measure:{measure.id}", "warned", "/standing", {})
    audit_log.add_entry(actor_id, "warned", user.id, reason, report_id)


def suspend(actor_id: int, user: User, days: str, reason: str, report_id: int | None = None) -> None:
    """Suspend a user for a number of `days`, or "forever", mail them and log that, without commit.

    A new suspension replaces a running one. The caller must update the user's games and lobbies (effects.py). Raises
    Refusal as `warn` does.
    """
    _check_allowed(actor_id, user, reason)
    _lift_running(user)
    user.suspended_until = FOREVER if days == "forever" else now() + timedelta(days=int(days))
    measure = _add(Sanction(user.id, "suspension", reason, user.suspended_until))
    if user.email:
        enqueue("suspended", user.id, "mail", user.email, {"measure": measure.id})
    audit_log.add_entry(actor_id, "suspended", user.id, reason, report_id)


def lift(actor_id: int, user: User, reason: str) -> None:
    """End a user's suspension, notify them and log that, without commit; raise Conflict if there is none.

    The caller must update the user's games and lobbies (effects.py).
    """
    if not user.is_suspended:
        raise Conflict(_("This person is no longer suspended."))
    _lift_running(user)
    user.suspended_until = None
    _notify_of_end(user)
    audit_log.add_entry(actor_id, "lifted", user.id, reason)


def end_expired(most: int = BATCH) -> int:
    """Clear up to `most` expired suspensions, notify their users and update their games. Commits.

    Returns how many were cleared.
    """
    over = select(User).where(User.suspended_until <= now()).order_by(User.suspended_until).limit(most)
    users = db.session.scalars(over.with_for_update(skip_locked=True)).all()
    for user in users:
        user.suspended_until = None
        _notify_of_end(user)
    db.session.commit()
    for user in users:
        effects.update_games_and_lobbies(user.id)
    return len(users)


def load_sanctions(user_id: int) -> Sequence[Sanction]:
    """Return a user's warnings and suspensions, newest first."""
    return db.session.scalars(select(Sanction).where(Sanction.user_id == user_id).order_by(Sanction.id.desc())).all()


def find_suspension(user_id: int) -> Sanction | None:
    """Return the suspension that a user is under now, or None."""
    return next((measure for measure in load_sanctions(user_id) if measure.is_running), None)


def _check_allowed(actor_id: int, user: User, reason: str) -> None:
    if user.deleted_at:
        raise Refusal(_("This account has been deleted: it cannot be warned or suspended."))
    if user.id == actor_id or user.admin:
        raise Refusal(_("Admins cannot be warned or suspended here: first revoke their admin rights on the server."))
    if not reason:
        raise Refusal(_("Give a reason: the person will read it."), "reason")


def _add(measure: Sanction) -> Sanction:
    db.session.add(measure)
    db.session.flush()
    return measure


def _lift_running(user: User) -> None:
    for measure in load_sanctions(user.id):
        if measure.is_running:
            measure.lifted_at = now()


def _notify_of_end(user: User) -> None:
    notices.create_news([user.id], "suspension", "free", "/standing", {})
