"""The queue of the worker, which is no table of the site's own."""

from collections.abc import Iterator

import psycopg
import pytest
from flask import Flask

FORGET = """
    TRUNCATE procrastinate.procrastinate_jobs, procrastinate.procrastinate_workers,
    procrastinate.procrastinate_periodic_defers CASCADE
"""


@pytest.fixture
def url(app: Flask) -> Iterator[str]:
    """The database, without anything of procrastinate's in it, before and after."""
    url = app.config["SQLALCHEMY_DATABASE_URI"]
    _empty_queue(url)
    yield url
    _empty_queue(url)


def _empty_queue(url: str) -> None:
    with psycopg.connect(url) as connection:
        connection.execute(FORGET)
