"""Sites that hold polls, with a table on them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from app.long_poll import middleware
from app.server import asgi
from tests.long_poll.served_site import SECRET, ServedSite
from tests.processes import serve


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a machine that stands still for seconds answer all the same what a poll waits for; tests may shorten it."""
    monkeypatch.setattr(middleware, "LOOKUP_SECONDS", 60)
    monkeypatch.setattr(asgi, "QUEUE_SECONDS", 60)


@pytest.fixture
def new_site(new_database: Callable[[str], str], worker: str, tmp_path: Path) -> Iterator[Callable[..., ServedSite]]:
    """Serve a site with these settings; it is ended with the test, if it still runs."""
    with ExitStack() as sites:

        def new_site(**settings: str) -> ServedSite:
            url = new_database(f"held_{worker}")
            plain = {"DATABASE_URL": url, "SECRET_KEY": SECRET, "WORKER": "0"}
            return ServedSite(sites.enter_context(serve(tmp_path / "var", **plain | settings)))

        yield new_site
