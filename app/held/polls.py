"""The polls in front of the site: one whose tag is still true waits here, without a thread, a session or SQL.

All else goes through to the site. `Poll-After` in an answer says in how many seconds the page may ask again; where it
is missing, the page keeps its own rhythm.
"""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from app.asgi import Message, Receive, Scope, Send, Site
from app.held.beats import Beats, Hold, Seen
from app.held.listener import Listener
from app.held.wheel import Wheel
from app.metrics import counting

log = logging.getLogger(__name__)

LONGEST_TAG: Final = 4096  # bytes
BEAT: Final = re.compile("([!-~]{1,64}):([0-9]{1,18})")  # what is asked for is remembered, whoever asks
MOST_OF_ONE: Final = 4  # held for one browser: without HTTP/2 it has six connections, and moves need some
PATIENCE: Final = 2.0  # seconds for topics to be looked up, before a poll goes through
AT_ONCE, STOPPED, ENOUGH, FULL = 0, 1, 3, 10  # seconds after which a page may ask again
REMEMBERED: Final = re.compile(rb"(?:^|; ?)(?:__Host-)?remember=([^;]+)")


@dataclass(frozen=True, slots=True)
class Poll:
    """A page that asks for news: the tag that it brings, what that says it has seen, and whose browser it is in.

    Where nothing is `seen` it wants all.
    """

    tag: bytes
    seen: Seen
    browser: bytes


class Polls:
    """The ASGI application around the `site`: it holds at most `room` polls, and for one browser `share` of them."""

    def __init__(
        self,
        site: Site,
        listener: Listener,
        beats: Beats,
        wheel: Wheel,
        *,
        room: int,
        share: int,
        headers: Mapping[str, str],
        chore: Callable[[], Awaitable[None]],
    ) -> None:
        self._site = site
        self._listener = listener
        self._beats = beats
        self._wheel = wheel
        self._room = room
        self._share = share
        self._browsers: Counter[bytes] = Counter()
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        self._chore = chore
        self._stopping = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hold a poll, or let the request through."""
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
        elif scope["type"] != "http" or (poll := poll_of(scope)) is None:
            await self._site(scope, receive, send)
        elif (after := await self._wait(poll)) is None:
            await self._site(scope, receive, self._announcing(send))
        else:
            await self._nothing(poll, after, send)

    def stop(self) -> None:
        """Answer all that wait, and hold nothing more."""
        self._stopping = True
        self._listener.let_go()

    async def idle(self) -> None:
        """Wait until no request is being answered."""
        await self._site.idle()

    async def _wait(self, poll: Poll) -> int | None:
        """Wait for news: None if there is some, else the seconds after which the page may ask again."""
        if not poll.seen or not await self._is_true(poll.seen):
            return None
        if self._stopping:
            return STOPPED
        if self._beats.held >= self._room or self._beats.is_full:
            return FULL
        if poll.browser and self._browsers[poll.browser] >= self._share:
            return ENOUGH
        if await self._hold(poll):
            return None
        return STOPPED if self._stopping else AT_ONCE

    async def _is_true(self, seen: Seen) -> bool:
        behind = self._beats.behind(seen)
        if behind:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._listener.learn(behind)
        return self._beats.are_true(seen)

    async def _hold(self, poll: Poll) -> bool:
        """Wait until something has changed, or the time is over: whether something has. Ends with the connection."""
        hold = Hold(poll.seen, asyncio.get_running_loop().create_future())
        self._beats.add(hold)
        self._browsers[poll.browser] += 1
        slot = self._wheel.add(hold)
        counting.HELD.set(self._beats.held)
        try:
            return await hold.future
        finally:
            slot.discard(hold)
            self._beats.remove(hold)
            counting.HELD.set(self._beats.held)
            self._browsers[poll.browser] -= 1
            if not self._browsers[poll.browser]:
                del self._browsers[poll.browser]

    async def _nothing(self, poll: Poll, after: int, send: Send) -> None:
        """Answer that all is as the page shows it."""
        counting.QUIET.add(1)
        told = [(b"hx-ptag", poll.tag), (b"poll-after", b"%d" % after), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 204, "headers": [*told, *self._headers]})
        await send({"type": "http.response.body", "body": b""})

    def _announcing(self, send: Send) -> Send:
        """Let a page ask again at once, where it would then wait: it was sent news, or has heard of all there is."""

        async def announce(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in (200, 204) and self._listener.hears:
                message["headers"] = [*message["headers"], (b"poll-after", b"%d" % AT_ONCE)]
            await send(message)

        return announce

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Listen for as long as the process answers."""
        tasks = [asyncio.create_task(each) for each in (self._listener.run(), self._wheel.turn(), self._keep_house())]
        try:
            await self._site(scope, receive, send)
        finally:
            for task in tasks:
                task.cancel()

    async def _keep_house(self) -> None:
        """Do the chore every second; what it cannot do now it may do later."""
        while True:
            await asyncio.sleep(1)
            try:
                await self._chore()
            except Exception:
                log.warning("the chore was not done", exc_info=True)


def poll_of(scope: Scope) -> Poll | None:
    """Return the poll that a request is, None for any other."""
    if scope["method"] != "GET":
        return None
    headers = dict(scope["headers"])
    if headers.get(b"hx-request") != b"true":
        return None
    tag, remembered = headers.get(b"hx-ptag", b""), REMEMBERED.search(headers.get(b"cookie", b""))
    return Poll(tag, seen_in(tag), remembered[1] if remembered else b"")


def seen_in(tag: bytes) -> Seen:
    """Return the beats that a tag tells of, as pulse.written() wrote it; none if it is no such tag."""
    seen = {}
    for part in tag.decode("latin-1").split(" ")[1:] if len(tag) <= LONGEST_TAG else ():
        told = BEAT.fullmatch(part)
        if told is None:
            return {}
        seen[told[1]] = int(told[2])
    return seen
