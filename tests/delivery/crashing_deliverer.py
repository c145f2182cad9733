"""A deliverer that ends itself by SIGKILL at a chosen point, as a process of its own.

Its argument is the settings as JSON. Each line on standard input is the number of a
point. A fork of this process delivers, and is killed when it gets there. The answer is one line: the name of the point,
or `through` where the delivery came to its end before.
"""

import json
import os
import signal
import socket
import sys

from flask import Flask
from sqlalchemy import event

from app import create_app
from app.config import Settings
from app.db import db
from app.delivery import deliverer, leases  # the last one early, so that forks need not
from app.delivery.channels import push_encryption  # noqa: F401  # the last one early, so that forks need not


class Points:
    """Counts what happens to the database and on the wire, and ends the process at one of these points."""

    def __init__(self, last: int, pipe: int) -> None:
        self.left, self.pipe, self.heard = last, pipe, True

    def reach(self, name: str) -> None:
        """Note that a point is reached; end here if it is the one."""
        if self.left == 0:
            os.write(self.pipe, name.encode())
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1

    def watch_database(self) -> None:
        """Count the moments before and after each commit of a change."""
        event.listen(db.session, "before_commit", lambda _session: self.reach("before commit"))
        event.listen(db.session, "after_commit", lambda _session: self.reach("after commit"))

    def watch_wire(self) -> None:
        """Count the moments before, amid and after all that goes over a socket."""
        connect, sendall, receive = socket.socket.connect, socket.socket.sendall, socket.socket.recv_into

        def connecting(sock: socket.socket, *given: object) -> None:
            self.reach("before connect")
            connect(sock, *given)
            self.heard = False
            self.reach("after connect")

        def sending(sock: socket.socket, data: bytes) -> None:
            self.reach(f"before sending {bytes(data[:4])!r}")
            sendall(sock, data[: len(data) // 2])
            self.reach(f"amid sending {bytes(data[:4])!r}")
            sendall(sock, data[len(data) // 2 :])
            self.heard = False
            self.reach(f"after sending {bytes(data[:4])!r}")

        def receiving(sock: socket.socket, *given: object) -> int:
            if self.heard:  # an answer may come in any number of pieces
                return receive(sock, *given)
            self.heard = True
            self.reach("before an answer")
            count = receive(sock, *given)
            self.reach("after an answer")
            return count

        socket.socket.connect, socket.socket.sendall = connecting, sending  # type: ignore[method-assign,assignment]
        socket.socket.recv_into = receiving  # type: ignore[method-assign,assignment]


def deliver_until(site: Flask, last: int, pipe: int) -> None:
    """Deliver what is due, but not beyond the point of that number."""
    points = Points(last, pipe)
    with site.app_context():
        points.watch_database()
        points.watch_wire()
        real = leases.begin_handover

        def handing(delivery: object) -> None:
            points.reach("before handing over")
            real(delivery)
            points.reach("handed over")

        leases.begin_handover = handing
        deliverer.deliver_due(1)


def main() -> None:
    """Answer each line."""
    site = create_app(Settings(secret_key="tests", **json.loads(sys.argv[1])))
    for line in sys.stdin:
        out, pipe = os.pipe()
        child = os.fork()
        if not child:
            deliver_until(site, int(line), pipe)
            os.write(pipe, b"through")
            os._exit(0)
        os.close(pipe)
        os.waitpid(child, 0)
        sys.stdout.write(os.read(out, 1000).decode() + "\n")
        sys.stdout.flush()
        os.close(out)
