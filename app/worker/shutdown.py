"""Stopping the background worker: when it is asked to, or when the process that started it ends."""

import asyncio
import atexit
import logging
import os
import signal
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress

log = logging.getLogger(__name__)

GRACE_SECONDS = 5  # seconds to finish what is running
STOP_SIGNALS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}

stop_requested = threading.Event()  # set once a stop is requested; long-running tasks check it


def run_until_stopped(work: Coroutine[object, object, None], parent_ended: int | None) -> None:
    """Run `work` until a stop signal, or until the descriptor `parent_ended` can be read.

    Then `work` is cancelled, and the process exits if that takes longer than GRACE_SECONDS.
    """
    over = threading.Event()
    try:
        asyncio.run(_run_until_stopped(work, parent_ended, over))
    finally:
        over.set()


async def _run_until_stopped(
    work: Coroutine[object, object, None], parent_ended: int | None, over: threading.Event
) -> None:
    loop, asked = asyncio.get_running_loop(), asyncio.Event()
    on_stop_signal(lambda: loop.call_soon_threadsafe(asked.set))
    if parent_ended is not None:
        loop.add_reader(parent_ended, asked.set)
    working, waiting = asyncio.create_task(work), asyncio.create_task(asked.wait())
    await asyncio.wait({working, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if parent_ended is not None:
        loop.remove_reader(parent_ended)
    stop_requested.set()
    threading.Thread(target=_exit_after_grace, args=[over], daemon=True).start()
    working.cancel()
    with suppress(asyncio.CancelledError):
        await working


def _exit_after_grace(over: threading.Event) -> None:
    """End the process unless `over` is set within the grace period; each task may be interrupted at any point."""
    if not over.wait(GRACE_SECONDS):
        log.warning("Tasks that did not end within %d s are stopped.", GRACE_SECONDS)
        os._exit(0)


def on_stop_signal(end: Callable[[], object]) -> None:
    """Have `end` called once, at the first SIGINT, SIGTERM or SIGHUP; an ignored SIGHUP, as under `nohup`, stays so."""
    heeded = {
        number for number in STOP_SIGNALS if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN
    }

    ends = iter([end])  # not a lock: a second signal may interrupt the first one's handler

    def once(_number: int, _frame: object) -> None:
        for first in ends:
            first()

    for number in heeded:
        signal.signal(number, once)
    atexit.register(_ignore_signals)  # at exit only: a pending signal must still find a handler


def _ignore_signals() -> None:
    for number in STOP_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
