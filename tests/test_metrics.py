"""The numbers of the site: who may see them, and that they are true."""

import re
import timeit

import pytest
from flask import Flask
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text

from app import create_app
from app.config import Settings
from app.db import db
from app.observability.metrics import counters, exposition
from tests.delivery.outbox import put
from tests.games.tables import lay
from tests.production import HOST, opened
from tests.security.sample_site import PASSWORD

TOKEN = "0123456789abcdef"
BROUGHT = {"Authorization": f"Bearer {TOKEN}"}


def numbers(answer) -> dict[tuple[str, ...], float]:
    """The samples of an answer, by name and labels."""
    assert answer.status_code == 200, answer.text
    families = text_string_to_metric_families(answer.text)
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


def ask(site: Flask, address: str = "127.0.0.1", **headers: str):
    """Ask for the numbers from somewhere."""
    return site.test_client().get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": address})


@pytest.fixture
def now(nobody):
    """What is told now."""
    return lambda: numbers(nobody.get("/metrics"))


class TestWhoMay:
    """Who is told the numbers; to all others there is nothing."""

    @pytest.mark.parametrize("address", ["127.0.0.1", "127.8.8.8", "::1"])
    @pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8000", "[::1]:8000"])
    def test_this_machine(self, app, address, host):
        assert ask(opened(app), address, Host=host).status_code == 200

    @pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8::1", "", "nonsense"])
    def test_no_other(self, app, address):
        assert ask(opened(app), address, Host="localhost").status_code == 404

    @pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via", "X-Real-IP", "X-Forwarded-Proto"])
    def test_nobody_through_a_proxy_that_is_not_declared(self, app, header):
        assert ask(opened(app), Host="localhost", **{header: "127.0.0.1"}).status_code == 404

    def test_nobody_who_came_by_the_public_name(self, app):
        """A proxy that says nothing of itself hands on the name at least, or the site would answer to none."""
        assert ask(opened(app), Host=HOST).status_code == 404
        assert ask(opened(app), Host="evil.example").status_code == 404

    @pytest.mark.parametrize("said", [{}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Forwarded-For": "::1, 127.0.0.1"}])
    def test_nobody_without_a_token_where_there_is_a_proxy(self, app, said):
        assert ask(opened(app, trusted_proxies=1), Host="localhost", **said).status_code == 404

    @pytest.mark.parametrize("proxies", [0, 1])
    def test_whoever_brings_the_token_from_anywhere(self, app, proxies):
        site = opened(app, trusted_proxies=proxies, metrics_token=TOKEN)
        assert ask(site, "192.0.2.7", **BROUGHT).status_code == 200
        assert ask(site, "192.0.2.7", Host="web:8000", **BROUGHT).status_code == 200

    @pytest.mark.parametrize(
        "brought", ["", "Bearer", "Bearer ", TOKEN, f"Bearer {TOKEN}x", f"Basic {TOKEN}", "Bearer \xe9"]
    )
    def test_nobody_with_another(self, app, brought):
        site = opened(app, metrics_token=TOKEN)
        assert ask(site, "192.0.2.7", Authorization=brought).status_code == 404
        assert ask(opened(app), "192.0.2.7", Authorization=brought).status_code == 404


class TestCounted:
    """What is counted while requests are answered."""

    def test_requests_by_endpoint_method_and_status(self, nobody, now):
        before = now()
        for path in ("/rules", "/rules", "/games/abcdefgh", "/no/such/page", "/static/site/app.js"):
            nobody.get(path)
        nobody.client.post("/login")
        after = now()
        grown = {key: after[key] - before.get(key, 0) for key in after if key[0] == "dead_drop_requests_total"}
        assert {key[1:]: count for key, count in grown.items() if count} == {
            ("rules_pages.rules", "GET", "2xx"): 2,
            ("games.game", "GET", "4xx"): 1,
            ("", "GET", "4xx"): 1,
            ("static", "GET", "2xx"): 1,
            ("accounts.sign_in", "POST", "4xx"): 1,
            ("metrics", "GET", "2xx"): 1,
        }

    def test_no_label_has_what_was_asked_for(self, nobody):
        for path in ("/qwyjibo", "/games/qwyjibxx", "/password/qwyjibo"):
            nobody.get(path)
        nobody.client.open("/", method="QWYJIBO")
        page = nobody.get("/metrics").text
        assert "qwyji" not in page.lower()
        assert re.search(r'method="other"', page)

    def test_times_add_up(self, nobody, now):
        before = now()
        nobody.get("/rules")
        after = now()
        name = "dead_drop_request_seconds"
        assert after[f"{name}_count", "rules_pages.rules"] == before.get((f"{name}_count", "rules_pages.rules"), 0) + 1
        assert 0 < after[f"{name}_sum", "rules_pages.rules"] - before.get((f"{name}_sum", "rules_pages.rules"), 0) < 10
        buckets = [after[f"{name}_bucket", "rules_pages.rules", edge] for edge in exposition.BUCKET_EDGES]
        assert buckets == sorted(buckets)
        assert buckets[-1] == after[f"{name}_count", "rules_pages.rules"]

    def test_limits_that_were_hit(self, app, ann, now):
        before = now().get(("dead_drop_limited_total", "accounts.sign_in"), 0)
        for _ in range(11):
            answer = ann.post("/login", name="Nobody Such", password=PASSWORD)
        assert answer.status_code == 429
        assert now()["dead_drop_limited_total", "accounts.sign_in"] == before + 1

    def test_connections_in_use(self, app, now):
        before = now()["dead_drop_pool_in_use",]
        with app.app_context(), db.engine.connect(), db.engine.connect():
            assert now()["dead_drop_pool_in_use",] == before + 2
        assert now()["dead_drop_pool_in_use",] == before

    def test_tables_that_are_rendered(self, ann, bob, now):
        table = lay("duet", {"a": ann, "b": bob})
        before = now()["dead_drop_tables_rendered_total",]
        for player in (ann, bob):
            assert player.get(f"/games/{table.game.code}").status_code == 200
        ann.get("/")
        assert now()["dead_drop_tables_rendered_total",] == before + 2

    def test_it_takes_next_to_no_time(self, app):
        """A few microseconds at most, on whatever machine this is: it is done for each request."""
        runs = timeit.repeat(lambda: counters.count_request("games.game", "GET", 200, 0.01), number=1000, repeat=30)
        assert min(runs) / 1000 < 5e-6


class TestFigures:
    """What the database knows."""

    def test_games_by_variant(self, ann, bob, now):
        for _ in range(2):
            lay("duet", {"a": ann, "b": bob})
        over = lay("duet-pictures", {"a": ann, "b": bob})
        over.change(finished_at=over.game.created_at)
        found = now()
        assert found["dead_drop_games_running", "duet"] == 2
        assert ("dead_drop_games_running", "duet-pictures") not in found
        assert found["dead_drop_notices_open",] > 0

    def test_messages_on_their_way_and_given_up(self, app, now):
        put(app, "mail", "ann@example.org")
        put(app, "webhook", "https://example.org")
        failed, old = (put(app, "mail", "bob@example.org") for _ in range(2))
        with app.app_context():
            end = "UPDATE deliveries SET state = 'failed', ended_at = now() - :age * interval '1 hour' WHERE id = :id"
            for number, hours in ((failed, 1), (old, 30)):
                db.session.execute(text(end), {"id": number, "age": hours})
            db.session.commit()
        found = now()
        assert found["dead_drop_deliveries_waiting", "mail"] == 1
        assert found["dead_drop_deliveries_waiting", "webhook"] == 1
        assert found["dead_drop_deliveries_failed",] == 1

    def test_the_worker(self, app, now):
        assert ("dead_drop_worker_heartbeat_age_seconds",) not in now()
        with app.app_context(), db.engine.begin() as connection:
            schema = "procrastinate.procrastinate_"
            connection.execute(text(f"INSERT INTO {schema}workers (last_heartbeat) VALUES (now() - interval '40 s')"))
            connection.execute(
                text(
                    f"INSERT INTO {schema}periodic_defers (task_name, defer_timestamp) "
                    "VALUES ('clocks', extract(epoch FROM now())::bigint - 70)"
                )
            )
        found = now()
        with app.app_context(), db.engine.begin() as connection:
            for table in ("workers", "periodic_defers"):
                connection.execute(text(f"DELETE FROM {schema}{table}"))
        assert 40 <= found["dead_drop_worker_heartbeat_age_seconds",] < 60
        assert 69 <= found["dead_drop_worker_sweep_age_seconds",] < 90

    def test_rows_are_estimated(self, now):
        assert {key[1] for key in now() if key[0] == "dead_drop_rows"} == {"users", "games", "moves"}

    @pytest.mark.parametrize("name", exposition.DATABASE_METRICS)
    def test_none_reads_a_whole_table(self, app, name):
        with app.app_context(), db.engine.connect() as connection:
            connection.execute(text("SET LOCAL enable_seqscan = off"))
            plan = "\n".join(connection.execute(text(f"EXPLAIN {exposition.DATABASE_METRICS[name][2]}")).scalars())
        assert not re.search(r"Seq Scan on (games|moves|notices|deliveries|procrastinate)", plan), plan

    def test_without_the_database_the_rest_is_told(self, app):
        site = create_app(Settings(database_url="postgresql://nobody@127.0.0.1:1/nothing", secret_key="tests"))
        found = numbers(ask(site))
        assert found["dead_drop_database_up",] == 0
        assert ("dead_drop_games_running", "duet") not in found
        assert found["process_resident_memory_bytes", "web-0"] > 1_000_000
        assert found["process_cpu_seconds_total", "web-0"] > 0
