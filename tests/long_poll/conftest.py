"""Sites that hold polls, with a table on them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.long_poll import middleware
from tests.long_poll.house import SECRET, House
from tests.processes import serve


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a machine that stands still for seconds look up all the same what a poll waits for; tests may shorten it."""
    monkeypatch.setattr(middleware, "LOOKUP_SECONDS", 60)


@pytest.fixture
def new_house(new_database: Callable[[str], str], worker: str, tmp_path: Path) -> Iterator[Callable[..., House]]:
    """Serve a site with these settings; it is ended with the test, if it still runs."""
    with ExitStack() as sites:

        def new_house(**settings: str) -> House:
            url = new_database(f"held_{worker}")
            plain = {"DATABASE_URL": url, "SECRET_KEY": SECRET, "WORKER": "0"}
            return House(sites.enter_context(serve(tmp_path / "var", **plain | settings)))

        yield new_house
