"""Known answers: polls of a table that are answered on the event loop, without a session or Flask's dispatching.

What a change has to show is loaded and rendered in one go, in a thread, for all who wait at the table: once for all to
whom it looks the same. Each is sent these bytes with a tag of their own. Who polls is known from the site's answer to
the very same headers, for as long as the user's own topic has not changed; what they may see is found anew for each
answer. Whoever is not known, or is to see anything that is theirs alone, is answered by the site.
"""

import asyncio
import logging
import re
from collections import OrderedDict, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from hashlib import blake2b
from time import monotonic, perf_counter
from typing import Any, Final, NamedTuple

from flask import Flask, Response

from app.games.web.known_pages import (
    KnownPage,
    KnownVersions,
    find_known_page,
    load_pages,
    poll_environ,
    render_pages,
    save_receipt,
    told_versions,
    write_tag,
)
from app.games.web.rendering import TablePage
from app.http import request_logging
from app.http.fragments import looks
from app.live import lru
from app.live.poll_notes import ENVIRON_KEY, Identity, PollNote
from app.long_poll.poll_request import PollRequest
from app.server.asgi import ASGIApp, Receive, Scope, Send, encode_headers

THREADS: Final = 2  # that load and render; each has a connection of those that db.engine_options() allows
LOAD_SECONDS: Final = 3  # as long as a request waits for a thread; then the site answers
IDENTITY_SECONDS: Final = 1800  # then the site identifies the reader again, and notes that they are still here
ANSWERS_KEPT: Final = 3_000  # answers of about 5 kB
GAME_PATH: Final = re.compile(rb"/games/([a-z0-9]{8})")
LOOK_HEADER: Final = looks.LOOK_HEADER.lower().encode()
OWN_HEADERS: Final = {b"hx-ptag", b"x-request-id"}  # headers that belong to a single response
HEADERS_NOTED: Final = {  # all that the site's answer to a poll depends on, but for the tag
    *(b"host", b"cookie", b"origin", b"sec-fetch-site", b"accept-encoding", b"accept-language"),
    *(b"x-forwarded-proto", b"x-forwarded-host"),
}

log = logging.getLogger(__name__)


class Head(NamedTuple):
    """A digest of the headers of a poll, and the encodings that it accepts."""

    digest: bytes
    encoding: bytes


class StoredAnswer(NamedTuple):
    """Headers without those of a single response, and the compressed body."""

    headers: list[tuple[bytes, bytes]]
    body: bytes


class Asker(NamedTuple):
    """A reader of the table `code`, the encodings that they accept, and the look of what they are shown."""

    code: str
    identity: Identity
    encoding: bytes
    look: str


Answers = Mapping[Hashable, StoredAnswer]
VaryKey = tuple[str, str, bytes]  # what answers vary by: language, time zone, encodings


