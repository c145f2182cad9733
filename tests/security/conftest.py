"""The town, in a transaction that is never committed: each request can be undone, so that all begin alike."""

from collections.abc import Iterator

import pytest
from flask import Flask

from tests.security.knocking import Door, opened


@pytest.fixture(scope="module")
def door(app: Flask, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Door]:
    """The town, on the tests' database."""
    with opened(app.config["SQLALCHEMY_DATABASE_URI"], tmp_path_factory.mktemp("mail")) as door:
        yield door
