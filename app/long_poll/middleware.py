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

from app.live.tags import SeenVersions
from app.long_poll.event_streams import EventStreams, is_stream
from app.long_poll.known_answers import KnownAnswers
from app.long_poll.listener import Listener
from app.long_poll.poll_request import PollParser, PollRequest
from app.long_poll.quotas import PollQuotas
from app.long_poll.shared_responses import SharedResponses
from app.long_poll.stream_places import StreamPlaces
from app.long_poll.subscriptions import Subscriptions, WaitingPoll
from app.long_poll.timer_wheel import TimerWheel
from app.long_poll.wakeups import WakeupQueue
from app.observability import tracing
from app.observability.metrics import counters
from app.server.asgi import FlaskASGIApp, Message, Receive, Scope, Send

log = logging.getLogger(__name__)

MAX_PER_BROWSER: Final = 4  # polls waiting for one browser: without HTTP/2 it has six connections, and moves need some
LOOKUP_SECONDS: Final = 2.0  # seconds to look up topics, before the poll is passed on
RETRY_NOW, RETRY_STOPPING, RETRY_FULL = 0, 1, 10  # seconds after which a page may poll again


@dataclass(frozen=True, slots=True)
class Limits:
    """How many polls may wait in this process: `total`, and `per_browser`."""

    total: int
    per_browser: int


