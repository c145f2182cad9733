"""The worker is stopped while it is starting."""

import asyncio
from contextlib import suppress

from flask import Flask
from sqlalchemy import make_url

from app.worker import process, scheduled_tasks
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
