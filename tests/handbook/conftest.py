"""The page of the rules, as somebody who is not signed in gets it."""

import pytest

from tests.visitor import Visitor


@pytest.fixture
def page(nobody: Visitor) -> str:
    """The whole page's markup."""
    return nobody.get("/rules").text
