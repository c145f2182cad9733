"""Encryption of authenticator secrets by keys derived from SECRET_KEY: the newest encrypts, the others still decrypt.

A copy of the database alone gives nobody the codes.
"""

import hmac
from base64 import urlsafe_b64encode

from app.config import secret_keys


def encrypt(secret: str) -> bytes:
    """Return a secret encrypted by the newest key."""
    from cryptography.fernet import Fernet  # noqa: PLC0415  # loads 9 MB, which few processes need

    return Fernet(_derived(secret_keys.signing_keys()[-1])).encrypt(secret.encode())


def decrypt(encrypted: bytes) -> str | None:
    """Return what was encrypted by any of the keys, or None if its key has been removed."""
    from cryptography.fernet import Fernet, InvalidToken, MultiFernet  # noqa: PLC0415  # as above

    keys = [Fernet(_derived(key)) for key in reversed(secret_keys.signing_keys())]
    try:
        return MultiFernet(keys).decrypt(encrypted).decode()
    except InvalidToken:
        return None


def newest_key() -> str:
    """Return the fingerprint of the newest key, which tells nothing about it."""
    return hmac.digest(secret_keys.signing_keys()[-1].encode(), b"fingerprint", "sha256")[:8].hex()


def _derived(key: str) -> bytes:
    return urlsafe_b64encode(hmac.digest(key.encode(), b"authenticator apps", "sha256"))
