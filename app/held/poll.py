"""A poll, parsed from its headers."""

import re
from dataclasses import dataclass
from typing import Final

from app import clients, tags
from app.asgi import Scope
from app.tags import Seen, Tag

REMEMBERED: Final = re.compile(rb"(?:^|; ?)(?:__Host-)?remember=([^;]+)")
SESSION: Final = re.compile(rb"(?:^|; ?)(?:__Host-)?session=")
NO_TAG: Final = Tag(tags.STRANGER, {})


@dataclass(frozen=True, slots=True)
class Poll:
    """A poll: its tag, the versions and viewer in that tag, and where it comes from.

    If `seen` is empty, the page wants a fresh fragment. `browser` is the remember cookie, or empty.
    """

    tag: bytes
    seen: Seen
    user: str
    browser: bytes
    network: str
    has_session: bool

    @property
    def is_stranger(self) -> bool:
        """Whether the page was rendered for an anonymous user."""
        return self.user == tags.STRANGER

    @property
    def may_share(self) -> bool:
        """Whether the poll may get a response made for any anonymous user."""
        return self.is_stranger and not self.browser and (bool(self.seen) or not self.has_session)


class Reader:
    """Parses polls; `key` signs tags, and `proxies` is the number of trusted proxies."""

    def __init__(self, key: bytes, proxies: int) -> None:
        self._key = key
        self._proxies = proxies

    def poll(self, scope: Scope) -> Poll | None:
        """Return the poll, or None if the request is not one."""
        if scope["method"] != "GET":
            return None
        headers = dict(scope["headers"])
        if headers.get(b"hx-request") != b"true":
            return None
        tag, cookies = headers.get(b"hx-ptag", b""), headers.get(b"cookie", b"")
        told, remembered = self.tag(tag), REMEMBERED.search(cookies)
        client = clients.address((scope.get("client") or ("",))[0], scope["headers"], self._proxies)
        return Poll(
            tag=tag,
            seen=told.seen,
            user=told.user,
            browser=remembered[1] if remembered else b"",
            network=clients.network(client) if told.user == tags.STRANGER else "",
            has_session=bool(SESSION.search(cookies)),
        )

    def tag(self, tag: bytes) -> Tag:
        """Return the parsed tag; one with nothing seen, if this site has not signed it."""
        return tags.read(self._key, tag) or NO_TAG
