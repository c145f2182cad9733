"""The numbers of a server with two processes: each tells what both have counted, also what one did that is gone."""

import os
import signal
from collections.abc import Callable, Iterator
from http.client import HTTPConnection

import pytest
from prometheus_client.parser import text_string_to_metric_families

from app.live import tags
from tests.processes import Site, serve, until

TOKEN = "t" * 32
SECRET = "the secret of the site"
RULES = ("dead_drop_requests_total", "rules_pages.rules", "GET", "2xx")


@pytest.fixture(scope="module")
def live(
    migrated_database: Callable[[str], str], worker: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """A site that two processes answer for, with its worker."""
    url = migrated_database(f"metrics_{worker}")
    folder = tmp_path_factory.mktemp("metrics")
    with serve(folder, DATABASE_URL=url, WEB_WORKERS="2", METRICS_TOKEN=TOKEN, SECRET_KEY=SECRET) as site:
        yield site


def ask(site: Site, path: str, **headers: str) -> tuple[int, str]:
    """Ask by a connection of one's own."""
    connection = HTTPConnection("127.0.0.1", int(site.settings["PORT"]), timeout=60)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


def numbers(site: Site) -> dict[tuple[str, ...], float]:
    """What one of the processes tells."""
    status, page = ask(site, "/metrics", Authorization=f"Bearer {TOKEN}")
    assert status == 200
    families = text_string_to_metric_families(page)
    samples = [sample for family in families for sample in family.samples]
    return {(each.name, *(value for _, value in sorted(each.labels.items()))): each.value for each in samples}


def processes(site: Site) -> set[str]:
    """Whose memory is told."""
    return {key[1] for key in numbers(site) if key[0] == "process_resident_memory_bytes"}


def test_both_count_together_and_nothing_is_lost_with_one(live: Site) -> None:
    until(lambda: processes(live) == {"web-0", "web-1", "master", "worker"})  # the site is open before all have started
    for _ in range(40):
        assert ask(live, "/rules")[0] == 200
    told = [numbers(live) for _ in range(10)]
    assert {each[RULES] for each in told} == {40}
    before = set(live.children())
    os.kill(next(pid for pid in before if pid != live.worker()), signal.SIGKILL)
    until(lambda: len(set(live.children()) - before) == 1)
    until(lambda: len(processes(live)) == 4)
    assert ask(live, "/rules")[0] == 200
    assert {numbers(live)[RULES] for _ in range(6)} == {41}


def test_who_waits_and_who_listens(live: Site) -> None:
    until(lambda: numbers(live)["dead_drop_listening",] == 2)
    connection = HTTPConnection("127.0.0.1", int(live.settings["PORT"]), timeout=60)
    tag = tags.sign(tags.derive_key(SECRET), "7 game:abcdefgh:0")
    connection.request("GET", "/bell", headers={"HX-Request": "true", "HX-PTag": tag})
    until(lambda: numbers(live)["dead_drop_polls_held",] == 1)
    connection.close()
    until(lambda: numbers(live)["dead_drop_polls_held",] == 0)


def test_the_worker_is_seen_to_work(live: Site) -> None:
    until(lambda: numbers(live).get(("dead_drop_worker_sweep_age_seconds",), 99) < 10)
    until(lambda: numbers(live)["dead_drop_worker_heartbeat_age_seconds",] < 15)  # one may come late


def test_only_who_is_near_or_brings_the_token(live: Site) -> None:
    assert ask(live, "/metrics")[0] == 200
    assert ask(live, "/metrics", X_Forwarded_For="127.0.0.1")[0] == 404
    assert ask(live, "/metrics", Host="evil.example")[0] == 404
    assert ask(live, "/metrics", Host="evil.example", Authorization=f"Bearer {TOKEN}")[0] == 200
