"""Here the service worker is at work, as with everybody who has no test before them."""

import pytest


@pytest.fixture
def service_workers() -> str:
    """It may be registered: it shows pages while there is no connection."""
    return "allow"
