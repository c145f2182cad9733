"""What the site says to its database: counted in the database server's own log."""

import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from tests.bench.site import Cluster

LINE = re.compile(r"LOG:  (?:statement|execute [^:]*): *(\S+ *\S*)")
FRAME = ("BEGIN", "COMMIT", "ROLLBACK", ";", "DEALLOCATE")  # of transactions, and of the pool, whose ping is empty


@contextmanager
def counted(cluster: Cluster) -> Iterator[Counter[str]]:
    """Count, until the block ends, the `statements` of all sessions, and apart from those the `frame` around them."""
    found: Counter[str] = Counter()
    _log(cluster, "all")
    begun = cluster.log.stat().st_size
    try:
        yield found
        time.sleep(0.1)
        with cluster.log.open() as log:
            log.seek(begun)
            for words in LINE.findall(log.read()):
                found["frame" if words.upper().startswith(FRAME) else "statements"] += 1
    finally:
        _log(cluster, "none")


def _log(cluster: Cluster, what: str) -> None:
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        connection.execute(f"ALTER SYSTEM SET log_statement = '{what}'")
        connection.execute("SELECT pg_reload_conf()")
    time.sleep(0.2)  # until every session has heard of it
