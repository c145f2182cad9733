"""Passkeys of an account: adding, removing, and signing in by one. Each function commits."""

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError

from app.accounts import activity_log, rate_limits
from app.accounts.auth import reauthentication
from app.accounts.email import addresses
from app.accounts.models import User
from app.accounts.passkeys import challenges
from app.accounts.passkeys.models import Passkey
from app.accounts.passkeys.relying_party import RelyingParty, find_relying_party
from app.accounts.second_factor import factors
from app.accounts.settings import timezones
from app.accounts.user_agents import current_client
from app.db import db, now
from app.http.client_address import network
from app.http.fields import strip_invisible
from app.i18n.languages import _, lazy_gettext
from app.refusals import Refusal

MAX_PASSKEYS: Final = 20  # per account
MAX_NAME_LENGTH: Final = 60  # characters
HANDLE_BYTES: Final = 32
NOT_HERE: Final = lazy_gettext("Passkeys do not work at this address.")
ADD, SIGN_IN = "add", "sign in"  # purposes of challenges


def load_passkeys(user_id: int) -> Sequence[Passkey]:
    """Return a user's passkeys, newest first."""
    return db.session.scalars(select(Passkey).where(Passkey.user_id == user_id).order_by(Passkey.id.desc())).all()


def sign_in_options() -> dict[str, Any] | None:
    """Return the options for signing in by a passkey, with a fresh challenge; None where passkeys do not work.

    They are few, so that the sign-in page need not load the library.
    """
    party = find_relying_party()
    if party is None:
        return None
    challenge = urlsafe_b64encode(challenges.make_challenge(SIGN_IN)).decode().rstrip("=")
    return {
        "challenge": challenge,
        "rpId": party.id,
        "userVerification": "required",
        "timeout": challenges.TIMEOUT,
    }


def begin_adding(user: User, password: str) -> dict[str, Any]:
    """Return the options for creating a passkey once the password is confirmed.

    Raises WrongPassword, RateLimited, or Refusal if there are too many or passkeys do not work here.
    """
    from app.accounts.passkeys import ceremonies  # noqa: PLC0415  # see there

    reauthentication.require_password(user, password)
    db.session.commit()
    held, party = load_passkeys(user.id), _require_party()
    if len(held) >= MAX_PASSKEYS:
        raise Refusal(_("You already have %(most)d passkeys. Remove one first.", most=MAX_PASSKEYS), "password")
    handle = held[0].handle if held else secrets.token_bytes(HANDLE_BYTES)
    challenge = challenges.make_challenge(ADD, user.id, handle.hex())
    return ceremonies.creation_options(party, user.own_name, handle, challenge, [each.credential_id for each in held])


def add_passkey(user: User, name: str, sent: str) -> None:
    """Add the passkey that a browser has created by the options of `begin_adding`, and tell the owner.

    Raises Refusal if it proves nothing, or belongs to an account already, and AccountDeleted.
    """
    from app.accounts.passkeys import ceremonies  # noqa: PLC0415  # see there

    answer = ceremonies.read_answer(sent)
    handle = bytes.fromhex(challenges.spend_challenge(answer.challenge, ADD, user.id))
    made = ceremonies.verify_creation(answer, _require_party())
    addresses.lock_existing_user(user)
    db.session.add(
        Passkey(user.id, _clean_name(name), made.credential_id, made.credential_public_key, handle, made.sign_count)
    )
    try:
        factors.announce(user, "passkey-added")
        db.session.commit()
    except IntegrityError:
        db.session.rollback()
        raise Refusal(_("This passkey belongs to an account already.")) from None


def remove_passkey(user: User, number: int | None, password: str) -> bool:
    """Delete the user's passkey with the id `number`, and tell the owner; return whether it existed.

    Raises WrongPassword, RateLimited or AccountDeleted.
    """
    reauthentication.require_password(user, password)
    addresses.lock_existing_user(user)
    own = delete(Passkey).where(Passkey.id == number, Passkey.user_id == user.id).returning(Passkey.id)
    removed = db.session.scalar(own) is not None
    if removed:
        factors.announce(user, "passkey-removed")
    db.session.commit()
    return removed


def sign_in(sent: str, address: str | None) -> User:
    """Return the account whose passkey has signed this session's challenge; `address` is the IP address.

    Raises Refusal if the passkey is unknown, proves nothing or may have been copied, and RateLimited. Starting the
    session is left to the caller.
    """
    from app.accounts.passkeys import ceremonies  # noqa: PLC0415  # see there

    rate_limits.enforce(f"signin {network(address)}")
    answer, party = ceremonies.read_answer(sent), _require_party()
    challenges.spend_challenge(answer.challenge, SIGN_IN)
    passkey = _lock_passkey(answer.credential_id)
    if passkey is None or not hmac.compare_digest(passkey.handle, answer.handle):
        db.session.rollback()
        raise Refusal(_("No account here has this passkey. Sign in another way; it may have been removed."))
    try:
        proof = ceremonies.verify_proof(answer, party, passkey.public_key, passkey.signatures)
    except ceremonies.PasskeyRefused:
        activity_log.record_event("passkey-refused", passkey.user_id)
        db.session.commit()
        raise
    passkey.signatures, passkey.used_at = proof.new_sign_count, now()
    timezones.set_missing_timezone(passkey.user)
    activity_log.record_event("signed-in-by-passkey", passkey.user_id)
    db.session.commit()
    return passkey.user


def _lock_passkey(credential_id: bytes) -> Passkey | None:
    """Return the passkey with this credential id, locked so that its signatures are counted one by one."""
    query = select(Passkey).where(Passkey.credential_id == credential_id).with_for_update(of=Passkey)
    return db.session.scalar(query.execution_options(populate_existing=True))


def _require_party() -> RelyingParty:
    party = find_relying_party()
    if party is None:
        raise Refusal(NOT_HERE)
    return party


def _clean_name(name: str) -> str:
    """Return a passkey's name as it is stored: what was typed, cut, or else what the browser is called."""
    return strip_invisible(" ".join(name.split())).strip()[:MAX_NAME_LENGTH] or current_client().browser
