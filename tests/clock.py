"""Letting time pass, or stand still."""

import sys
from datetime import datetime, timedelta, tzinfo

import psycopg
import pytest
from flask import Flask
from sqlalchemy import DateTime, Table

from app.db import Base


def pass_time(app: Flask, by: timedelta) -> None:
    """Let time pass for a site under test: all that has happened, and all that is due, moves into the past."""
    shift(app.config["SQLALCHEMY_DATABASE_URI"], by)


def stop_clock(monkeypatch: pytest.MonkeyPatch, moment: datetime) -> None:
    """Let the clock of the sites in this process stand still at this moment."""

    class Stopped(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return moment.astimezone(tz)

    monkeypatch.setattr(sys.modules["app.db"], "datetime", Stopped)  # `app.db` is also the name of its session


def shift(url: str, by: timedelta) -> None:
    """Move every point in time that a database holds back by as much."""
    with psycopg.connect(url, options="-c session_replication_role=replica -c lock_timeout=5s") as connection:
        connection.execute(SHIFT.replace(":by", f"interval '{by.total_seconds():.6f} seconds'"))


def _shift(table: Table) -> str:
    """Return the statement that moves all points in time of a table, "" if it has none."""
    moments = [column.name for column in table.columns if isinstance(column.type, DateTime)]
    changes = ", ".join(f'"{name}" = "{name}" - :by' for name in moments)
    return f'UPDATE "{table.name}" SET {changes}; ' if changes else ""


SHIFT = "".join(map(_shift, Base.metadata.tables.values()))
