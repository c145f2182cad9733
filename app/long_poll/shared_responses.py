"""Shared responses: fragments that are the same for all anonymous users, rendered once for concurrent polls.

The site marks such a fragment with `Surrogate-Control: max-age=…`, which is removed here.
"""

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from app.live import lru
from app.observability.metrics import counters
from app.server.asgi import ASGIApp, Message, Receive, Scope, Send

CACHE_SIZE: Final = 200  # fragments in the cache
KEY_HEADERS: Final = {
    b"host",
    b"accept-encoding",
    b"accept-language",
    b"hx-current-url",
    b"hx-look",
    b"referer",
    b"x-forwarded-proto",
}
PREFERENCE_COOKIES: Final = re.compile(rb"(?:^|; ?)((?:__Host-)?(?:language|timezone)=[^;]*)")
MAX_AGE: Final = re.compile(rb"max-age=([0-9]{1,4})")
UNSHARED_HEADERS: Final = {b"surrogate-control", b"x-request-id"}  # headers that belong to a single response

CacheKey = tuple[object, ...]


@dataclass
class SiteResponse:
    """A response of the site.

    It may be shared until `expires`, in seconds of the monotonic clock, or never if that is 0.
    """

    messages: list[Message] = field(default_factory=list)
    headers: Mapping[bytes, bytes] = field(default_factory=dict)
    expires: float = 0.0

    def is_fresh(self) -> bool:
        """Whether it may still be sent to others."""
        return time.monotonic() < self.expires


class SharedResponses:
    """Cache of shared responses. `is_current` says whether the versions in a response's tag are still current."""

    def __init__(self, site: ASGIApp, is_current: Callable[[bytes], bool]) -> None:
        self._site = site
        self._is_current = is_current
        self._tasks: OrderedDict[CacheKey, asyncio.Task[SiteResponse]] = OrderedDict()

    async def send(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer an anonymous poll with the shared response for its key, or else let the site answer."""
        key = cache_key(scope)
        task = self._tasks.get(key)
        is_first = task is None or (task.done() and not self._is_usable(task))
        if task is None or is_first:
            task = self._start(key, scope)
        answer = await asyncio.shield(task)
        if not (is_first or answer.expires):
            await self._site(scope, receive, send)
            return
        if not is_first:
            counters.SHARED_POLLS.add(1)
        for message in answer.messages:
            await send(dict(message))

    def _start(self, key: CacheKey, scope: Scope) -> "asyncio.Task[SiteResponse]":
        """Request the fragment from the site, and cache it for others with this key."""
        task = self._tasks[key] = asyncio.create_task(self._fetch(scope))
        lru.mark_used(self._tasks, key, CACHE_SIZE)
        return task

    def _is_usable(self, task: "asyncio.Task[SiteResponse]") -> bool:
        if task.cancelled() or task.exception():
            return False
        answer = task.result()
        return answer.is_fresh() and self._is_current(answer.headers.get(b"hx-ptag", b""))

    async def _fetch(self, scope: Scope) -> SiteResponse:
        """Let the site answer, once for everybody who awaits this task."""
        messages: list[Message] = []

        async def receive() -> Message:
            return {"type": "http.request"}

        async def keep(message: Message) -> None:
            messages.append(message)

        await self._site(scope, receive, keep)
        return _build_response(messages)


def cache_key(scope: Scope) -> CacheKey:
    """Return the cache key: everything that an anonymous user's fragment may depend on."""
    headers: list[tuple[bytes, bytes]] = scope["headers"]
    cookies = [each for name, value in headers if name == b"cookie" for each in PREFERENCE_COOKIES.findall(value)]
    varying: list[Any] = sorted(each for each in headers if each[0] in KEY_HEADERS)
    return scope["raw_path"], scope["query_string"], tuple(varying), tuple(sorted(cookies))


def _build_response(messages: list[Message]) -> SiteResponse:
    """Return the response, shareable if the site marks it so and it sets no cookie."""
    start = messages[0]
    headers = dict(start["headers"])
    age = MAX_AGE.fullmatch(headers.get(b"surrogate-control", b""))
    if age is None or start["status"] != 200 or b"set-cookie" in headers:
        return SiteResponse(messages)
    public = [each for each in start["headers"] if each[0] not in UNSHARED_HEADERS]
    return SiteResponse([{**start, "headers": public}, *messages[1:]], headers, time.monotonic() + int(age[1]))
