"""Encrypting a push for one browser and signing it as this site's (RFC 8291, RFC 8292), by the package webpush.

To be imported where a push is sent, not at the start: webpush brings pydantic, which takes 23 MB and a fifth of a
second that no web worker has use for.
"""

from types import SimpleNamespace
from urllib.parse import urlsplit

from webpush import WebPush, WebPushSubscription  # type: ignore[import-untyped]

from app.post import keys
from app.post.models import Subscription


def seal(subscription: Subscription, data: bytes, contact: str, ttl: int) -> tuple[bytes, dict[str, str]]:
    """Return body and headers of the request that pushes `data`; raise ValueError for keys that are none.

    `contact`: the e-mail address of whoever runs the site; `ttl`: seconds that the push service keeps the message.
    """
    box = WebPush(*keys.pem(), subscriber=contact, ttl=ttl)
    sealed = box.get(data, _understood(subscription))
    signed = box.vapid.get_authorization_header(_origin(subscription.endpoint), contact, box.expiration)
    return sealed.encrypted, {**sealed.headers, "authorization": signed}


def _understood(subscription: Subscription) -> WebPushSubscription:
    own = {"p256dh": subscription.p256dh, "auth": subscription.auth}
    return WebPushSubscription.model_validate({"endpoint": subscription.endpoint, "keys": own})


def _origin(endpoint: str) -> SimpleNamespace:
    """Whom the signature is for. The package itself leaves out the port, which is part of an origin (RFC 6454)."""
    parts = urlsplit(endpoint)
    host = parts.netloc.lower().removesuffix(":443" if parts.scheme == "https" else ":80")
    return SimpleNamespace(scheme=parts.scheme, host=host)
