"""Logging to standard error: in production one JSON object per line, in development plain lines.

Log records must not contain what a player wrote or sent, names, addresses, passwords or secrets. In production an error
is therefore logged by its type and traceback, not its message, which may quote input. Only this site's own loggers log
below WARNING: the details that libraries log are the data they were given.
"""

import errno
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

REQUEST_ID: ContextVar[str] = ContextVar("REQUEST", default="")  # id of the current request

PLAIN_FORMAT = "%(asctime)s [%(process)d] [%(levelname)s] %(message)s", "[%Y-%m-%d %H:%M:%S %z]"  # gunicorn's format
RESERVED = frozenset(RESERVED_ATTRS)
MAX_FRAMES = 30  # innermost frames of a traceback
MAX_CAUSES = 5  # exceptions of a chain
DATABASE_ERROR_FIELDS = ("sqlstate", "table_name", "column_name", "constraint_name")  # safe to log

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

log = logging.getLogger(__name__)
_encode = json.JSONEncoder(ensure_ascii=False, default=str).encode


def configure(production: bool, level: str) -> None:
    """Configure logging to standard error, including uncaught exceptions of threads and of the process."""
    own = {"level": level.upper()}
    dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"lines": {"()": JsonObjectFormatter if production else PlainFormatter}},
            "handlers": {"error": {"class": "logging.StreamHandler", "formatter": "lines"}},
            "root": {"level": "WARNING", "handlers": ["error"]},
            "loggers": {"app": own, "psycopg.pool": {"level": "ERROR"}},
        }
    )
    logging.captureWarnings(True)
    sys.excepthook = lambda *raised: log.critical("This process ends by an error.", exc_info=raised)
    threading.excepthook = lambda thread: log.error("A thread ended by an error.", exc_info=thread[:3])  # type: ignore[arg-type]


class PlainFormatter(logging.Formatter):
    """A formatter that writes plain lines, with the request id at the end."""

    def __init__(self) -> None:
        super().__init__(*PLAIN_FORMAT)

    def formatMessage(self, record: LogRecord) -> str:  # noqa: N802  # logging's name
        """Return a record as one line, even if a library's message has several."""
        number = REQUEST_ID.get()
        line = " ".join(super().formatMessage(record).split("\n"))
        return line + (f" [{number}]" if number else "")


class JsonObjectFormatter(JsonFormatter):
    """A formatter that writes JSON objects, with the request id, and errors without their messages."""

    def add_fields(self, log_data: dict[str, Any], record: LogRecord, message_dict: dict[str, Any]) -> None:
        """Add time, request id, level, logger, process, message and any extra fields to `log_data`."""
        log_data["time"] = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        if number := REQUEST_ID.get():
            log_data["request"] = number
        log_data["level"], log_data["logger"] = record.levelname, record.name
        log_data["process"], log_data["message"] = record.process, record.message
        for name in record.__dict__.keys() - RESERVED:
            log_data[name] = record.__dict__[name]
        if "exc_info" in message_dict:
            log_data["error"] = message_dict["exc_info"]

    def jsonify_log_record(self, log_data: dict[str, Any]) -> str:
        """Return `log_data` as JSON."""
        return _encode(log_data)

    def formatException(self, raised: ExcInfo) -> str:  # noqa: N802  # logging's name
        """Return an exception chain as text, root cause first: tracebacks and types, without messages."""
        told: list[str] = []
        error = raised[1]
        while error and len(told) < MAX_CAUSES:
            told.append("".join(format_tb(error.__traceback__, -MAX_FRAMES)) + error_type(error))
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\n\n".join(reversed(told))


def lacks_descriptors(error: BaseException | None) -> bool:
    """Whether an error has come of having no file descriptors left, also while another one was handled."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
            return True
        error = error.__cause__ or error.__context__
    return False


def error_type(error: BaseException) -> str:
    """Return an exception's type and, of a database error, its SQLSTATE, table, column and constraint: no message."""
    found = (getattr(getattr(error, "diag", None), name, None) for name in DATABASE_ERROR_FIELDS)
    facts = ", ".join(fact for fact in found if fact)
    return f"{type(error).__module__}.{type(error).__qualname__}" + (f" ({facts})" if facts else "")
