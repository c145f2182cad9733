"""A browser that receives pushes, written from RFC 8291, RFC 8188 and RFC 8292 alone."""

import hmac
import json
import secrets
import struct
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Any
from urllib.parse import urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from flask import Flask

from app.db import db
from app.delivery.models import PushSubscription
from tests.delivery.endpoint import Request


def encoded(data: bytes) -> str:
    """Write base64url without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Read base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """Derive a key of at most 32 bytes (RFC 5869)."""
    return hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\x01", "sha256")[:length]


class Browser:
    """The receiving end of a subscription."""

    def __init__(self, private: ec.EllipticCurvePrivateKey | None = None, auth: bytes | None = None) -> None:
        self.private = private or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth or secrets.token_bytes(16)
        self.public = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def subscribe(self, app: Flask, endpoint: str, user: int = 1) -> str:
        """Keep a subscription for this browser and return its number, as a delivery's target."""
        with app.app_context():
            db.session.connection().exec_driver_sql("SET LOCAL session_replication_role = replica")
            own = PushSubscription(user, endpoint, encoded(self.public), encoded(self.auth), "Firefox on Linux")
            db.session.add(own)
            db.session.commit()
            return str(own.id)

    def read(self, body: bytes) -> bytes:
        """Decrypt the one record of a push."""
        salt, (size, length) = body[:16], struct.unpack("!LB", body[16:21])
        key, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size <= 4096
        assert len(body) <= 4096  # what a push service has to take (RFC 8030)
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key))
        secret = hkdf(self.auth, shared, b"WebPush: info\0" + self.public + key, 32)
        content_key = hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        padded = AESGCM(content_key).decrypt(hkdf(salt, secret, b"Content-Encoding: nonce\0", 12), record, None)
        text, mark = padded.rstrip(b"\0")[:-1], padded.rstrip(b"\0")[-1]
        assert mark == 2  # the last record
        return text

    def shown(self, request: Request) -> Any:
        """Return what the service worker gets."""
        return json.loads(self.read(request.body))


def verified(request: Request, endpoint: str, public_key: str) -> dict[str, Any]:
    """Check who signed a push, as a push service does, and return what was signed."""
    scheme, _space, rest = request.headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, parts["k"]) == ("vapid", public_key)
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(public_key))
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(endpoint))
    claims: dict[str, Any] = jwt.decode(parts["t"], point, algorithms=["ES256"], audience=origin)
    return claims
