"""Personal tokens: creating, revoking, and finding them by their secret, of which only a digest is stored."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from sqlalchemy import bindparam, delete, func, or_, select, update

from app.accounts import activity_log
from app.accounts.email import addresses
from app.accounts.models import ApiToken, User
from app.db import db, delete_in_batches, now
from app.http.fields import strip_invisible
from app.i18n.languages import _, lazy_gettext
from app.live import topic_versions
from app.refusals import Refusal

SCOPES: Final[Mapping[str, str]] = {
    "read": lazy_gettext("Read: see your games, lobbies, teams and decks"),
    "play": lazy_gettext("Play: make moves, mark cards and chat in your games"),
    "lobby": lazy_gettext("Arrange: open and join lobbies, start games, make decks"),
}
MAX_TOKENS: Final = 20  # per account
MAX_NAME_LENGTH: Final = 60  # characters
PREFIX: Final = "dd_"  # by which programs that look for leaked secrets can recognise one
SECRET_BYTES: Final = 32  # random ones, so that a digest without salt cannot be reversed
USE_INTERVAL: Final = timedelta(minutes=1)  # between two notes of the last use
UNEXPIRED: Final = or_(ApiToken.expires_at.is_(None), ApiToken.expires_at > func.now())
# Run for every request of a program: built once, since that takes as long as running it.
FIND_TOKEN: Final = select(ApiToken).where(ApiToken.digest == bindparam("digest"), UNEXPIRED)
NOTE_USE: Final = update(ApiToken).where(ApiToken.id == bindparam("token")).values(used_at=bindparam("at"))


def create_token(user: User, name: str, scopes: Collection[str], days: int) -> str:
    """Create a token valid for `days` (0: until it is revoked) and return its secret. Commits.

    Raises Refusal for a bad name or one in use, or if the user has too many tokens, and AccountDeleted.
    """
    name = _clean_name(name)
    addresses.lock_existing_user(user)
    held = load_tokens(user.id)
    if name in (token.name for token in held):
        db.session.rollback()
        raise Refusal(_("You already have a token with this name. Choose another name, or revoke that token."), "name")
    if len(held) >= MAX_TOKENS:
        db.session.rollback()
        raise Refusal(_("You already have %(most)d tokens. Revoke one first.", most=MAX_TOKENS), "name")
    secret = PREFIX + secrets.token_urlsafe(SECRET_BYTES)
    expires_at = now() + timedelta(days=days) if days else None
    db.session.add(ApiToken(user.id, name, _digest(secret), sorted(scopes), expires_at))
    activity_log.record_event("token-created", user.id)
    db.session.commit()
    return secret


def revoke_token(user: User, number: int) -> bool:
    """Delete the user's token with the id `number`; return whether it existed. Commits."""
    own = delete(ApiToken).where(ApiToken.id == number, ApiToken.user_id == user.id).returning(ApiToken.id)
    revoked = db.session.scalar(own) is not None
    if revoked:
        topic_versions.bump(topic_versions.account_topic(user.id))
        activity_log.record_event("token-revoked", user.id)
    db.session.commit()
    return revoked


def load_tokens(user_id: int) -> Sequence[ApiToken]:
    """Return a user's unexpired tokens, newest first."""
    own = select(ApiToken).where(ApiToken.user_id == user_id, UNEXPIRED)
    return db.session.scalars(own.order_by(ApiToken.id.desc())).all()


def find_token(secret: str) -> ApiToken | None:
    """Return the unexpired token with this secret, or None; also None while its owner may not act.

    Notes the time of use at most once a minute, and then commits: call it before changing anything.
    """
    token = db.session.scalar(FIND_TOKEN, {"digest": _digest(secret)})
    if token is None or not token.user.may_act:
        return None
    if token.used_at is None or token.used_at < now() - USE_INTERVAL:
        db.session.execute(NOTE_USE, {"token": token.id, "at": now()})
        db.session.commit()
    return token


def delete_for_user(user_id: int) -> None:
    """Delete all tokens of a user and bump the account's topic, without commit."""
    topic_versions.bump(topic_versions.account_topic(user_id))
    db.session.execute(delete(ApiToken).where(ApiToken.user_id == user_id))


def delete_expired(before: datetime) -> int:
    """Delete the tokens that expired before a time and return their number; commits in batches."""
    expired = select(ApiToken.id).where(ApiToken.expires_at < before).order_by(ApiToken.expires_at)
    return delete_in_batches(expired, ApiToken.id)


def _clean_name(name: str) -> str:
    """Return a token's name as it is stored; raise Refusal if it is empty or too long."""
    kept = strip_invisible(" ".join(name.split())).strip()
    if not kept:
        raise Refusal(_("Give the token a name, so that you recognise it later."), "name")
    if len(kept) > MAX_NAME_LENGTH:
        raise Refusal(_("A token’s name can have at most %(most)d characters.", most=MAX_NAME_LENGTH), "name")
    return kept


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
