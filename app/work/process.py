"""The worker as a process: it works for as long as it may, and waits while the database cannot be used."""

import asyncio
import logging

import psycopg
from flask import Flask

from app import create_app, schema
from app.config import Settings
from app.work import lifetime, ticks

log = logging.getLogger(__name__)

PAUSE = 1  # second between two looks at a database that cannot be used
OUTAGES = ("08", "53", "57P")  # classes of SQLSTATE: no connection, too many of them, the server ends or begins


class NotReady(Exception):
    """The database is of another version than this code."""


def work(settings: Settings, tied: bool) -> None:
    """Work until a signal asks to end, or, if `tied`, until standard input ends."""
    _say_outages_once()
    lifetime.run_until_asked(_keep_working(create_app(settings)), tied)


async def _keep_working(site: Flask) -> None:
    """Work for ever; while the database cannot be used, wait for it, and say so once."""
    waiting = False
    while True:
        try:
            await asyncio.to_thread(_require_schema, site)
            log.log(logging.WARNING if waiting else logging.INFO, "The worker works.")
            waiting = False
            app = ticks.queue(site)
            async with app.open_async():
                await app.run_worker_async(**ticks.MANNER)
        except Exception as error:
            reason = _outage(error)
            if reason is None:
                raise
            if not waiting:
                log.warning("The worker waits: %s", reason)
            waiting = True
        await asyncio.sleep(PAUSE)


def _require_schema(site: Flask) -> None:
    with site.app_context():
        if not schema.is_current():
            raise NotReady("the database is of another version; `python -m app migrate` brings it up to date.")


def _outage(error: BaseException | None) -> str | None:
    """Say in one line why the database cannot be used, if that is what the error comes from."""
    while error:
        lost = isinstance(error, psycopg.OperationalError) and (error.sqlstate or "08").startswith(OUTAGES)
        if lost or isinstance(error, NotReady):
            return " ".join(str(error).split())
        error = error.__cause__
    return None


def _say_outages_once() -> None:
    """Leave to _keep_working() to say that the database is out of reach."""
    for handler in logging.getLogger().handlers:
        handler.addFilter(lambda record: not (record.exc_info and _outage(record.exc_info[1])))
