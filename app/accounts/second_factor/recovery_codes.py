"""Recovery codes: ten, shown once, each good for one second step where neither app nor passkey is at hand.

A code has 120 random bits, so that a digest without salt cannot be reversed.
"""

import secrets
from base64 import b32encode
from hashlib import sha256
from typing import Final

from sqlalchemy import delete, func, select

from app.accounts.auth import reauthentication
from app.accounts.email import addresses
from app.accounts.models import User
from app.accounts.second_factor import factors
from app.accounts.second_factor.models import RecoveryCode
from app.db import db
from app.i18n.languages import _
from app.refusals import Refusal

NUMBER: Final = 10
CODE_BYTES: Final = 15
GROUP: Final = 4  # letters between two hyphens


def replace_codes(user: User) -> list[str]:
    """Make new codes in place of all earlier ones, tell the owner, and return them, without commit."""
    db.session.execute(delete(RecoveryCode).where(RecoveryCode.user_id == user.id))
    codes = [_new_code() for _ in range(NUMBER)]
    db.session.add_all(RecoveryCode(user.id, _digest(code)) for code in codes)
    factors.announce(user, "recovery-codes-made")
    return codes


def renew_codes(user: User, password: str) -> list[str]:
    """Make new codes in place of all earlier ones, and return them. Commits.

    Raises WrongPassword, RateLimited, AccountDeleted, or Refusal if the account has no second factor.
    """
    reauthentication.require_password(user, password)
    addresses.lock_existing_user(user)
    if not factors.has_any(user.id):
        db.session.rollback()
        raise Refusal(_("First add a passkey or an authenticator app."), "password")
    codes = replace_codes(user)
    db.session.commit()
    return codes


def use_code(user_id: int, code: str) -> bool:
    """Delete the code if the user has it, without commit; return whether they did."""
    own = delete(RecoveryCode).where(RecoveryCode.user_id == user_id, RecoveryCode.digest == _digest(code))
    return db.session.scalar(own.returning(RecoveryCode.id)) is not None


def count_codes(user_id: int) -> int:
    """Return how many codes the user has left."""
    own = select(func.count()).select_from(RecoveryCode).where(RecoveryCode.user_id == user_id)
    return db.session.scalar(own) or 0


def _new_code() -> str:
    letters = b32encode(secrets.token_bytes(CODE_BYTES)).decode().lower()
    return "-".join(letters[start : start + GROUP] for start in range(0, len(letters), GROUP))


def _digest(code: str) -> str:
    """Return the digest of a code, however its letters are written and grouped."""
    return sha256("".join(filter(str.isalnum, code)).lower().encode()).hexdigest()
