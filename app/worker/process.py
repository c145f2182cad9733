"""The worker process: it runs the scheduled tasks, and waits while the database cannot be used."""

import asyncio
import logging

import psycopg
from flask import Flask
from procrastinate import App
from procrastinate.worker import Worker

from app import create_app
from app.config import Settings
from app.db import schema
from app.worker import clock_jumps, scheduled_tasks, shutdown

log = logging.getLogger(__name__)

RETRY_SECONDS = 1  # seconds between two checks of an unusable database
OUTAGE_SQLSTATES = ("08", "53", "57P")  # SQLSTATE classes: no or too many connections, start or stop


class SchemaNotCurrent(Exception):
    """Raised when the database schema is not at this code's revision."""


def run_worker(settings: Settings, parent_ended: int | None = None) -> None:
    """Run the scheduled tasks until a stop signal, or until the descriptor `parent_ended` can be read."""
    _drop_outage_logs()
    shutdown.run_until_stopped(_work_forever(create_app(settings)), parent_ended)


async def _work_forever(site: Flask) -> None:
    """Run the scheduled tasks until a stop is requested; while the database cannot be used, wait, and log that once.

    Raises any error with another cause.
    """
    waiting = False
    while not shutdown.stop_requested.is_set():
        try:
            await asyncio.to_thread(_require_schema, site)
            log.log(logging.WARNING if waiting else logging.INFO, "The worker is running.")
            waiting = False
            await _run_until_clock_jumps(scheduled_tasks.create_task_app(site))
            continue
        except Exception as error:
            reason = _outage_reason(error)
            if reason is None:
                raise
            if not waiting:
                log.warning("The worker waits: %s", reason)
            waiting = True
        await asyncio.sleep(RETRY_SECONDS)


async def _run_until_clock_jumps(app: App) -> None:
    """Run the scheduled tasks until the clock jumps, or forever. Raises any error of theirs.

    A cancellation may be lost on the way: up to Python 3.11, `asyncio.wait_for` loses one that comes just as what it
    waits for is done, and so may whatever awaits the database.
    """
    try:
        await app.open_async()
        if shutdown.stop_requested.is_set():
            return
        worker = Worker(app, **scheduled_tasks.WORKER_OPTIONS)
        working = asyncio.create_task(worker.run())  # type: ignore[no-untyped-call]
        tasks = working, asyncio.create_task(clock_jumps.wait_for_jump())
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            worker.stop()  # type: ignore[no-untyped-call]
            for task in tasks:
                task.cancel()
            ended, _ = await asyncio.gather(*tasks, return_exceptions=True)
        if isinstance(ended, Exception):
            raise ended
    finally:  # also if opening was cancelled: the pool's own tasks, which ignore a cancellation, end only with it
        await app.close_async()


def _require_schema(site: Flask) -> None:
    with site.app_context():
        if not schema.is_usable():
            raise SchemaNotCurrent("the database is of another version; `python -m app migrate` brings it up to date.")


def _outage_reason(error: BaseException | None) -> str | None:
    """Return in one line why the database cannot be used, or None if the error has another cause."""
    while error:
        lost = isinstance(error, psycopg.OperationalError) and (error.sqlstate or "08").startswith(OUTAGE_SQLSTATES)
        if lost or isinstance(error, SchemaNotCurrent):
            return " ".join(str(error).split())
        error = error.__cause__
    return None


def _drop_outage_logs() -> None:
    """Have log records about database outages dropped, which `_work_forever` logs itself, once."""
    for handler in logging.getLogger().handlers:
        handler.addFilter(lambda record: not (record.exc_info and _outage_reason(record.exc_info[1])))
