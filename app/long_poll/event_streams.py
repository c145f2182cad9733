"""Event streams of the API: answers that go on, a line whenever something changes, held like polls without a thread.

The site writes the lines, by one request for each change, and notes which versions they show. A blank line says now and
then that the connection lives. A stream ends with its game, its token or this process.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final

from app.http.problems import MEDIA_TYPE, encode_problem
from app.live.stream_notes import ENVIRON_KEY, StreamNote
from app.live.tags import SeenVersions
from app.long_poll.quotas import RETRY_SECONDS, PollQuotas, StreamRequest
from app.long_poll.stream_places import StreamPlace, StreamPlaces
from app.server.asgi import ASGIApp, Message, Scope, Send

STREAM_PATH: Final = re.compile(rb"/api/(?:games/[a-z0-9]{8}/)?events")
KEEP_ALIVE: Final = b"\n"
UNHEARD_SECONDS: Final = 3.0  # seconds between two requests while changes are not heard of
FULL_SECONDS: Final = 10  # seconds after which to try again where there is no room
OWN_HEADERS: Final = (b"content-length",)

Hold = Callable[[SeenVersions], Awaitable[bool]]
Headers = list[tuple[bytes, bytes]]


class EventStreams:
    """Serves event streams: `is_current` and `hold` compare versions and wait as for polls, `has_room` as well."""

    def __init__(
        self,
        site: ASGIApp,
        quotas: PollQuotas,
        places: StreamPlaces,
        is_current: Hold,
        hold: Hold,
        has_room: Callable[[], bool],
    ) -> None:
        self._site = site
        self._quotas = quotas
        self._places = places
        self._is_current = is_current
        self._hold = hold
        self._has_room = has_room
        self.is_stopping = False

    async def serve(self, scope: Scope, send: Send) -> None:
        """Send the lines of a stream until it ends, or the answer of the site if it is no stream."""
        note = StreamNote()
        start, body = await self._ask_site(scope, note)
        if start["status"] != 200 or not note.seen:
            await send(start)
            await send(body)
            return
        stream = StreamRequest(str(note.user_id))
        if refusal := self._refusal(stream):
            await _refuse(send, start["headers"], *refusal)
            return
        self._quotas.acquire(stream)
        try:
            await self._serve_at_place(scope, note, (start, body), send)
        finally:
            self._quotas.release(stream)

    async def _serve_at_place(self, scope: Scope, note: StreamNote, first: tuple[Message, Message], send: Send) -> None:
        """Send the lines of a stream, if its token has a place for it."""
        start, body = first
        place = await self._places.take(note.token_id)
        if place is None:
            await _refuse(
                send, start["headers"], 429, RETRY_SECONDS, "This token has as many open streams as it may have."
            )
            return
        try:
            await send({**start, "headers": [each for each in start["headers"] if each[0] not in OWN_HEADERS]})
            await send({**body, "more_body": True})
            await self._follow(scope, note, place, send)
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._places.release(place)

    async def _follow(self, scope: Scope, note: StreamNote, place: StreamPlace, send: Send) -> None:
        """Send further lines for as long as there may be any."""
        while note.seen and not self.is_stopping and self._places.is_held(place):
            if await self._is_current(note.seen) and not await self._hold(note.seen):
                await send(_chunk(KEEP_ALIVE))
                continue
            shown, note.seen = note.seen, {}
            start, body = await self._ask_site(scope, note)
            if start["status"] != 200:
                return
            if body["body"]:
                await send(_chunk(body["body"]))
            if note.seen == shown and not await self._is_current(shown):
                await asyncio.sleep(UNHEARD_SECONDS)  # changes are not heard of now

    def _refusal(self, stream: StreamRequest) -> tuple[int, int, str] | None:
        """Return the status, the seconds to wait and the reason for a stream for which this process has no room."""
        if not self._has_room():
            return 503, FULL_SECONDS, "This site holds as many streams and polls as it can."
        if (rest := self._quotas.retry_after(stream)) is not None:
            return 429, rest, "This account has as many open streams as it may have."
        return None

    async def _ask_site(self, scope: Scope, note: StreamNote) -> list[Message]:
        """Return the head and the body of the site's answer."""
        messages: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request"}

        async def keep(message: Message) -> None:
            messages.append(message)

        await self._site({**scope, ENVIRON_KEY: note}, receive, keep)
        return messages


def is_stream(scope: Scope) -> bool:
    """Whether a request asks for an event stream."""
    return scope["method"] == "GET" and STREAM_PATH.fullmatch(scope["raw_path"]) is not None


async def _refuse(send: Send, headers: Headers, status: int, wait: int, detail: str) -> None:
    """Answer that there is no room for a stream, with the other headers of its first lines."""
    kept = [each for each in headers if each[0] not in (*OWN_HEADERS, b"content-type")]
    own = [(b"content-type", MEDIA_TYPE.encode()), (b"retry-after", b"%d" % wait)]
    await send({"type": "http.response.start", "status": status, "headers": [*kept, *own]})
    await send({"type": "http.response.body", "body": encode_problem(status, detail)})


def _chunk(lines: bytes) -> dict[str, Any]:
    return {"type": "http.response.body", "body": lines, "more_body": True}
