"""Tables for those whose results are counted, and what is kept of them."""

import pytest

from tests.games.conftest import classic, duet
from tests.profiles.stored_results import results

__all__ = ["classic", "duet"]


@pytest.fixture
def kept(app):
    """Give the results of a table, by the names of its people."""
    return lambda table: results(app, table)