class KnownAnswers:
    """Who sends which headers, and the answers at hand; at most `maxsize` people are remembered."""

    def __init__(self, site: ASGIApp, app: Flask, known_versions: KnownVersions, maxsize: int) -> None:
        self._site = site
        self._app = app
        self._known_versions = known_versions
        self._maxsize = maxsize
        self._identities: OrderedDict[Head, tuple[Identity, float]] = OrderedDict()
        self._answers: OrderedDict[Hashable, StoredAnswer] = OrderedDict()
        self._executor = ThreadPoolExecutor(THREADS, thread_name_prefix="tables")
        self._loads: dict[str, tuple[list[Asker], asyncio.Task[None]]] = {}  # to begin, by the code of the game

    async def send(self, poll: PollRequest, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a poll from memory, loading what has changed; or else let the site answer it."""
        began, head = perf_counter(), _head(scope)
        asker = self._asker(scope, head)
        found = self._find(asker, poll) if asker else None
        if asker and found is None:
            await self._load(asker)
            found = self._find(asker, poll)
        if found is None:
            await self._ask_site(head, scope, receive, send)
            return
        page, answer, tag = found
        save_receipt(self._app, page)
        number = request_logging.log_poll("games.game", 200, perf_counter() - began, poll.address)
        own = (b"hx-ptag", tag), (b"x-request-id", number.encode())
        await send({"type": "http.response.start", "status": 200, "headers": [*answer.headers, *own]})
        await send({"type": "http.response.body", "body": answer.body})

    def _asker(self, scope: Scope, head: Head) -> Asker | None:
        """Return who asks for which table, None if that is not known."""
        asked, (identity, until) = GAME_PATH.fullmatch(scope["raw_path"]), self._identities.get(head, (None, 0.0))
        if asked is None or identity is None or scope["query_string"] or monotonic() >= until:
            return None
        if told_versions(self._known_versions, identity) is None:
            return None
        look = dict(scope["headers"]).get(LOOK_HEADER, b"").decode("latin-1")
        return Asker(asked[1].decode(), identity, head.encoding, look)

    def _find(self, asker: Asker, poll: PollRequest) -> tuple[TablePage, StoredAnswer, bytes] | None:
        """Return what to send to a reader and its tag, None if it is not at hand or is what they have seen."""
        known = self._known_page(asker)
        answer = self._answers.get((known.key, asker.encoding)) if known else None
        tag = write_tag(self._app, known.page, asker.identity).encode() if known and answer else b""
        return (known.page, answer, tag) if known and answer and tag != poll.tag else None

    def _known_page(self, asker: Asker) -> KnownPage | None:
        return find_known_page(self._app, self._known_versions, asker.code, asker.identity, asker.look)

    async def _load(self, asker: Asker) -> None:
        """Load and render what is missing, together with what others ask for who are woken by the same change."""
        if asker.code not in self._loads:
            self._loads[asker.code] = [], asyncio.create_task(self._load_table(asker.code))
        askers, loading = self._loads[asker.code]
        askers.append(asker)
        with suppress(TimeoutError):
            async with asyncio.timeout(LOAD_SECONDS):
                await asyncio.shield(loading)

    async def _load_table(self, code: str) -> None:
        askers, _ = self._loads.pop(code)
        try:
            render = partial(copy_context().run, self._render_missing, askers)
            answers = await asyncio.get_running_loop().run_in_executor(self._executor, render)
        except Exception:  # the site will say what is wrong
            log.warning("a table could not be shown", exc_info=True)
            return
        for key, answer in answers.items():
            _put(self._answers, key, answer, ANSWERS_KEPT)

    def _render_missing(self, askers: Sequence[Asker]) -> Answers:
        """Return the answers to these readers of a table that are not at hand; called in a thread."""
        load_pages(self._app, self._known_versions, askers[0].code, [asker.identity for asker in askers])
        missing: defaultdict[VaryKey, dict[Hashable, tuple[TablePage, Identity]]] = defaultdict(dict)
        for asker in askers:
            known, identity = self._known_page(asker), asker.identity
            if known and (key := (known.key, asker.encoding)) not in self._answers:
                missing[identity.language, identity.timezone, asker.encoding][key] = known.page, identity
        rendered = (self._render(askers[0].code, vary_key, asked) for vary_key, asked in missing.items())
        return {key: answer for answers in rendered for key, answer in answers if answer}

    def _render(
        self, code: str, vary_key: VaryKey, asked: Mapping[Hashable, tuple[TablePage, Identity]]
    ) -> Iterable[tuple[Hashable, StoredAnswer | None]]:
        """Return the answers that do not vary, by their keys."""
        language, timezone, encoding = vary_key
        environ = poll_environ(code, timezone, encoding.decode("latin-1"))
        responses = render_pages(self._app, environ, language, asked.values())
        return zip(asked, map(_to_store, responses), strict=True)

    async def _ask_site(self, head: Head, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the site answer, and keep who it says has asked."""
        note = scope[ENVIRON_KEY] = PollNote()
        await self._site(scope, receive, send)
        if note.identity is not None:
            _put(self._identities, head, (note.identity, monotonic() + IDENTITY_SECONDS), self._maxsize)


def _to_store(response: Response) -> StoredAnswer | None:
    """Return an answer without what belongs to a single response; None for one that nobody else may get."""
    if response.status_code != 200 or "Set-Cookie" in response.headers:
        return None
    headers = encode_headers(response.headers)
    return StoredAnswer([each for each in headers if each[0] not in OWN_HEADERS], response.get_data())


def _head(scope: Scope) -> Head:
    noted = [each for each in scope["headers"] if each[0] in HEADERS_NOTED]
    lines = b"\n".join(b"%b:%b" % each for each in noted)  # no header has a line break
    encoding = b",".join(value for name, value in noted if name == b"accept-encoding")
    return Head(blake2b(lines, digest_size=16).digest(), encoding)


def _put(store: "OrderedDict[Any, Any]", key: Hashable, value: object, maxsize: int) -> None:
    store[key] = value
    lru.mark_used(store, key, maxsize)
