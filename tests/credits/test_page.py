"""GET /credits: everybody whose work the site sends out, as their licences ask."""

import re
from html import unescape
from pathlib import Path

import pytest

from app.credits.views import WORKS
from app.decks.pictures import CREDITS
from app.i18n.languages import LANGUAGES

STATIC = Path(__file__).parents[2] / "static"


@pytest.fixture
def page(nobody) -> str:
    return unescape(nobody.get("/credits").text)


def rows(page):
    """What is said of each author, and the icons that are theirs."""
    found = re.findall(r"<dt>(.*?)</dt>\s*<dd[^>]*>(.*?)</dd>", page, re.DOTALL)
    return [(said, icons.strip().split(", ")) for said, icons in found]


def test_every_author_is_named_with_licence_and_icons(page):
    """CC BY 3.0 and MIT: by name, with what is theirs."""
    assert len(rows(page)) == len(CREDITS)
    for credit, (said, icons) in zip(CREDITS, rows(page), strict=True):
        assert credit.author in said
        assert credit.licence in said
        assert credit.link in said
        assert tuple(icons) == credit.icons


def test_every_page_leads_there(nobody):
    assert 'href="/credits"' in nobody.get("/").text


def test_it_is_said_that_the_icons_were_changed(page):
    """CC BY 3.0 asks for it."""
    assert "Every picture is adapted from two icons" in page


def test_every_licence_can_be_read(page, nobody):
    assert page.count('href="https://creativecommons.org/licenses/by/3.0/"') == len(CREDITS) - 1
    notice = nobody.get(re.search(r'href="(/static/pictures/CREDITS\.txt[^"]*)" rel="license">MIT', page)[1])
    assert "Permission is hereby granted, free of charge" in notice.text


def test_all_that_others_made_and_the_site_sends_along_is_told(page, nobody):
    """Whoever puts a file of somebody else's into static/vendor or static/fonts says so here."""
    licences = {str(path.relative_to(STATIC)) for path in STATIC.glob("*/*LICENSE*")}
    assert {work.text for work in WORKS} == licences
    for work in WORKS:
        address = re.search(rf'href="(/static/{re.escape(work.text)}[^"]*)"', page)[1]
        assert nobody.get(address).status_code == 200
        assert work.author in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_there_for_every_reader(nobody, language):
    answer = nobody.get("/credits", accept_language=language)
    assert answer.status_code == 200
    assert f'<html lang="{language}">' in answer.text
    assert [icons for _, icons in rows(unescape(answer.text))] == [[*credit.icons] for credit in CREDITS]
