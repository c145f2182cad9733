"""What every test may ask for: a PostgreSQL of the tests' own, the site on it, and the cast."""

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from flask import Flask
from flask.ctx import AppContext
from hypothesis import HealthCheck, settings

from app import create_app, local_postgres
from app.accounts.auth import passwords
from app.config import Settings
from tests import caches, compiled_rules, compiled_templates, databases, dice, schedule, times
from tests.visitor import Visitor, sign_up

FOLDER = pytest.StashKey[Path]()
CPU = times.CPUClock()
MEMORY = Path("/dev/shm")  # a file system in memory, where there is one
GC_THRESHOLDS = (5_000, 20, 100)  # of the garbage collector: looking through all takes it a quarter of a second
ROOM = 4 * 1024**3  # bytes; a whole run takes about one
RISKY = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=200")  # it need not outlive us

settings.register_profile(  # the same examples on every machine, however busy it is
    "tests", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("tests")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the folder of the database server, which all workers of pytest-xdist share."""
    _keep_in_memory()
    given = getattr(config, "workerinput", {}).get("cluster")
    config.stash[FOLDER] = Path(given or tempfile.mkdtemp(prefix="dead-drop-tests-"))
    compiled_templates.share(config.stash[FOLDER] / "templates")
    compiled_rules.share()
    _heed_signals()
    dice.load()


def _keep_in_memory() -> None:
    """Have temporary files in memory if it has room for them: a copy of a database takes a third of the time there."""
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # so that it is looked up anew


def _heed_signals() -> None:
    """Handle signals that are ignored, as under nohup: else the processes that tests start would ignore them too.

    And let a SIGTERM end the tests as a Ctrl-C does: it would leave alone what they have started.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, lambda *_: None)):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, handler)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node) -> None:  # type: ignore[no-untyped-def]
    """Tell a worker the folder."""
    node.workerinput["cluster"] = str(node.config.stash[FOLDER])


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the server, also after a Ctrl-C, and leave nothing behind."""
    if not hasattr(config, "workerinput"):
        local_postgres.stop_if_unused(config.stash[FOLDER])
        shutil.rmtree(config.stash[FOLDER], ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect thousands of tests without looking for garbage among them, then or later: none of them becomes any."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(*GC_THRESHOLDS)
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None, object, object]:
    """Mark the slow tests, and put into their order those that are wanted."""
    schedule.mark_slow(items)
    result = yield
    items[:] = schedule.ordered(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))
    CPU.lap()  # of collecting
    return result


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let each test begin with dice of its own."""
    dice.seed(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
    """Let what several tests share be the same, whichever of them comes first."""
    if fixturedef.scope == "function":
        return (yield)
    with dice.seeded(f"{fixturedef.baseid} {fixturedef.argname}"):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let each report tell the CPU that has been used since the one before it."""
    report = yield
    report.cpu = CPU.lap()
    return report


def pytest_sessionfinish() -> None:
    """Look for garbage once: pytest looks five times more, and execnet interrupts a worker that takes five seconds."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the accounts that tests have kept; say in one line that is hard to overlook which program was missing."""
    for report in [*terminalreporter.stats.get("passed", []), *terminalreporter.stats.get("failed", [])]:
        for name, account in report.user_properties:
            terminalreporter.section(name)
            terminalreporter.write_line(account)
    for name in ("BROWSER", "PGBOUNCER", "CADDY", "HAPROXY", "ETCD", "PATRONI"):
        skipped = [each for each in terminalreporter.stats.get("skipped", []) if f"NO {name}" in str(each.longrepr)]
        if skipped:
            terminalreporter.section(f"NO {name}: {len(skipped)} tests did not run", sep="!", red=True, bold=True)
    reports = [each for some in terminalreporter.stats.values() for each in some if isinstance(each, pytest.TestReport)]
    for line in times.lines(reports):
        terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def cluster(pytestconfig: pytest.Config) -> Iterator[str]:
    """The URL of the server's maintenance database, by a role that may do everything."""
    with local_postgres.running_server(pytestconfig.stash[FOLDER], *RISKY) as url:
        yield url


@pytest.fixture(scope="session")
def new_database(cluster: str) -> Callable[[str], str]:
    """Make an empty database of that name, instead of an older one, and return its URL."""
    return partial(databases.create, cluster)


@pytest.fixture(scope="session")
def migrated_database(cluster: str, pytestconfig: pytest.Config) -> Callable[[str], str]:
    """Make a database of that name with the site's tables, instead of an older one, and return its URL."""
    template = databases.make_template(cluster, pytestconfig.stash[FOLDER])
    return partial(databases.create, cluster, template=template)


@pytest.fixture(scope="session")
def app(migrated_database: Callable[[str], str], worker: str) -> Flask:
    """The site, on this worker's database."""
    url = migrated_database(f"site_{worker}")
    return create_app(Settings(database_url=url, secret_key="tests", poll_seconds=0.3))


@pytest.fixture(scope="session")
def worker(pytestconfig: pytest.Config) -> str:
    """The name of this process among those that test."""
    return str(getattr(pytestconfig, "workerinput", {}).get("workerid", "main"))


@pytest.fixture(scope="session", autouse=True)
def _weak_hashes() -> Iterator[PasswordHasher]:
    """Hash passwords with the least work that argon2 allows, in this process; return the hasher of the site."""
    with pytest.MonkeyPatch.context() as patch:
        strong = passwords._hasher
        patch.setattr(passwords, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield strong


@pytest.fixture
def strong_hashes(_weak_hashes: PasswordHasher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords as the site does, for tests of its parameters."""
    monkeypatch.setattr(passwords, "_hasher", _weak_hashes)


@pytest.fixture(autouse=True)
def _clean(request: pytest.FixtureRequest) -> Iterator[None]:
    """Forget what the test wrote, if it used the site, here or in a process of its own."""
    yield
    if "app" in request.fixturenames:
        _forget(request.getfixturevalue("app"))
    if "site" in request.fixturenames:
        databases.delete_rows_once(request.getfixturevalue("site").settings["DATABASE_URL"])


def _forget(app: Flask) -> None:
    """Delete what was written, counted and cached."""
    app.extensions["pace"].counts.clear()
    caches.drop(app)
    databases.delete_rows(app.config["SQLALCHEMY_DATABASE_URI"])


@pytest.fixture
def context(app: Flask) -> Iterator[AppContext]:
    """An application context, for tests that call services or models themselves."""
    with app.app_context() as context:
        yield context


@pytest.fixture
def new_visitor(app: Flask) -> Callable[[str], Visitor]:
    """Give a further person with an account, signed in."""
    return lambda name: sign_up(app, name)


@pytest.fixture
def ann(app: Flask) -> Visitor:
    """The red spymaster."""
    return sign_up(app, "Ann")


@pytest.fixture
def bob(app: Flask) -> Visitor:
    """The red operative."""
    return sign_up(app, "Bob")


@pytest.fixture
def cat(app: Flask) -> Visitor:
    """The blue spymaster."""
    return sign_up(app, "Cat")


@pytest.fixture
def dan(app: Flask) -> Visitor:
    """The blue operative."""
    return sign_up(app, "Dan")


@pytest.fixture
def zed(app: Flask) -> Visitor:
    """A stranger, signed in: part of nothing."""
    return sign_up(app, "Zed")


@pytest.fixture
def nobody(app: Flask) -> Visitor:
    """Somebody who is not signed in."""
    return Visitor(app, "nobody")
