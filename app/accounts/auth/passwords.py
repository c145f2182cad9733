"""Password rules and hashes (argon2id with OWASP's m=19456 KiB, t=2, p=1: about 25 ms)."""

import secrets
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from precis_i18n import get_profile

from app.accounts.auth.password_strength import estimate_guesses
from app.accounts.errors import BadPassword
from app.accounts.names.confusables import skeleton
from app.i18n.languages import _

MIN_LENGTH, MAX_LENGTH = 8, 256  # characters
MAX_TYPED_LENGTH = 4 * MAX_LENGTH  # characters before normalising, which may combine letters and marks
MIN_GUESSES = 10**6  # that a new password must withstand (NIST SP 800-63B, 3.1.1.2)

_hasher = PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)
_opaque = get_profile("OpaqueString")


def check_password(password: str, name: str = "") -> None:
    """Raise BadPassword if a password is too short, too long, or the same as `name` but for look-alikes.

    Any characters are allowed. Whether it is easy to guess is not checked here, but by `hash_new_password`.
    """
    length = len(password) if len(password) > MAX_TYPED_LENGTH else len(_normalize(password))
    if length < MIN_LENGTH:
        sentence = _("Your password needs at least %(num)d characters. A few words in a row work well.", num=MIN_LENGTH)
        raise BadPassword(sentence)
    if length > MAX_LENGTH:
        sentence = _(
            "Your password can have at most %(num)d characters; this one has %(length)d.", num=MAX_LENGTH, length=length
        )
        raise BadPassword(sentence)
    if name and skeleton(password) == skeleton(name):
        raise BadPassword(_("Your name is the first thing anyone would try. Choose another password."))


def hash_new_password(password: str, name: str = "") -> str:
    """Check a new password and return its hash; raise BadPassword if it is malformed or easy to guess."""
    check_password(password, name)
    _check_strength(password, name)
    return hash_password(password)


def hash_password(password: str) -> str:
    """Return the hash of a password with the current parameters, without checking the password."""
    return _hasher.hash(_normalize(password))


def verify_password(stored: str | None, password: str) -> bool:
    """Return whether the password matches the stored hash.

    Without a hash the answer is False, after the same work, so that the response time reveals nothing.
    """
    if len(password) > MAX_TYPED_LENGTH:
        stored, password = None, ""
    try:
        return _hasher.verify(stored or _dummy_hash(), _normalize(password))
    except (VerificationError, InvalidHashError):
        return False


def is_outdated(stored: str) -> bool:
    """Return whether a stored hash was made with other parameters than the current ones."""
    return _hasher.check_needs_rehash(stored)


def _check_strength(password: str, name: str) -> None:
    if estimate_guesses(password, name) < MIN_GUESSES:
        raise BadPassword(_("This is one of the first passwords attackers try. A few words in a row are better."))


def _normalize(password: str) -> str:
    """Normalise to NFC and plain spaces (RFC 8265), so that a password is the same from every keyboard."""
    return str(_opaque.apply_five_rules(password))


@cache
def _dummy_hash() -> str:
    return _hasher.hash(secrets.token_hex())
