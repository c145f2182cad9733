"""The worker is stopped while it is starting."""

import asyncio
import threading
from contextlib import suppress

import pytest
from flask import Flask
from procrastinate.manager import JobManager
from procrastinate.psycopg_connector import PsycopgConnector
from sqlalchemy import make_url

from app.worker import process, scheduled_tasks, shutdown
from tests.faults.proxy import Proxy


def test_a_stop_while_it_connects_leaves_no_task_behind(app: Flask, monkeypatch) -> None:
    """A task that is left behind keeps the process from ending until its grace period is over."""
    url = make_url(app.config["LISTEN_URL"])

    async def run() -> set[str]:
        proxy = Proxy(int(url.port or 0))
        await proxy.start()
        proxy.clear.clear()
        through = url.set(host="127.0.0.1", port=proxy.port)
        monkeypatch.setitem(app.config, "LISTEN_URL", through.render_as_string(hide_password=False))
        working = asyncio.create_task(process._run_until_clock_jumps(scheduled_tasks.create_task_app(app)))
        async with asyncio.timeout(30):
            while not proxy.links:
                await asyncio.sleep(0.01)
        working.cancel()
        asyncio.get_running_loop().call_later(0.1, proxy.clear.set)
        with suppress(asyncio.CancelledError):
            await working
        left = {task for task in asyncio.all_tasks() if task.get_name().startswith("pool")}
        for task in left:
            while not task.done():
                task.cancel()
                await asyncio.sleep(0.01)
        await proxy.stop()
        return {task.get_name() for task in left}

    assert asyncio.run(run()) == set()


@pytest.mark.parametrize(
    ("owner", "name"),
    [(PsycopgConnector, "open_async"), (JobManager, "prune_stalled_workers"), (JobManager, "register_worker")],
)
def test_it_ends_although_a_cancellation_is_lost(app: Flask, monkeypatch, owner: type, name: str) -> None:
    """As `asyncio.wait_for` loses one, up to Python 3.11, that comes just as what it waits for is done."""
    monkeypatch.setattr(shutdown, "stop_requested", threading.Event())
    action = getattr(owner, name)

    async def run() -> None:
        working = asyncio.create_task(process._work_forever(app))

        async def stopped_meanwhile(*args: object, **kwargs: object) -> object:
            result = await action(*args, **kwargs)
            shutdown.stop_requested.set()
            working.cancel()
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(shutdown.GRACE_SECONDS)
            return result

        monkeypatch.setattr(owner, name, stopped_meanwhile)
        with suppress(asyncio.CancelledError):
            async with asyncio.timeout(shutdown.GRACE_SECONDS):
                await working

    asyncio.run(run())
