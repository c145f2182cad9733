"""The log, on standard error: in production one JSON object a line, at home lines for people.

Nothing that a player wrote, sent or is called stands in it, nor an address, a password or a secret of theirs. So in
production an error is told by its kind and by the lines of code, not by its message, which may quote what was given.
Only this site's own loggers go below warnings: what libraries tell in detail is what they are given.
"""

import json
import logging
import sys
import threading
from contextvars import ContextVar
from datetime import UTC, datetime
from logging import LogRecord
from logging.config import dictConfig
from traceback import format_tb
from types import TracebackType
from typing import Any

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

REQUEST: ContextVar[str] = ContextVar("REQUEST", default="")  # the number of the request that is being answered

PLAIN = "%(asctime)s [%(process)d] [%(levelname)s] %(message)s", "[%Y-%m-%d %H:%M:%S %z]"  # as gunicorn writes them
RESERVED = frozenset(RESERVED_ATTRS)
FRAMES = 30  # of the code that ran, the last ones
CAUSES = 5  # errors that led to one another
FACTS = ("sqlstate", "table_name", "column_name", "constraint_name")  # what a database's error may tell of

Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

log = logging.getLogger(__name__)
_encode = json.JSONEncoder(ensure_ascii=False, default=str).encode


def begin(production: bool, level: str) -> None:
    """Write to standard error from now on, also what ends a thread or the process."""
    own = {"level": level.upper()}
    dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"lines": {"()": Objects if production else Lines}},
            "handlers": {"error": {"class": "logging.StreamHandler", "formatter": "lines"}},
            "root": {"level": "WARNING", "handlers": ["error"]},
            "loggers": {"app": own, "psycopg.pool": {"level": "ERROR"}},
        }
    )
    logging.captureWarnings(True)
    sys.excepthook = lambda *raised: log.critical("This process ends by an error.", exc_info=raised)
    threading.excepthook = lambda thread: log.error("A thread ended by an error.", exc_info=thread[:3])  # type: ignore[arg-type]


class Lines(logging.Formatter):
    """A line for people, with the number of the request."""

    def __init__(self) -> None:
        super().__init__(*PLAIN)

    def formatMessage(self, record: LogRecord) -> str:  # noqa: N802  # logging's name
        """Write the line: one, also where a library's message has several."""
        number = REQUEST.get()
        line = " ".join(super().formatMessage(record).split("\n"))
        return line + (f" [{number}]" if number else "")


class Objects(JsonFormatter):
    """A JSON object, with the number of the request."""

    def add_fields(self, log_data: dict[str, Any], record: LogRecord, message_dict: dict[str, Any]) -> None:
        """Say when it was and for which request, what, and what else was given; there is a line for each request."""
        log_data["time"] = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        if number := REQUEST.get():
            log_data["request"] = number
        log_data["level"], log_data["logger"] = record.levelname, record.name
        log_data["process"], log_data["message"] = record.process, record.message
        for name in record.__dict__.keys() - RESERVED:
            log_data[name] = record.__dict__[name]
        if "exc_info" in message_dict:
            log_data["error"] = message_dict["exc_info"]

    def jsonify_log_record(self, log_data: dict[str, Any]) -> str:
        """Write the object."""
        return _encode(log_data)

    def formatException(self, raised: Raised) -> str:  # noqa: N802  # logging's name
        """Tell errors by what they are and where they came up, the first cause first."""
        told: list[str] = []
        error = raised[1]
        while error and len(told) < CAUSES:
            told.append("".join(format_tb(error.__traceback__, -FRAMES)) + kind(error))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n\n".join(reversed(told))


def kind(error: BaseException) -> str:
    """Return what an error is, without its message; a database's with what it speaks of."""
    found = (getattr(getattr(error, "diag", None), name, None) for name in FACTS)
    facts = ", ".join(fact for fact in found if fact)
    return f"{type(error).__module__}.{type(error).__qualname__}" + (f" ({facts})" if facts else "")
