"""Sites of a test's own, each a process as people start it."""

import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.processes import Site, end_database, serve, until


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Start a site with its data in one folder; whatever still runs at the end is ended."""
    sites = []

    def start(**settings: str) -> Site:
        sites.append(Site(tmp_path / "var", **settings))
        return sites[-1]

    yield start
    for site in sites:
        site.end(signal.SIGKILL, group=True)
    if (tmp_path / "var" / "postgres").exists():
        until(lambda: end_database(tmp_path / "var"))


@pytest.fixture(scope="package")
def site(
    migrated_database: Callable[[str], str], worker: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """A site of one process for all tests that end nothing of it; it must have written no error until its end."""
    folder, url = tmp_path_factory.mktemp("run"), migrated_database(f"run_{worker}")
    with serve(folder, DATABASE_URL=url, WORKER="0") as site:
        yield site
    assert site.err.read_text() == ""


@pytest.fixture
def database(new_database: Callable[[str], str], worker: str) -> str:
    """The URL of a database that is there already, without tables."""
    return new_database(f"site_{worker}_run")


@pytest.fixture
def migrated(migrated_database: Callable[[str], str], worker: str) -> str:
    """The URL of a database that is there already, and up to date: quicker, where the private one does not matter."""
    return migrated_database(f"site_{worker}_run")
