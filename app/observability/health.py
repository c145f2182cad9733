"""The URLs by which hosts watch a process: `/healthz`, whether it is alive, and `/readyz`, whether it can serve all.

Both answer 503 also while the database cannot be reached, as every page does.
"""

from collections.abc import Callable
from typing import Final

from flask import Flask, current_app

from app.db import schema

LISTENS: Final = "listens"  # the extension that says whether this process hears of changes; without it, none has to

Answer = tuple[str, int]


def init_app(app: Flask) -> None:
    """Add the two URLs."""
    app.add_url_rule("/healthz", view_func=healthz)
    app.add_url_rule("/readyz", view_func=readyz)


def healthz() -> Answer:
    """Answer 200 if this code can use the schema, else 503."""
    return ("ok\n", 200) if schema.is_usable() else ("the schema is not current\n", 503)


def readyz() -> Answer:
    """Answer 200 if this code can use the schema and this process hears of changes, else 503."""
    listens: Callable[[], bool] = current_app.extensions.get(LISTENS, lambda: True)
    return healthz() if listens() else ("changes are not heard of\n", 503)
