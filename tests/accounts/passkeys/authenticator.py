"""A passkey authenticator in software: it makes keys of P-256 and signs as a browser and its device do together."""

import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

ORIGIN = "http://localhost"
PRESENT, VERIFIED, KEY_ENCLOSED = 0x01, 0x04, 0x40  # flags of the authenticator data
Options = dict[str, Any]


class Authenticator:
    """A device with one passkey. What it says can be falsified by its attributes before it is asked."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id, self.handle = secrets.token_bytes(32), b""
        self.origin, self.flags, self.count = ORIGIN, PRESENT | VERIFIED, 0

    def create(self, options: Options) -> str:
        """Return a new credential as JSON, as `navigator.credentials.create` does."""
        self.handle = decoded(options["user"]["id"])
        data = self._data(options["rp"]["id"], KEY_ENCLOSED) + bytes(16) + len(self.id).to_bytes(2) + self.id
        attested = {"fmt": "none", "attStmt": {}, "authData": data + cbor2.dumps(self._public_key())}
        told = self._client_data("webauthn.create", options)
        return self._credential({"clientDataJSON": encoded(told), "attestationObject": encoded(cbor2.dumps(attested))})

    def get(self, options: Options) -> str:
        """Return a proof as JSON, as `navigator.credentials.get` does."""
        self.count += 1
        told, data = self._client_data("webauthn.get", options), self._data(options["rpId"])
        signature = self.key.sign(data + sha256(told).digest(), ec.ECDSA(hashes.SHA256()))
        response = {"clientDataJSON": encoded(told), "authenticatorData": encoded(data)}
        return self._credential(response | {"signature": encoded(signature), "userHandle": encoded(self.handle)})

    def _credential(self, response: dict[str, str]) -> str:
        own = {"id": encoded(self.id), "rawId": encoded(self.id), "type": "public-key"}
        return json.dumps(own | {"response": response, "clientExtensionResults": {}})

    def _client_data(self, kind: str, options: Options) -> bytes:
        told = {"type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": False}
        return json.dumps(told).encode()

    def _data(self, party: str, flags: int = 0) -> bytes:
        return sha256(party.encode()).digest() + bytes([self.flags | flags]) + self.count.to_bytes(4)

    def _public_key(self) -> dict[int, object]:
        """Return the public key in the form of COSE: an EC2 key for ES256 on P-256."""
        numbers = self.key.public_key().public_numbers()
        return {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32), -3: numbers.y.to_bytes(32)}


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