class LongPollMiddleware:
    """The ASGI application that wraps `site` and lets polls wait, within `limits`."""

    def __init__(
        self,
        site: FlaskASGIApp,
        listener: Listener,
        subscriptions: Subscriptions,
        timer_wheel: TimerWheel,
        *,
        limits: Limits,
        parser: PollParser,
        headers: Mapping[str, str],
        places: StreamPlaces,
        periodic_task: Callable[[], Awaitable[None]],
    ) -> None:
        self._site = site
        self._listener = listener
        self._subscriptions = subscriptions
        self._timer_wheel = timer_wheel
        self._capacity = limits.total
        self._quotas = PollQuotas(limits.per_browser)
        self._parser = parser
        self._wakeups = WakeupQueue()
        self._shared_responses = SharedResponses(site, self._is_current)
        self._known_answers = KnownAnswers(site, site.app, subscriptions.versions_of, limits.total)
        self._streams = EventStreams(
            site, self._quotas, places, self._is_up_to_date, self._hold_versions, self._has_room
        )
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        self._places = places
        self._periodic_task = periodic_task
        self._stopping = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a poll wait, or pass the request on."""
        if scope["type"] == "lifespan":
            await self._run_lifespan(scope, receive, send)
        elif scope["type"] == "http" and is_stream(scope):
            await self._streams.serve(scope, send)
        elif scope["type"] != "http" or (poll := self._parser.poll(scope)) is None:
            await self._site(scope, receive, send)
        elif (after := await self._wait(poll)) is None:
            await self._respond(poll, scope, receive, send)
        else:
            await self._respond_unchanged(poll, after, send)

    def stop(self) -> None:
        """Answer all waiting polls and end all streams, and let none wait from now on."""
        self._stopping = self._streams.is_stopping = True
        self._listener.release_all()

    async def idle(self) -> None:
        """Wait until no request is being answered."""
        await self._site.idle()

    async def _wait(self, poll: PollRequest) -> int | None:
        """Wait for a change: None if there is one, else the seconds after which the page may poll again."""
        if not poll.seen:
            return None
        if poll.is_anonymous and self._subscriptions.is_crowded and self._subscriptions.unknown(poll.seen):
            return RETRY_FULL  # looking these up would only evict them again at once
        if not poll.is_anonymous:
            self._subscriptions.protect(poll.seen)
        if not await self._is_up_to_date(poll.seen):
            return None
        if self._stopping:
            return RETRY_STOPPING
        if not self._has_room():
            return RETRY_FULL
        if (rest := self._quotas.retry_after(poll)) is not None:
            return rest
        if await self._hold(poll):
            return None
        return RETRY_STOPPING if self._stopping else RETRY_NOW

    async def _respond(self, poll: PollRequest, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the current fragment."""
        announce = self._with_poll_after(poll, send)
        if poll.may_share:
            await self._shared_responses.send(scope, receive, announce)
        else:
            with self._site.busy():
                await self._known_answers.send(poll, scope, receive, announce)

    def _is_current(self, tag: bytes) -> bool:
        """Whether a tag describes the current versions; False for an invalid tag."""
        seen = self._parser.tag(tag).seen
        return bool(seen) and self._subscriptions.are_current(seen)

    async def _is_up_to_date(self, seen: SeenVersions) -> bool:
        outdated = self._subscriptions.outdated(seen)
        if outdated:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOKUP_SECONDS):
                    await self._listener.refresh(outdated)
        return self._subscriptions.are_current(seen)

    def _has_room(self) -> bool:
        """Whether one more poll or stream may wait in this process."""
        return self._subscriptions.waiting_count < self._capacity and not self._subscriptions.is_full

    async def _hold(self, poll: PollRequest) -> bool:
        """Let a poll wait as `_hold_versions` does, counted in its quotas."""
        self._quotas.acquire(poll)
        try:
            return await self._hold_versions(poll.seen, self._wakeups if poll.is_anonymous else None)
        finally:
            self._quotas.release(poll)

    async def _hold_versions(self, seen: SeenVersions, wakeups: WakeupQueue | None = None) -> bool:
        """Wait for a change or the end of the time; return whether there was a change. Ends with the connection."""
        hold = WaitingPoll(seen, asyncio.get_running_loop().create_future(), wakeups)
        self._subscriptions.add(hold)
        slot = self._timer_wheel.add(hold)
        counters.WAITING_POLLS.set(self._subscriptions.waiting_count)
        tracing.add_event("held")
        try:
            changed = await hold.future
            tracing.add_event("woken" if changed else "released")
            return changed
        finally:
            slot.discard(hold)
            self._subscriptions.remove(hold)
            counters.WAITING_POLLS.set(self._subscriptions.waiting_count)

    async def _respond_unchanged(self, poll: PollRequest, after: int, send: Send) -> None:
        """Answer 204: the page is current."""
        counters.UNCHANGED_POLLS.add(1)
        told = [(b"hx-ptag", poll.tag), (b"poll-after", b"%d" % after), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 204, "headers": [*told, *self._headers]})
        await send({"type": "http.response.body", "body": b""})

    def _with_poll_after(self, poll: PollRequest, send: Send) -> Send:
        """Return a `send` that adds Poll-After: 0 so that the client starts the next long poll.

        If there is no room for the poll's topics, the next one could not wait; it gets a longer pause.
        """

        async def announce(message: Message) -> None:
            if (
                message["type"] == "http.response.start"
                and message["status"] in (200, 204)
                and self._listener.is_listening
            ):
                waits = message["status"] == 200 or not self._subscriptions.unknown(poll.seen)
                message["headers"] = [
                    *message["headers"],
                    (b"poll-after", b"%d" % (RETRY_NOW if waits else RETRY_FULL)),
                ]
            await send(message)

        return announce

    async def _run_lifespan(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the background tasks for as long as the process serves."""
        running = (
            self._listener.run(),
            self._timer_wheel.run(),
            self._wakeups.run(),
            self._places.run(),
            self._run_periodic_task(),
        )
        tasks = [asyncio.create_task(each) for each in running]
        try:
            await self._site(scope, receive, send)
        finally:
            for task in tasks:
                task.cancel()

    async def _run_periodic_task(self) -> None:
        """Run the periodic task every second; if it fails, the next run may succeed."""
        while True:
            await asyncio.sleep(1)
            try:
                await self._periodic_task()
            except Exception:
                log.warning("the periodic task failed", exc_info=True)
