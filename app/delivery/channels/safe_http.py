"""POST requests to URLs given by users, protected against server-side request forgery.

Only public servers are allowed (safe_sockets.py), over TLS with a valid certificate. Redirects are not followed, and
the size of the response and the total time are limited.
"""

import re
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from email.utils import parsedate_to_datetime
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import SplitResult, urlsplit

from flask import current_app

from app.db import now
from app.delivery.channels.safe_sockets import BoundedSocket, connect, is_public, parse_ip_literal
from app.delivery.errors import PermanentFailure, TemporaryFailure, UncertainDelivery, describe_error
from app.i18n.languages import _

CONNECT_TIMEOUT = 15  # seconds for TCP, and as many again for TLS
RESPONSE_TIMEOUT = 20  # seconds for the request and its response
MAX_RESPONSE_BYTES = 16 * 1024  # bytes read of a response
MAX_RETRY_AFTER = timedelta(hours=12)  # longest Retry-After that is honoured

INTERNAL_DOMAINS = {"localhost", "local", "internal", "lan", "home", "corp", "arpa", "onion", "test", "invalid"}
NUMERIC_LABEL = re.compile(r"[0-9]+|0x[0-9a-f]*")  # a last label like this makes the host an IPv4 address (WHATWG URL)
PRINTABLE_ASCII = re.compile(r"[!-\[\]-~]+")  # a backslash is read differently by different parsers


class InvalidUrl(ValueError):
    """Raised for a URL that this site does not send to; its text is a sentence for the user who typed it."""


@dataclass(frozen=True)
class HttpResponse:
    """A response: its status, and how long the server asks clients to wait, by Retry-After."""

    status: int
    wait: timedelta


def check_url(url: str) -> None:
    """Raise InvalidUrl unless this is the URL of a public server; the host is not resolved yet."""
    _parse_url(url)


def post(url: str, headers: Mapping[str, str], body: bytes, begin_handover: Callable[[], None]) -> HttpResponse:
    """Send a POST request to a URL and return the response, whatever its status.

    Calls `begin_handover` once connected, just before the request. Raises DeliveryError: permanent for a URL that is
    not allowed, temporary if there is no connection, uncertain if the request was sent and no response came.
    """
    try:
        target = _parse_url(url)
    except InvalidUrl as error:
        raise PermanentFailure("The address is not one that this site sends to.") from error
    with closing(_connect(target)) as connection:
        begin_handover()
        try:
            connection.request(
                "POST", _request_target(target), body, {"User-Agent": _user_agent(), "Connection": "close", **headers}
            )
            answer = connection.getresponse()
            return HttpResponse(answer.status, _parse_retry_after(answer.getheader("Retry-After", "")))
        except (OSError, HTTPException) as error:
            raise UncertainDelivery(f"The server did not answer ({describe_error(error)}).") from error


def require_success(answer: HttpResponse, who: str) -> None:
    """Raise a DeliveryError unless a response is a success: temporary for 408, 429 and 5xx, else permanent.

    `who` names the server in the reason.
    """
    if 200 <= answer.status < 300:
        return
    sentence = f"The {who} answered {answer.status}."
    if answer.status in (408, 429) or answer.status >= 500:
        raise TemporaryFailure(sentence, answer.wait)
    raise PermanentFailure(sentence)


def _parse_url(url: str) -> SplitResult:
    """Return the parts of a URL that this site sends to. Raises InvalidUrl for any other."""
    try:
        parts = urlsplit(url)
        usable = bool(PRINTABLE_ASCII.fullmatch(url) and parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise InvalidUrl(_("This is not a valid web address."))
    private = current_app.config["PRIVATE_TARGETS"]
    if parts.scheme != "https" and not (private and parts.scheme == "http"):
        raise InvalidUrl(_("The address must start with https://."))
    if "@" in parts.netloc:
        raise InvalidUrl(_("The address must not contain a user name or a password."))
    if not private and _is_internal(str(parts.hostname)):
        raise InvalidUrl(_("The address must belong to a public server."))
    return parts


def _is_internal(host: str) -> bool:
    """Whether a host is recognizably not public, by its IP address in any notation or by its domain."""
    address = parse_ip_literal(host.rstrip("."))
    if address:
        return not is_public(address)
    _name, dot, domain = host.rstrip(".").rpartition(".")
    return not dot or domain in INTERNAL_DOMAINS or bool(NUMERIC_LABEL.fullmatch(domain))


def _connect(target: SplitResult) -> HTTPConnection:
    """Return an open connection, which http.client will not open again. Raises TemporaryFailure, PermanentFailure."""
    host, end, private = str(target.hostname), time.monotonic() + CONNECT_TIMEOUT, current_app.config["PRIVATE_TARGETS"]
    secure = target.scheme == "https"
    try:
        sock = connect(host, target.port or (443 if secure else 80), end, private)
        if secure:
            sock = ssl.create_default_context().wrap_socket(sock, server_hostname=host)
    except (OSError, UnicodeError) as error:
        raise TemporaryFailure(f"The server cannot be reached ({describe_error(error)}).") from error
    connection = (HTTPSConnection if secure else HTTPConnection)(host, target.port)
    connection.sock, connection.auto_open = BoundedSocket(sock, RESPONSE_TIMEOUT, MAX_RESPONSE_BYTES), 0
    return connection


def _request_target(target: SplitResult) -> str:
    return (target.path or "/") + (f"?{target.query}" if target.query else "")


def _user_agent() -> str:
    return f"dead-drop (+{current_app.config['SITE_URL']})"


def _parse_retry_after(text: str) -> timedelta:
    """Return the wait of a Retry-After header, seconds or a date, up to MAX_RETRY_AFTER; none for other text."""
    try:
        wait = timedelta(seconds=float(text)) if text[:1].isdigit() else parsedate_to_datetime(text) - now()
    except (ValueError, TypeError, OverflowError):
        return timedelta(0)
    return min(max(wait, timedelta(0)), MAX_RETRY_AFTER)
