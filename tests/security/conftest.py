"""The sample site, in a transaction that is never committed: each request can be undone, so that all begin alike."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.security.route_probe import RouteProbe, opened


@pytest.fixture(scope="module")
def probe(app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RouteProbe]:
    """The sample site, on the tests' database."""
    with opened(app.config["SQLALCHEMY_DATABASE_URI"], tmp_path_factory.mktemp("mail")) as probe:
        yield probe
