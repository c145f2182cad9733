"""A poll, parsed from its headers."""

import re
from dataclasses import dataclass
from typing import Final

from app.http import client_address
from app.live import tags
from app.live.tags import SeenVersions, Tag
from app.server.asgi import Scope

REMEMBER_COOKIE: Final = re.compile(rb"(?:^|; ?)(?:__Host-)?remember=([^;]+)")
SESSION_COOKIE: Final = re.compile(rb"(?:^|; ?)(?:__Host-)?session=")
NO_TAG: Final = Tag(tags.ANONYMOUS, {})


@dataclass(frozen=True, slots=True)
class PollRequest:
    """A poll: its tag, the versions and viewer in that tag, and where it comes from.

    If `seen` is empty, the page wants a fresh fragment. `seat` is the one in the tag, or empty. `browser` is the
    remember cookie, or empty.
    """

    tag: bytes
    seen: SeenVersions
    user: str
    seat: str
    browser: bytes
    address: str
    network: str
    has_session: bool

    @property
    def is_anonymous(self) -> bool:
        """Whether the page was rendered for an anonymous user."""
        return self.user == tags.ANONYMOUS

    @property
    def may_share(self) -> bool:
        """Whether the poll may get a response made for any anonymous user."""
        return self.is_anonymous and not self.browser and (bool(self.seen) or not self.has_session)


class PollParser:
    """Parses polls; `key` signs tags, and `proxies` is the number of trusted proxies."""

    def __init__(self, key: bytes, proxies: int) -> None:
        self._key = key
        self._proxies = proxies

    def poll(self, scope: Scope) -> PollRequest | None:
        """Return the poll, or None if the request is not one."""
        if scope["method"] != "GET":
            return None
        headers = dict(scope["headers"])
        if headers.get(b"hx-request") != b"true":
            return None
        tag, cookies = headers.get(b"hx-ptag", b""), headers.get(b"cookie", b"")
        told, remembered = self.tag(tag), REMEMBER_COOKIE.search(cookies)
        client = client_address.address((scope.get("client") or ("",))[0], scope["headers"], self._proxies)
        return PollRequest(
            tag=tag,
            seen=told.seen,
            user=told.user,
            seat=told.viewer.partition(".")[2],
            browser=remembered[1] if remembered else b"",
            address=client,
            network=client_address.network(client) if told.user == tags.ANONYMOUS else "",
            has_session=bool(SESSION_COOKIE.search(cookies)),
        )

    def tag(self, tag: bytes) -> Tag:
        """Return the parsed tag; one with nothing seen, if this site has not signed it."""
        return tags.read(self._key, tag) or NO_TAG
