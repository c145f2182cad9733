"""The end of the mails, by a signed address in each: it needs neither sign-in nor cookie, and works for ever."""

from itsdangerous import BadData, URLSafeSerializer

from app import keys
from app.accounts.models import User
from app.db import db
from app.notifications import preferences


def token(user_id: int) -> str:
    """Return what proves that its bearer has received this person's mail."""
    return str(_signer().dumps([user_id, "mail"]))


def reader(token: str) -> int | None:
    """Return whose token this is, None for what was not made here."""
    try:
        match _signer().loads(token):
            case [int(user_id), "mail"]:
                return user_id
    except BadData:
        pass
    return None


def stop(user_id: int) -> None:
    """Send a person no more mails; any number of times. Commits."""
    user = db.session.get(User, user_id)
    if user and not user.deleted_at:
        preferences.save(user_id, mail=False)


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(keys.signing(), salt="notices-stop")
