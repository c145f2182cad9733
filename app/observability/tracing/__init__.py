"""Traces by OpenTelemetry, off by default: spans of requests, of their views, and of their SQL statements.

Its packages are an extra, which only `spans` and `server/traced_site.py` import, and these only where traces are on.
"""

from collections.abc import Callable


def _ignore(_name: str) -> None:
    """Do nothing, since there are no traces."""


_record: Callable[[str], None] = _ignore


def add_event(name: str) -> None:
    """Note in the span of the running request that something has happened; does nothing without traces."""
    _record(name)


def record_with(record: Callable[[str], None]) -> None:
    """Have events recorded by this function from now on."""
    global _record  # noqa: PLW0603  # a process has traces or none
    _record = record
