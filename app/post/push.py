"""Web push: messages that a browser shows even while no page of this site is open (RFC 8030)."""

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
from app.post import reaching
from app.post.models import Delivery, Subscription
from app.post.outcomes import Refused, Unneeded
from app.post.writing import Message, absolute

DAY = 24 * 3600  # seconds that a push service keeps a message for an offline browser
TITLE, BODY = 120, 600  # characters that browsers show; in UTF-8 they fit into one record of 4096 bytes
SECRET = 16  # bytes of a subscription's `auth`
BASE64 = re.compile("[A-Za-z0-9_-]{1,100}={0,2}")  # checked first: the library's decoder ignores other characters


def public_key() -> str:
    """Return this site's public key for the browser's `applicationServerKey`, in base64url."""
    from app.post import keys  # noqa: PLC0415  # loads 9 MB of cryptography, which few processes need

    return keys.public_key()


def check(endpoint: str, p256dh: str, auth: str) -> None:
    """Raise ValueError unless these are a browser's push subscription; InvalidUrl if the endpoint is at fault."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  # as above

    reaching.check(endpoint)
    ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(p256dh))
    if len(_decoded(auth)) != SECRET:
        raise ValueError("auth")


def send(delivery: Delivery, message: Message, hand_over: Callable[[], None]) -> None:
    """Push a message to a browser; raise DeliveryError. Deletes a subscription that has expired."""
    from app.post.sealing import seal  # noqa: PLC0415  # see that module

    subscription = db.session.get(Subscription, int(delivery.target))
    if subscription is None:
        raise Unneeded("The browser does not receive pushes any more.")
    _name, contact = parseaddr(current_app.config["MAIL_FROM"])
    try:
        body, headers = seal(subscription, payload(message), contact, DAY)
    except ValueError as error:
        raise Refused("The subscription's address or keys are not usable.") from error
    db.session.commit()
    headers |= {"urgency": "normal", "topic": _topic(delivery.user_id, message.tag)}
    answer = reaching.post(subscription.endpoint, headers, body, hand_over)
    if answer.status in (404, 410):
        _forget(subscription.id)
        raise Unneeded(f"The push service answered {answer.status}: the subscription had ended, and was deleted.")
    reaching.require_success(answer, "push service")


def payload(message: Message) -> bytes:
    """Return the JSON for the service worker; a message with several items links to the most urgent."""
    url = message.items[0].url if len(message.items) == 1 else absolute("/next")
    body = _shortened("\n".join(item.sentence for item in message.items), BODY)
    shown = {"title": _shortened(message.title, TITLE), "body": body, "url": url, "tag": message.tag}
    return json.dumps(shown, ensure_ascii=False).encode()


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _topic(user_id: int, tag: str) -> str:
    """Return the Topic header, by which newer messages replace older ones: 32 characters that reveal nothing."""
    return urlsafe_b64encode(sha256(f"{user_id} {tag}".encode()).digest()[:24]).decode()


def _decoded(text: str) -> bytes:
    """Decode base64url, with or without padding; raise ValueError."""
    if not BASE64.fullmatch(text):
        raise ValueError("base64")
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error as error:
        raise ValueError("base64") from error


def _forget(number: int) -> None:
    db.session.execute(delete(Subscription).where(Subscription.id == number))
    db.session.commit()
