"""Send the site, as people start it, whatever comes to mind: `python -m tests.security.fuzz --seconds 120 [--seed 7]`.

Never may an answer be a server's error, come late, or lack its guards; nor may the site grow, or say that it failed.
"""

import argparse
import http.client
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import Message
from math import inf
from pathlib import Path
from random import Random

import psycopg
from flask import Flask

from app import create_app, local_postgres
from app.config import Settings
from app.db import Base
from tests.processes import Site, serve
from tests.security import sample_site as building
from tests.security.random_requests import RandomRequests
from tests.security.required_headers import complaints

SECRET = "fuzz"
PLAYERS = 3  # who send at the same time
ROUND = 600  # requests after which the sample site is built anew: by then little of it stands
LATE = 15.0  # seconds; the machine has others to serve as well
GROWTH = 150  # MB that a process may grow by
UNREADABLE = (400, 414, 417, 431, 501, 505)
HELD = 1  # seconds that a poll is held


@dataclass
class Ledger:
    """What was sent, and what came back."""

    statuses: Counter[int] = field(default_factory=Counter)
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)
    grown: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def sent(self) -> int:
        """How many requests there were."""
        return sum(self.statuses.values())

    def note(self, request: bytes, status: int, seconds: float, wrong: list[str]) -> None:
        """Keep one answer; status 0 is none."""
        with self.lock:
            self.statuses[status] += 1
            self.slowest = max(self.slowest, seconds)
            if wrong or status >= 500 or status == 0 or seconds > LATE:
                self.faults.append(f"{status} after {seconds:.1f} s, {wrong}: {request[:1500]!r}")

    def __str__(self) -> str:
        by_status = ", ".join(f"{status}: {count}" for status, count in sorted(self.statuses.items()))
        return f"{self.sent} requests ({by_status}), slowest {self.slowest:.2f} s, grown by {self.grown:.0f} MB"


def run(site: Site, seed: int, seconds: float = inf, rounds: float = inf) -> Ledger:
    """Send requests for so long, or so many rounds, and return what came of it."""
    ledger, url, until = Ledger(), site.settings["DATABASE_URL"], time.monotonic() + seconds
    app = create_app(Settings(database_url=url, secret_key=SECRET))
    before = _megabytes(site)
    number = 0
    while time.monotonic() < until and number < rounds:
        odd = _settle(app, url)
        dice = [Random(f"{seed} {number} {player}") for player in range(PLAYERS)]
        senders = [threading.Thread(target=_send, args=(site, odd, each, ledger, until)) for each in dice]
        for sender in senders:
            sender.start()
        for sender in senders:
            sender.join()
        number += 1
    ledger.grown = _megabytes(site) - before
    ledger.faults += [line for line in site.err.read_text().splitlines() if "Traceback" in line or "ERROR" in line]
    if ledger.grown > GROWTH:
        ledger.faults.append(f"grown by {ledger.grown:.0f} MB")
    return ledger


def _send(site: Site, odd: RandomRequests, rng: Random, ledger: Ledger, until: float) -> None:
    port = int(site.settings["PORT"])
    for count in range(ROUND // PLAYERS):
        if time.monotonic() > until:
            return
        if count % 40 == 0:
            _forgive(site.settings["DATABASE_URL"])
        request, began = odd.request(rng), time.monotonic()
        status, headers = _ask(port, request)
        tag = headers.get("HX-PTag")
        if tag and tag not in odd.tags:
            odd.tags.append(tag.encode("latin-1"))
        ledger.note(request, status, time.monotonic() - began, _wrong(status, headers))


def _wrong(status: int, headers: Message) -> list[str]:
    """What is wrong with an answer of the site; what gunicorn says of a request that it cannot read is its own."""
    if status == 0 or ("X-Request-ID" not in headers and status in UNREADABLE):
        return []
    return complaints(headers, page=False)


def _ask(port: int, request: bytes) -> tuple[int, Message]:
    """Send a request as it is; status 0 is for a connection that ends without an answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=2 * LATE) as connection:
        answer = http.client.HTTPResponse(connection, method=request.split(b" ", 1)[0].decode())
        try:
            connection.sendall(request)
            answer.begin()
            answer.read()
        except (OSError, http.client.HTTPException):
            return 0, Message()
        return answer.status, answer.headers


def _settle(app: Flask, url: str) -> RandomRequests:
    """Build the sample site in an empty database."""
    with psycopg.connect(url, options="-c session_replication_role=replica -c lock_timeout=5s") as connection:
        connection.execute("; ".join(f'DELETE FROM "{table}"' for table in Base.metadata.tables))
    sample = building.build(app)
    cookies, tokens = {}, {}
    for kind in building.KINDS:
        visitor = sample.visitor(kind)
        tokens[kind] = visitor.csrf_token()
        cookies[kind] = "; ".join(f"{cookie.key}={cookie.value}" for cookie in visitor.client._cookies.values())
    return RandomRequests(sample, cookies, tokens)


def _forgive(url: str) -> None:
    """Forget what was tried too often, so that not every answer is 429."""
    with psycopg.connect(url) as connection:
        connection.execute("DELETE FROM attempts")


def _megabytes(site: Site) -> float:
    """The memory of the site's largest process."""
    files = [Path(f"/proc/{pid}/status") for pid in site.children()]
    lines = [line for file in files if file.exists() for line in file.read_text().splitlines() if "VmRSS" in line]
    return max((int(line.split()[1]) / 1024 for line in lines), default=0.0)


def with_site(folder: Path, url: str, work: Callable[[Site], Ledger]) -> Ledger:
    """Do something with a site that serves from this database."""
    settings = {"DATABASE_URL": url, "SECRET_KEY": SECRET, "HOLD_SECONDS": str(HELD), "WORKER": "0"}
    with serve(folder, **settings) as site:
        return work(site)


def main() -> None:
    """Print the figures; exit code 1 if anything was wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, local_postgres.running_server(Path(folder) / "postgres") as url:
        ledger = with_site(Path(folder) / "site", url, lambda site: run(site, given.seed, given.seconds))
    print(f"seed {given.seed}: {ledger}")  # noqa: T201
    print("\n".join(ledger.faults) or "nothing was wrong")  # noqa: T201
    sys.exit(bool(ledger.faults))


if __name__ == "__main__":
    main()
