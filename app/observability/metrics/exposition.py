"""Computing all metrics for Prometheus on each scrape, from the counters and the database.

Each database metric reads only an index of exactly the rows it counts, or an estimate that PostgreSQL maintains anyway,
so tables may be of any size. Metrics of the database are the same on all servers.
"""

import os
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from sqlalchemy import text

from app.db import OUTAGE_ERRORS, db
from app.observability.metrics import counters
from app.observability.metrics.counters import (
    BUCKET_LIMITS,
    BUCKETS_OFFSET,
    DURATION_OFFSET,
    LIMITED_OFFSET,
    METHODS,
    STATUS_CLASSES,
)

PREFIX = "dead_drop_"
BUCKET_EDGES = [*(str(limit / 1_000_000) for limit in BUCKET_LIMITS), "+Inf"]  # seconds

DATABASE_METRICS = {  # name -> help text, label name or "", and SQL for the label's value, if any, and the number
    "games_running": (
        "Games that are not over, by variant.",
        "variant",
        "SELECT variant, count(*) FROM games WHERE finished_at IS NULL GROUP BY variant",
    ),
    "rows": (
        "Rows of the large tables, as PostgreSQL estimates them.",
        "table",
        "SELECT relname, n_live_tup FROM pg_stat_user_tables "
        "WHERE schemaname = current_schema AND relname IN ('users', 'games', 'moves')",
    ),
    "notices_open": (
        "Notices that nobody has dealt with yet.",
        "",
        "SELECT count(*) FROM notices WHERE closed_at IS NULL",
    ),
    "deliveries_waiting": (
        "Messages on their way, by channel.",
        "channel",
        "SELECT channel, count(*) FROM deliveries WHERE ended_at IS NULL GROUP BY channel",
    ),
    "deliveries_failed": (
        "Messages that were given up within the last day.",
        "",
        "SELECT count(*) FROM deliveries WHERE state = 'failed' AND ended_at > now() - interval '1 day'",
    ),
    "worker_heartbeat_age_seconds": (
        "Time since a background worker last showed that it lives; it does every ten seconds.",
        "",
        "SELECT extract(epoch FROM now() - max(last_heartbeat)) FROM procrastinate.procrastinate_workers",
    ),
    "worker_sweep_age_seconds": (
        "Time since deadlines were last to be looked at, which they are every five seconds.",
        "",
        "SELECT extract(epoch FROM now()) - max(defer_timestamp) "
        "FROM procrastinate.procrastinate_periodic_defers WHERE task_name = 'clocks'",
    ),
}


class MetricsCollector:
    """A collector of all of the site's metrics, for prometheus-client."""

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics as of now; without the database's if it does not answer, which `database_up` then says."""
        yield from _request_metrics()
        yield from _state_metrics()
        yield from _process_metrics(counters.live_rows())
        try:
            yield from list(_database_metrics())
            reached = 1
        except OUTAGE_ERRORS:
            reached = 0
        yield GaugeMetricFamily(f"{PREFIX}database_up", "Whether the database answers.", reached)


def _request_metrics() -> Iterable[Metric]:
    requests = CounterMetricFamily(
        f"{PREFIX}requests", "Requests that were answered.", labels=["endpoint", "method", "status"]
    )
    refused = CounterMetricFamily(f"{PREFIX}limited", "Requests that a limit turned away.", labels=["endpoint"])
    times = HistogramMetricFamily(f"{PREFIX}request_seconds", "Time to answer a request.", labels=["endpoint"])
    for endpoint, numbers in counters.endpoint_numbers():
        for place, number in enumerate(numbers[:LIMITED_OFFSET]):
            if number:
                method, first = METHODS[place // STATUS_CLASSES], place % STATUS_CLASSES
                requests.add_metric([endpoint, method, f"{first}xx"], number)
        if numbers[LIMITED_OFFSET]:
            refused.add_metric([endpoint], numbers[LIMITED_OFFSET])
        buckets = list(zip(BUCKET_EDGES, accumulate(numbers[BUCKETS_OFFSET:]), strict=True))
        times.add_metric([endpoint], buckets, numbers[DURATION_OFFSET] / 1_000_000)
    return requests, refused, times


def _state_metrics() -> Iterable[Metric]:
    rows = counters.live_rows()
    for name, what, number in (
        ("polls_held", "Polls that wait for news just now.", counters.WAITING_POLLS),
        ("listening", "Processes that hear of news from the database.", counters.LISTENING),
        ("pool_in_use", "Connections to the database that are in use.", counters.POOL_IN_USE),
    ):
        yield GaugeMetricFamily(f"{PREFIX}{name}", what, sum(number.in_row(row) for row in rows))
    quiet = counters.total(counters.UNCHANGED_POLLS)
    yield CounterMetricFamily(f"{PREFIX}polls_quiet", "Polls answered in front of the site, with nothing new.", quiet)
    shared = counters.total(counters.SHARED_POLLS)
    yield CounterMetricFamily(
        f"{PREFIX}polls_shared", "Polls of visitors answered with a response that was rendered for another.", shared
    )
    rendered = counters.total(counters.TABLES_RENDERED)
    yield CounterMetricFamily(
        f"{PREFIX}tables_rendered", "Tables rendered, for one reader or for all to whom they look the same.", rendered
    )


def _process_metrics(rows: Iterable[int]) -> Iterable[Metric]:
    """Return CPU time and memory of the web processes, the master and the worker, where the system has /proc."""
    cpu = CounterMetricFamily("process_cpu_seconds", "Time of the processor, by process.", labels=["process"])
    memory = GaugeMetricFamily("process_resident_memory_bytes", "Memory in use, by process.", labels=["process"])
    pids = {f"web-{row}": counters.PID.in_row(row) for row in rows}
    pids |= {"master": os.getppid(), "worker": counters.WORKER_PID.in_row(0)}
    for name, pid in pids.items():
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
        except OSError:
            continue
        cpu.add_metric([name], (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"))
        memory.add_metric([name], int(fields[21]) * os.sysconf("SC_PAGE_SIZE"))
    return cpu, memory


def _database_metrics() -> Iterator[Metric]:
    with db.engine.connect() as connection:
        for name, (what, label, statement) in DATABASE_METRICS.items():
            figure = GaugeMetricFamily(f"{PREFIX}{name}", what, labels=[label] if label else [])
            for *labels, number in connection.execute(text(statement)):
                if number is not None:
                    figure.add_metric(labels, float(number))
            yield figure
