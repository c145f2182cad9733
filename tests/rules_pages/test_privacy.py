"""GET /privacy: what it says of logs and backups is what docker compose sets up and the log does."""

import re

import pytest

from app.i18n.languages import LANGUAGES
from tests.deploy.files import BACKUP, SERVICES, fill
from tests.rules_pages.rules_page import ids, plain
from tests.visitor import Visitor


def told(visitor: Visitor, language: str, section: str) -> str:
    """The text of a section, in a language."""
    page = visitor.get("/privacy", accept_language=language).text
    assert f'<html lang="{language}">' in page
    (found,) = re.findall(rf'<section id="{section}">(.*?)</section>', page, re.DOTALL)
    return plain(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_that_logs_hold_addresses_and_how_long(nobody, language):
    logs = told(nobody, language, "logs")
    (options,) = {tuple(service["logging"]["options"].values()) for service in SERVICES.values()}
    megabytes = int(options[0].removesuffix("m")) * int(options[1])
    assert re.search(rf"\b{megabytes}\sM[Bo]\b", logs)
    assert re.search(r"\bIP\b", logs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_says_how_long_backups_are_kept(nobody, language):
    assert re.search(rf"\b{fill(BACKUP['environment']['BACKUP_DAYS'], {})}\b", told(nobody, language, "end"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_says_the_same(nobody, language):
    pages = [nobody.get("/privacy", accept_language=each).text for each in ("en", language)]
    assert ids(pages[0]) == ids(pages[1])
    numbers = [sorted(re.findall(r"\d+", plain(page.partition("<main")[2].partition("</main>")[0]))) for page in pages]
    assert numbers[0] == numbers[1]


def test_every_page_leads_there(nobody):
    assert 'href="/privacy"' in nobody.get("/login").text
