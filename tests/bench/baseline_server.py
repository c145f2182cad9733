"""The least that there can be under the site's own kind of server: a 204 without Flask, and Flask's smallest answer.

`python -m tests.bench.baseline_server PORT` answers `/flask` by the smallest Flask application, everything else with a
bare 204.
"""

import asyncio
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.workers.gasgi import ASGIWorker

from app.server.asgi import ASGIApp, Receive, Scope, Send, wsgi_environ
from tests.bench.site import Server
from tests.processes import ROOT, free_port, until

SMALLEST, NOTHING = "/flask", "/nothing"


class Bare(BaseApplication):  # type: ignore[misc]
    """Gunicorn with the settings that matter here."""

    def load_config(self) -> None:
        """Say how to serve."""
        options: dict[str, Any] = {"bind": f"127.0.0.1:{sys.argv[1]}", "worker_class": ASGIWorker}
        for name, value in (options | {"keepalive": 75, "loglevel": "warning", "control_socket_disable": True}).items():
            self.cfg.set(name, value)

    def load(self) -> ASGIApp:
        """Make the application; called in each worker."""
        flask, threads = Flask("bare"), ThreadPoolExecutor(12)
        flask.add_url_rule(SMALLEST, view_func=lambda: "ok\n")

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] != "http":
                raise NotImplementedError
            head: dict[str, Any] = {"status": 204, "headers": []}
            body = b""
            if scope["path"] == SMALLEST:
                loop = asyncio.get_running_loop()
                head, body = await loop.run_in_executor(threads, _answer, flask, wsgi_environ(scope, b""))
            await send({"type": "http.response.start", **head})
            await send({"type": "http.response.body", "body": body})

        return answer


def _answer(flask: Flask, request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
    """Let Flask answer, as the site lets it: in a thread, the answer as a whole."""
    head: dict[str, Any] = {}

    def start(status: str, headers: list[tuple[str, str]], *_: object) -> Callable[[bytes], object]:
        encoded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        head.update(status=int(status[:3]), headers=encoded)
        return lambda chunk: None

    return head, b"".join(flask(request, start))


@contextmanager
def bare() -> Iterator[Server]:
    """Keep that server open."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", __name__, str(port)], cwd=ROOT)
    try:
        until(lambda: _answers(port))
        yield Server(port, process.pid)
    finally:
        process.terminate()
        process.wait(60)


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


if __name__ == "__main__":
    Bare().run()
