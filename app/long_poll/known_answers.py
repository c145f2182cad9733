"""Known answers: polls of a table that are answered on the event loop, without a thread, a session or SQL.

The site answers the first of all readers to whom a table looks the same. Its bytes are kept, and sent to the others
with a tag of their own. Who polls is known from the site's last answer to the very same headers, for as long as the
user's own topic has not changed; what they may see is found anew for each answer.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from hashlib import blake2b
from time import monotonic, perf_counter
from typing import Any, Final, NamedTuple

from flask import Flask

from app.games.web.known_pages import KnownPage, KnownVersions, find_known_page, save_receipt
from app.http import request_logging
from app.live import lru
from app.live.poll_notes import ENVIRON_KEY, Identity, PollNote
from app.long_poll.poll_request import PollRequest
from app.server.asgi import ASGIApp, Message, Receive, Scope, Send

IDENTITY_SECONDS: Final = 1800  # then the site identifies the reader again, and notes that they are still here
ANSWERS_KEPT: Final = 3_000  # answers of about 5 kB
GAME_PATH: Final = re.compile(rb"/games/([a-z0-9]{8})")
OWN_HEADERS: Final = {b"hx-ptag", b"x-request-id"}  # headers that belong to a single response
HEADERS_NOTED: Final = {  # all that the site's answer to a poll depends on, but for the tag
    *(b"host", b"cookie", b"origin", b"sec-fetch-site", b"accept-encoding", b"accept-language"),
    *(b"x-forwarded-proto", b"x-forwarded-host"),
}


class Head(NamedTuple):
    """A digest of the headers of a poll, and the encodings that it accepts."""

    digest: bytes
    encoding: bytes


class StoredAnswer(NamedTuple):
    """Headers without those of a single response, and the compressed body."""

    headers: list[tuple[bytes, bytes]]
    body: bytes


@dataclass(frozen=True, slots=True)
class _Found:
    page: KnownPage
    answer: StoredAnswer


class KnownAnswers:
    """Who sends which headers, and the answers at hand; at most `room` people are remembered."""

    def __init__(self, site: ASGIApp, app: Flask, known_versions: KnownVersions, room: int) -> None:
        self._site = site
        self._app = app
        self._known_versions = known_versions
        self._room = room
        self._identities: OrderedDict[Head, tuple[Identity, float]] = OrderedDict()
        self._answers: OrderedDict[Hashable, StoredAnswer] = OrderedDict()
        self._under_way: dict[Hashable, asyncio.Future[None]] = {}

    async def send(self, poll: PollRequest, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a poll from memory, or else let the site answer it, for others at the same seat, too."""
        began, head = perf_counter(), _head(scope)
        found, group = self._find(scope, head, poll), self._group(scope, head, poll)
        if found is None and group in self._under_way:
            await asyncio.wait([self._under_way[group]])
            found = self._find(scope, head, poll)
        if found is None:
            await self._ask_site(group, head, scope, receive, send)
            return
        save_receipt(self._app, found.page)
        number = request_logging.log_poll("games.game", 200, perf_counter() - began, poll.address)
        own = (b"hx-ptag", found.page.tag.encode()), (b"x-request-id", number.encode())
        await send({"type": "http.response.start", "status": 200, "headers": [*found.answer.headers, *own]})
        await send({"type": "http.response.body", "body": found.answer.body})

    def _find(self, scope: Scope, head: Head, poll: PollRequest) -> _Found | None:
        asked, identity = GAME_PATH.fullmatch(scope["raw_path"]), self._identity(head)
        if asked is None or identity is None or scope["query_string"]:
            return None
        page = find_known_page(self._app, self._known_versions, asked[1].decode(), identity)
        answer = self._answers.get((page.key, head.encoding)) if page else None
        is_new = page is not None and page.tag.encode() != poll.tag
        return _Found(page, answer) if page and answer and is_new else None

    def _identity(self, head: Head) -> Identity | None:
        identity, until = self._identities.get(head, (None, 0.0))
        return identity if monotonic() < until else None

    def _group(self, scope: Scope, head: Head, poll: PollRequest) -> Hashable:
        """Return what the polls have in common whose answers are likely to be the same."""
        identity = self._identity(head)
        place = (identity.language, identity.timezone) if identity else head
        return scope["raw_path"], scope["query_string"], poll.seat, place, head.encoding

    async def _ask_site(self, group: Hashable, head: Head, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the site answer, and keep what it notes about the answer."""
        messages: list[Message] = []
        note = scope[ENVIRON_KEY] = PollNote()
        under_way = self._under_way[group] = asyncio.get_running_loop().create_future()

        async def keep(message: Message) -> None:
            messages.append(message)

        try:
            await self._site(scope, receive, keep)
            self._store(head, note, messages)
        finally:
            under_way.set_result(None)
            if self._under_way.get(group) is under_way:
                del self._under_way[group]
        for message in messages:
            await send(message)

    def _store(self, head: Head, note: PollNote, messages: list[Message]) -> None:
        if note.identity is None or len(messages) != 2 or messages[0]["status"] != 200:
            return
        headers = messages[0]["headers"]
        if any(name == b"set-cookie" for name, _ in headers):
            return
        public = [each for each in headers if each[0] not in OWN_HEADERS]
        _put(self._identities, head, (note.identity, monotonic() + IDENTITY_SECONDS), self._room)
        _put(self._answers, (note.key, head.encoding), StoredAnswer(public, messages[1]["body"]), ANSWERS_KEPT)


def _head(scope: Scope) -> Head:
    noted = [each for each in scope["headers"] if each[0] in HEADERS_NOTED]
    lines = b"\n".join(b"%b:%b" % each for each in noted)  # no header has a line break
    encoding = b",".join(value for name, value in noted if name == b"accept-encoding")
    return Head(blake2b(lines, digest_size=16).digest(), encoding)


def _put(store: "OrderedDict[Any, Any]", key: Hashable, value: object, room: int) -> None:
    store[key] = value
    lru.mark_used(store, key, room)
