"""Encrypting a push for one browser, and signing it by VAPID (RFC 8291, RFC 8292), with the package webpush.

Import this only where a push is sent: webpush loads pydantic, which takes 23 MB and 0.2 s that no web worker needs.
"""

from types import SimpleNamespace
from urllib.parse import urlsplit

from webpush import WebPush, WebPushSubscription  # type: ignore[import-untyped]

from app.delivery.channels import vapid_keys
from app.delivery.models import PushSubscription


def encrypt_push(subscription: PushSubscription, data: bytes, contact: str, ttl: int) -> tuple[bytes, dict[str, str]]:
    """Return the body and headers of the request that pushes `data`. Raises ValueError for invalid keys.

    `contact`: email address of the site's operator; `ttl`: seconds that the push service keeps the message.
    """
    box = WebPush(*vapid_keys.load_pem_pair(), subscriber=contact, ttl=ttl)
    sealed = box.get(data, _to_webpush(subscription))
    signed = box.vapid.get_authorization_header(_origin(subscription.endpoint), contact, box.expiration)
    return sealed.encrypted, {**sealed.headers, "authorization": signed}


def _to_webpush(subscription: PushSubscription) -> WebPushSubscription:
    own = {"p256dh": subscription.p256dh, "auth": subscription.auth}
    return WebPushSubscription.model_validate({"endpoint": subscription.endpoint, "keys": own})


def _origin(endpoint: str) -> SimpleNamespace:
    """Return the signature's audience: scheme, and host with port, which the package omits (RFC 6454)."""
    parts = urlsplit(endpoint)
    host = parts.netloc.lower().removesuffix(":443" if parts.scheme == "https" else ":80")
    return SimpleNamespace(scheme=parts.scheme, host=host)
