"""The VAPID key pair that identifies this site to push services (RFC 8292); created on first use."""

from base64 import urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert

from app.db import db
from app.delivery.models import SiteKey

KEY_NAME = "vapid"


def public_key() -> str:
    """Return the public key for the browser's `applicationServerKey`: an uncompressed point in base64url."""
    point = _load_pair().public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).rstrip(b"=").decode()


def load_pem_pair() -> tuple[bytes, bytes]:
    """Return the private and the public key in PEM; they are created on first use."""
    pair = _load_pair()
    public = pair.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return pair.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), public


def _load_pair() -> ec.EllipticCurvePrivateKey:
    pair = load_pem_private_key((_load_key() or _create_key()).encode(), None)
    assert isinstance(pair, ec.EllipticCurvePrivateKey)  # noqa: S101  # always what _create_key() stored
    return pair


def _load_key() -> str | None:
    value: str | None = db.session.scalar(select(SiteKey.value).where(SiteKey.name == KEY_NAME))
    return value


def _create_key() -> str:
    """Create and store a private key unless another process was faster; return the stored one in PEM.

    Uses its own transaction, so that concurrent callers get the same key.
    """
    pair = ec.generate_private_key(ec.SECP256R1())
    value = pair.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    with db.engine.begin() as connection:
        connection.execute(insert(SiteKey).values(name=KEY_NAME, value=value).on_conflict_do_nothing())
        return str(connection.scalar(select(SiteKey.value).where(SiteKey.name == KEY_NAME)))
