"""Transactions that only read are ended so that what is prepared stays so, and those that write as ever."""

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError, ProgrammingError

from app.accounts.models import User
from app.db import db
from app.db.read_only import may_write
from tests.visitor import sign_up

OFTEN = 120  # more than psycopg's five, after which it prepares a statement, for each connection of the pool


@pytest.fixture
def session(app):
    with app.app_context():
        yield db.session


def prepared(session) -> int:
    driver = session.connection().connection.dbapi_connection
    return len(driver._prepared._names)


def read(session) -> None:
    session.scalars(select(User)).all()


def test_what_is_prepared_outlives_a_transaction_that_has_only_read(session):
    for _ in range(OFTEN):
        read(session)
        session.rollback()
    read(session)
    assert prepared(session) >= 1


def test_what_is_prepared_outlives_a_page(app, ann):
    """Its queries begin in many ways: the bell's with an empty line."""
    for _ in range(OFTEN):
        ann.get("/credits")
    with app.app_context():
        assert prepared(db.session) >= 1


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("SELECT name FROM users", False),
        ("\n    SELECT\n name FROM users", False),
        ("\n    WITH told AS (UPDATE users SET name = 'Bob' RETURNING id) SELECT id FROM told", True),
        ("UPDATE users SET name = 'Bob'", True),
    ],
)
def test_what_may_write(statement, expected):
    assert may_write(statement) is expected


@pytest.mark.parametrize("reads_first", [False, True])
def test_what_was_written_is_undone(app, session, reads_first):
    sign_up(app, "Ann")
    if reads_first:
        read(session)
    session.execute(text("UPDATE users SET name = 'Bob'"))
    read(session)
    session.rollback()
    assert session.scalar(select(User.name)) == "Ann"


def test_each_transaction_is_judged_by_itself(app, session):
    sign_up(app, "Ann")
    session.execute(text("UPDATE users SET name = 'Bob'"))
    session.rollback()
    for _ in range(OFTEN):
        read(session)
        session.rollback()
    read(session)
    assert prepared(session) >= 1


@pytest.mark.parametrize("writes", [False, True])
def test_a_lost_connection_is_left_alone(app, session, writes):
    sign_up(app, "Ann")
    own = session.scalar(text("SELECT pg_backend_pid()"))
    if writes:
        session.execute(text("UPDATE users SET name = 'Bob'"))
    with db.engine.connect() as other:
        other.execute(text("SELECT pg_terminate_backend(:own)"), {"own": own})
    with pytest.raises(OperationalError):
        read(session)
    session.rollback()
    assert session.scalar(select(User.name)) == "Ann"


def test_a_failed_reader_is_rolled_back(session):
    with pytest.raises(ProgrammingError):
        session.execute(text("SELECT nothing"))
    session.rollback()
    read(session)
