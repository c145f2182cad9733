"""How long the background worker lives: until it is asked to end, and never longer than who started it."""

import asyncio
import atexit
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress

log = logging.getLogger(__name__)

GRACE = 5  # seconds for what is being done to be done
SIGNALS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}

ending = threading.Event()  # set once the end is asked for: whatever takes long looks at it now and then


def run_until_asked(work: Coroutine[object, object, None], tied: bool) -> None:
    """Run `work` until a signal asks to end, or, if `tied`, standard input ends; what then takes long is cut off."""
    over = threading.Event()
    try:
        asyncio.run(_until_asked(work, tied, over))
    finally:
        over.set()


async def _until_asked(work: Coroutine[object, object, None], tied: bool, over: threading.Event) -> None:
    loop, asked = asyncio.get_running_loop(), asyncio.Event()
    on_signals(lambda: loop.call_soon_threadsafe(asked.set))
    if tied:
        loop.add_reader(sys.stdin, asked.set)  # whoever started us holds the other end, and never writes
    working, waiting = asyncio.create_task(work), asyncio.create_task(asked.wait())
    await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if tied:
        loop.remove_reader(sys.stdin)
    ending.set()
    threading.Thread(target=_cut_off, args=[over], daemon=True).start()
    working.cancel()
    with suppress(asyncio.CancelledError):
        await working


def _cut_off(over: threading.Event) -> None:
    """End the process if it is not over in a while: each of its tasks may be cut off at any point."""
    if not over.wait(GRACE):
        log.warning("What was not done within %d s is cut off.", GRACE)
        os._exit(0)


def on_signals(end: Callable[[], object]) -> None:
    """Call `end` at the first SIGINT, SIGTERM or SIGHUP; a SIGHUP that is ignored, as under `nohup`, stays so."""
    heeded = {number for number in SIGNALS if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN}

    ends = iter([end])  # no lock: a signal comes at any point, also while the one before it is heeded

    def once(_number: int, _frame: object) -> None:
        for first in ends:
            first()

    for number in heeded:
        signal.signal(number, once)
    atexit.register(_ignore_signals)  # not sooner: a signal on its way to a handler must still find one


def _ignore_signals() -> None:
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
