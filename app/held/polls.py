"""ASGI middleware for long polls: a poll whose tag is current waits here, without a thread, a database session or SQL.

All other requests go to the site. The response header `Poll-After` says in how many seconds the page may poll again;
without it, the page polls at its own interval.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from app.asgi import Message, Receive, Scope, Send, Site
from app.held.answers import Answers
from app.held.beats import Beats, Hold
from app.held.listener import Listener
from app.held.poll import Poll, Reader
from app.held.shares import Shares
from app.held.waves import Waves
from app.held.wheel import Wheel
from app.metrics import counting
from app.tags import Seen

log = logging.getLogger(__name__)

MOST_OF_ONE: Final = 4  # polls waiting for one browser: without HTTP/2 it has six connections, and moves need some
PATIENCE: Final = 2.0  # seconds to look up topics, before the poll is passed on
AT_ONCE, STOPPED, FULL = 0, 1, 10  # seconds after which a page may poll again


@dataclass(frozen=True, slots=True)
class Limits:
    """How many polls may wait in this process: in total, and per browser."""

    room: int
    share: int


class Polls:
    """The ASGI application that wraps `site` and lets polls wait, within `limits`."""

    def __init__(
        self,
        site: Site,
        listener: Listener,
        beats: Beats,
        wheel: Wheel,
        *,
        limits: Limits,
        reader: Reader,
        headers: Mapping[str, str],
        chore: Callable[[], Awaitable[None]],
    ) -> None:
        self._site = site
        self._listener = listener
        self._beats = beats
        self._wheel = wheel
        self._room = limits.room
        self._shares = Shares(limits.share)
        self._reader = reader
        self._waves = Waves()
        self._answers = Answers(site, self._is_current)
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        self._chore = chore
        self._stopping = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a poll wait, or pass the request on."""
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
        elif scope["type"] != "http" or (poll := self._reader.poll(scope)) is None:
            await self._site(scope, receive, send)
        elif (after := await self._wait(poll)) is None:
            await self._news(poll, scope, receive, send)
        else:
            await self._nothing(poll, after, send)

    def stop(self) -> None:
        """Answer all waiting polls, and let none wait from now on."""
        self._stopping = True
        self._listener.let_go()

    async def idle(self) -> None:
        """Wait until no request is being answered."""
        await self._site.idle()

    async def _wait(self, poll: Poll) -> int | None:
        """Wait for a change: None if there is one, else the seconds after which the page may poll again."""
        if not poll.seen:
            return None
        if poll.is_stranger and self._beats.is_crowded and self._beats.unknown(poll.seen):
            return FULL  # looking these up would only evict them again at once
        if not poll.is_stranger:
            self._beats.keep(poll.seen)
        if not await self._is_true(poll.seen):
            return None
        if self._stopping:
            return STOPPED
        if self._beats.held >= self._room or self._beats.is_full:
            return FULL
        if (rest := self._shares.refusal(poll)) is not None:
            return rest
        if await self._hold(poll):
            return None
        return STOPPED if self._stopping else AT_ONCE

    async def _news(self, poll: Poll, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the current fragment."""
        answer = self._answers.send if poll.may_share else self._site
        await answer(scope, receive, self._announcing(poll, send))

    def _is_current(self, tag: bytes) -> bool:
        """Whether a tag describes the current versions; False for an invalid tag."""
        seen = self._reader.tag(tag).seen
        return bool(seen) and self._beats.are_true(seen)

    async def _is_true(self, seen: Seen) -> bool:
        behind = self._beats.behind(seen)
        if behind:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await self._listener.learn(behind)
        return self._beats.are_true(seen)

    async def _hold(self, poll: Poll) -> bool:
        """Wait for a change or the end of the time; return whether there was a change. Ends with the connection."""
        waves = self._waves if poll.is_stranger else None
        hold = Hold(poll.seen, asyncio.get_running_loop().create_future(), waves)
        self._beats.add(hold)
        self._shares.take(poll)
        slot = self._wheel.add(hold)
        counting.HELD.set(self._beats.held)
        try:
            return await hold.future
        finally:
            slot.discard(hold)
            self._beats.remove(hold)
            counting.HELD.set(self._beats.held)
            self._shares.give_back(poll)

    async def _nothing(self, poll: Poll, after: int, send: Send) -> None:
        """Answer 204: the page is current."""
        counting.QUIET.add(1)
        told = [(b"hx-ptag", poll.tag), (b"poll-after", b"%d" % after), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 204, "headers": [*told, *self._headers]})
        await send({"type": "http.response.body", "body": b""})

    def _announcing(self, poll: Poll, send: Send) -> Send:
        """Return a `send` that adds Poll-After: 0 so that the client starts the next long poll.

        If there is no room for the poll's topics, the next one could not wait; it gets a longer pause.
        """

        async def announce(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in (200, 204) and self._listener.hears:
                waits = message["status"] == 200 or not self._beats.unknown(poll.seen)
                message["headers"] = [*message["headers"], (b"poll-after", b"%d" % (AT_ONCE if waits else FULL))]
            await send(message)

        return announce

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the background tasks for as long as the process serves."""
        running = self._listener.run(), self._wheel.turn(), self._waves.run(), self._keep_house()
        tasks = [asyncio.create_task(each) for each in running]
        try:
            await self._site(scope, receive, send)
        finally:
            for task in tasks:
                task.cancel()

    async def _keep_house(self) -> None:
        """Run the chore every second; if it fails, the next run may succeed."""
        while True:
            await asyncio.sleep(1)
            try:
                await self._chore()
            except Exception:
                log.warning("the chore was not done", exc_info=True)
