"""Sending web pushes, which a browser shows even while no page of this site is open (RFC 8030)."""

import binascii
import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from email.utils import parseaddr
from hashlib import sha256

from flask import current_app
from sqlalchemy import delete

from app.db import db
from app.delivery.channels import safe_http
from app.delivery.errors import NoLongerNeeded, PermanentFailure
from app.delivery.models import Delivery, PushSubscription
from app.delivery.outbox import Message, absolute_url

TTL = 24 * 3600  # seconds that a push service keeps a message for an offline browser
MAX_TITLE, MAX_BODY = 120, 600  # characters that browsers show; in UTF-8 they fit into one record of 4096 bytes
AUTH_LENGTH = 16  # bytes of a subscription's `auth`
BASE64URL = re.compile("[A-Za-z0-9_-]{1,100}={0,2}")  # checked first: the library's decoder ignores other characters


def public_key() -> str:
    """Return this site's public key for the browser's `applicationServerKey`, in base64url."""
    from app.delivery.channels import vapid_keys  # noqa: PLC0415  # loads 9 MB of cryptography, which few processes need

    return vapid_keys.public_key()


def check_subscription(endpoint: str, p256dh: str, auth: str) -> None:
    """Raise ValueError unless these are a valid endpoint and keys of a browser's push subscription.

    For the endpoint it is an InvalidUrl. No request is sent.
    """
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  # as above

    safe_http.check_url(endpoint)
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decode_base64url(p256dh))
    if len(_decode_base64url(auth)) != AUTH_LENGTH:
        raise ValueError("auth")


def send(delivery: Delivery, message: Message, begin_handover: Callable[[], None]) -> None:
    """Push a message to the browser whose subscription is the delivery's target. Raises DeliveryError. Commits.

    Calls `begin_handover` just before the request. A subscription that the push service calls expired is deleted.
    """
    from app.delivery.channels.push_encryption import encrypt_push  # noqa: PLC0415  # see that module

    subscription = db.session.get(PushSubscription, int(delivery.target))
    if subscription is None:
        raise NoLongerNeeded("The browser does not receive pushes any more.")
    _name, contact = parseaddr(current_app.config["MAIL_FROM"])
    try:
        body, headers = encrypt_push(subscription, render_payload(message), contact, TTL)
    except ValueError as error:
        raise PermanentFailure("The subscription's address or keys are not usable.") from error
    db.session.commit()
    headers |= {"urgency": "normal", "topic": _push_topic(delivery.user_id, message.tag)}
    answer = safe_http.post(subscription.endpoint, headers, body, begin_handover)
    if answer.status in (404, 410):
        _delete_subscription(subscription.id)
        raise NoLongerNeeded(f"The push service answered {answer.status}: the subscription had ended, and was deleted.")
    safe_http.require_success(answer, "push service")


def render_payload(message: Message) -> bytes:
    """Return a message as JSON for the service worker; one with several items links to `/next`."""
    url = message.items[0].url if len(message.items) == 1 else absolute_url("/next")
    body = _truncate("\n".join(item.sentence for item in message.items), MAX_BODY)
    shown = {"title": _truncate(message.title, MAX_TITLE), "body": body, "url": url, "tag": message.tag}
    return json.dumps(shown, ensure_ascii=False).encode()


def _truncate(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _push_topic(user_id: int, tag: str) -> str:
    """Return the Topic header by which a newer push replaces an older one: 32 characters that reveal nothing."""
    return urlsafe_b64encode(sha256(f"{user_id} {tag}".encode()).digest()[:24]).decode()


def _decode_base64url(text: str) -> bytes:
    """Return the bytes of base64url text with or without padding. Raises ValueError for other text."""
    if not BASE64URL.fullmatch(text):
        raise ValueError("base64")
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error as error:
        raise ValueError("base64") from error


def _delete_subscription(number: int) -> None:
    db.session.execute(delete(PushSubscription).where(PushSubscription.id == number))
    db.session.commit()
