"""Signed tokens for unsubscribing from emails by a URL, without sign-in or cookie; they never expire."""

from itsdangerous import BadData, URLSafeSerializer

from app.accounts.models import User
from app.config import secret_keys
from app.db import db
from app.notifications.settings import preferences


def create_token(user_id: int) -> str:
    """Return the signed token by which a user's emails can be turned off."""
    return str(_signer().dumps([user_id, "mail"]))


def user_id_of_token(token: str) -> int | None:
    """Return the id of the user for whom a token was signed, or None if it is invalid."""
    try:
        match _signer().loads(token):
            case [int(user_id), "mail"]:
                return user_id
    except BadData:
        pass
    return None


def unsubscribe_user(user_id: int) -> None:
    """Turn off a user's emails; without effect if the user does not exist or is deleted. Commits."""
    user = db.session.get(User, user_id)
    if user and not user.deleted_at:
        preferences.save_preference(user_id, mail=False)


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(secret_keys.signing_keys(), salt="notices-stop")
