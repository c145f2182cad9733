"""A connection that the server has closed while nobody used it is not lent to anybody."""

from sqlalchemy import text

from app.db import db
from app.observability.metrics import counters
from tests.processes import until

PID = text("SELECT pg_backend_pid()")
END = text("SELECT pg_terminate_backend(:pid)")
IS_OPEN = text("SELECT count(*) FROM pg_stat_activity WHERE pid = :pid")


def test_who_comes_next_gets_another_connection(app):
    with app.app_context():
        before = counters.POOL_IN_USE.in_row(0)
        pid = db.session.scalar(PID)
        with db.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as other:  # sees the present
            db.session.remove()
            other.execute(END, {"pid": pid})
            until(lambda: not other.scalar(IS_OPEN, {"pid": pid}))
        lent = [db.engine.connect() for _ in range(3)]
        assert pid not in [connection.scalar(PID) for connection in lent]
        for connection in lent:
            connection.close()
        assert counters.POOL_IN_USE.in_row(0) == before
