"""The sample site, of which each request can be undone, so that all begin alike."""

from collections.abc import Callable, Iterator

import pytest

from tests.security.form_filling import found
from tests.security.forms import Form
from tests.security.route_probe import RouteProbe, opened


@pytest.fixture(scope="session")
def probe(
    migrated_database: Callable[[str], str], worker: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RouteProbe]:
    """The sample site, on a database of its own."""
    with opened(migrated_database(f"probe_{worker}"), tmp_path_factory.mktemp("mail")) as probe:
        yield probe


@pytest.fixture(autouse=True)
def _stopped_clock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "probe" in request.fixturenames:
        request.getfixturevalue("probe").stop_clock(monkeypatch)


@pytest.fixture(scope="session")
def every_form(probe: RouteProbe) -> dict[str, tuple[str, Form]]:
    """Every form there is, by a name, with a kind of visitor who is shown it."""
    with pytest.MonkeyPatch.context() as patch:
        probe.stop_clock(patch)
        return found(probe)
