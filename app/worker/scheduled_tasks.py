"""The worker's tasks and their schedule, run by procrastinate; its tables are in a schema of the site's own database.

Its queue holds only triggers. The work itself is in the site's rows, which each task claims with SKIP LOCKED: any
number of workers may run at once, one may be killed at any point, and a lost trigger is made up for by the next.
"""

import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from flask import Flask
from procrastinate import App, JobContext, PsycopgConnector
from procrastinate.app import WorkerOptions
from procrastinate.exceptions import AlreadyEnqueued
from procrastinate.jobs import Status
from sqlalchemy import select

from app.db import CONNECTION_OPTIONS, db, now
from app.delivery import deliverer
from app.delivery.models import Delivery
from app.games.moves import computer_moves
from app.games.table import deadlines
from app.moderation.sanctions import enforcement
from app.notifications.reminders import dispatch
from app.profiles import results
from app.worker import cleanup, shutdown

log = logging.getLogger(__name__)

QUEUE_CONNECTION_OPTIONS = (
    f"{CONNECTION_OPTIONS} -c search_path=procrastinate -c synchronous_commit=off"  # triggers may be lost
)
CONNECT_SECONDS = 5  # seconds to wait for a connection
STALLED_SECONDS = 60  # seconds without a heartbeat (sent every ten) after which a worker counts as dead

EVERY_SECOND = "* * * * * *"
EVERY_5_SECONDS = "* * * * * */5"  # every five seconds
HOURLY = "7 * * * *"

WORKER_OPTIONS: WorkerOptions = {
    "concurrency": 10,
    "install_signal_handlers": False,
    "delete_jobs": "always",
    "stalled_worker_timeout": STALLED_SECONDS,
    "fetch_job_polling_interval": 5,  # for jobs that arrived before it was listening
    "abort_job_polling_interval": 60,
}


def create_task_app(site: Flask) -> App:
    """Return the procrastinate app with all tasks and their schedule; they run in app contexts of `site`."""
    url: str = site.config["LISTEN_URL"]  # procrastinate uses LISTEN and session locks
    options = {"options": QUEUE_CONNECTION_OPTIONS}
    app = App(connector=PsycopgConnector(conninfo=url, min_size=1, max_size=2, timeout=CONNECT_SECONDS, kwargs=options))
    for channel in deliverer.CHANNELS:
        app.task(name=channel, queueing_lock=channel)(_task(site, channel, partial(send_due, channel)))
    for name, cron, does in (
        ("computer", EVERY_SECOND, partial(computer_moves.play_due_moves, 20)),
        ("clocks", EVERY_5_SECONDS, deadlines.sweep),
        ("post", EVERY_5_SECONDS, partial(run_delivery, app)),
        ("suspensions", EVERY_5_SECONDS, enforcement.end_expired),
        ("lobbies", HOURLY, cleanup.expire_lobbies),
        ("people", HOURLY, cleanup.clean_up_accounts),
        ("past", HOURLY, cleanup.delete_old_records),
        ("doors", HOURLY, cleanup.delete_old_login_data),
        ("profiles", HOURLY, lambda: _repeat_while_full(results.store_missing_results, 100)),
    ):
        app.periodic(cron=cron)(app.task(name=name, queueing_lock=name)(_task(site, name, does)))
    app.periodic(cron=HOURLY)(app.task(name="prune", queueing_lock="prune", pass_context=True)(prune_workers))
    return app


def run_delivery(app: App) -> int:
    """Enqueue due reminders, and start the task of each channel with due deliveries; return how many users had any.

    Each channel has its own task, so that a slow mail server does not delay push messages.
    """
    called = _repeat_while_full(dispatch.send_due_reminders, 100)
    due = select(Delivery.channel).where(Delivery.ended_at.is_(None), Delivery.due_at <= now())
    for channel in db.session.scalars(due.distinct()):
        with suppress(AlreadyEnqueued):
            app.tasks[channel].defer()
    return called


def send_due(channel: str) -> int:
    """Send the due deliveries of a channel; return how many were attempted."""
    return _repeat_while_full(lambda most: deliverer.deliver_due(most, [channel]), 10)


async def prune_workers(context: JobContext, timestamp: int) -> None:
    """Delete dead workers and the jobs that they held from procrastinate's tables."""
    manager, own = context.app.job_manager, context.job.worker_id
    if own:
        await manager.update_heartbeat(own)  # also outdated if the machine was asleep
    await manager.prune_stalled_workers(STALLED_SECONDS)
    for job in await manager.get_stalled_jobs(seconds_since_heartbeat=STALLED_SECONDS):
        await manager.finish_job(job, Status.FAILED, delete_job=True)


def _task(site: Flask, name: str, does: Callable[[], int]) -> Callable[..., None]:
    """Return a task that runs `does` in an app context, and logs its count or error.

    It returns at once if it still runs in this process: a slow one must not occupy every thread.
    """
    turn = threading.Lock()

    def run(timestamp: int = 0) -> None:
        if not turn.acquire(blocking=False):
            return
        try:
            with site.app_context():
                count = does()
            if count:
                log.info("%s: %d", name, count)
        except Exception:  # whatever it is, the next run tries again
            log.exception("%s failed", name)
        finally:
            turn.release()

    return run


def _repeat_while_full(step: Callable[[int], int], most: int) -> int:
    """Repeat `step`, called with the most that it may do at once, while it does that much; return the total.

    Ends early once the worker is to stop.
    """
    done = count = step(most)
    while count == most and not shutdown.stop_requested.is_set():
        count = step(most)
        done += count
    return done
