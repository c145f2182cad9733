"""The page of the rules, as somebody who is not signed in gets it."""

import pytest

from app.i18n.languages import LANGUAGES
from tests.visitor import Visitor


@pytest.fixture
def page(nobody: Visitor) -> str:
    """The whole page's markup, in English."""
    return nobody.get("/rules").text


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    """One language after the other, by its code."""
    return str(request.param)


@pytest.fixture
def translated(nobody: Visitor, language: str) -> str:
    """The whole page's markup, in each of the languages."""
    return nobody.get("/rules", accept_language=language).text
