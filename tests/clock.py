"""Letting time pass: everything that has happened, and all that is due, moves into the past by as much."""

from datetime import timedelta

import psycopg
from flask import Flask
from sqlalchemy import DateTime

from app.db import Base


def pass_time(app: Flask, by: timedelta) -> None:
    """Let time pass for a site under test."""
    shift(app.config["SQLALCHEMY_DATABASE_URI"], by)


def shift(url: str, by: timedelta) -> None:
    """Move every point in time that a database holds back by as much."""
    with psycopg.connect(url, options="-c session_replication_role=replica -c lock_timeout=5s") as connection:
        for table in Base.metadata.tables.values():
            moments = [column.name for column in table.columns if isinstance(column.type, DateTime)]
            if moments:
                changes = ", ".join(f'"{name}" = "{name}" - %(by)s' for name in moments)
                connection.execute(f'UPDATE "{table.name}" SET {changes}', {"by": by})
