"""Sends one request of the access table as one kind of visitor, and undoes what it writes."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sqlalchemy import Connection
from werkzeug.test import TestResponse

from app import create_app
from app.config import Settings
from app.db import now
from tests.clock import stop_clock
from tests.security.rollback import on_one_connection, rolled_back
from tests.security.sample_site import SampleSite, build
from tests.security.table import Row

ELSEWHERE = {"/login": "in", "/signup": "up"}  # where visitors are sent to whom a route is not open yet
HTMX = {"HX-Request": "true"}


@dataclass(frozen=True)
class RouteProbe:
    """The sample site, when it was built, and the connection through which all of it is asked."""

    sample: SampleSite
    built_at: datetime
    connection: Connection
    pages: dict[tuple[str, str], TestResponse] = field(init=False, repr=False, default_factory=dict)

    def stop_clock(self, patch: pytest.MonkeyPatch) -> None:
        """Keep the time at which the sample site was built: its links expire, and a page may name the minute."""
        stop_clock(patch, self.built_at)

    @contextmanager
    def undone(self) -> Iterator[None]:
        """Undo what the block writes, and what the process has counted."""
        self.sample.app.extensions["pace"].counts.clear()
        with rolled_back(self.connection):
            yield

    def send(self, row: Row, kind: str, htmx: bool = False, **fields: str) -> TestResponse:
        """Send a row's request for a visitor of this kind, as a page or as htmx does; `fields` in place of its own.

        The API is asked with the visitor's token, and sent JSON.
        """
        if row.pattern.startswith("/api/"):
            return self._send_to_api(row, kind, htmx, fields)
        visitor, headers = self.sample.visitor(kind), HTMX if htmx else {}
        address = self.sample.address(row.pattern)
        sent = fields or row.fields(self.sample.address(row.form))
        with self.undone():
            if row.method == "POST":
                return visitor.post(address, headers, **sent)
            return visitor.client.open(address, method=row.method, query_string=sent, headers=headers)

    def page(self, row: Row, kind: str) -> TestResponse:
        """Send a row's request for a page of the site as it was built; once for all who look at the answer."""
        if (str(row), kind) not in self.pages:
            self.pages[str(row), kind] = self.send(row, kind)
        return self.pages[str(row), kind]

    def _send_to_api(self, row: Row, kind: str, htmx: bool, fields: dict[str, str]) -> TestResponse:
        token = self.sample.tokens.get(kind)
        headers = (HTMX if htmx else {}) | ({"Authorization": f"Bearer {token}"} if token else {})
        sent = fields or json.loads(self.sample.address(row.form) or "null")
        client = self.sample.app.test_client(use_cookies=False)
        with self.undone():
            return client.open(
                self.sample.address(row.pattern),
                method=row.method,
                headers=headers,
                **({"json": sent} if row.method == "POST" and sent is not None else {}),
            )


@contextmanager
def opened(url: str, mails: Path) -> Iterator[RouteProbe]:
    """Build the sample site, by a site of its own, in a database that nobody else uses."""
    site = create_app(Settings(database_url=url, secret_key="tests", poll_seconds=0.3, mail_dir=mails))
    sample, built_at = build(site), now()
    with on_one_connection(site) as connection:
        yield RouteProbe(sample, built_at, connection)


def status(answer: TestResponse) -> str:
    """An answer's status as the table has it; htmx is sent elsewhere by a header."""
    target = answer.headers.get("HX-Redirect") or answer.headers.get("Location", "")
    leads = ELSEWHERE.get(urlsplit(target).path) if target else None
    if answer.status_code == 200 and target:
        return leads or "303"
    return leads if leads and answer.status_code in (303, 401) else str(answer.status_code)
