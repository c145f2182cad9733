"""No page has a fault that axe finds, by the rules of WCAG 2.2 AA and by good practice (axe-core, in vendor/)."""

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser

from tests.browser.reading import Reader
from tests.browser.walking import shown, walk
from tests.doors.knocking import Door

pytestmark = pytest.mark.browser

AXE: Final = (Path(__file__).parent / "vendor" / "axe-4.14.1.min.js").read_text()
TAGS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN: Final = """async (options) => {
    const { violations } = await axe.run(document, options);
    const first = (nodes) => nodes.slice(0, 3).map(({ html }) => html.slice(0, 150)).join(" | ");
    return violations.map(({ id, nodes }) => `${id}: ${first(nodes)}`);
}"""
ALL: Final[dict[str, Any]] = {"runOnly": TAGS}
SHAPES: Final[dict[str, Any]] = {"runOnly": TAGS, "rules": {"color-contrast": {"enabled": False}}}
COLOURS: Final[dict[str, Any]] = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}


def faults(
    reader: Reader, door: Door, pages: list[tuple[str, str]], language: str, options: dict[str, Any]
) -> list[str]:
    """What axe finds on these pages, and which of them are in another language; an account has one of its own."""
    found: list[str] = []
    for name, page in walk(reader, door, pages, language):
        if page.get_attribute("html", "lang") != language:
            found.append(f"{name} is not in {language}")
        page.evaluate(AXE)
        found += [f"{name}: {fault}" for fault in page.evaluate(RUN, options)]
    return found


@pytest.mark.parametrize(
    ("language", "scheme", "options"),
    [("en", "light", ALL), ("en", "dark", COLOURS), ("fr", "dark", SHAPES), ("it", "light", SHAPES)],
    ids=["en light", "en dark", "fr", "it"],
)
def test_axe_finds_nothing(door: Door, browser: Browser, language: str, scheme: str, options: dict[str, Any]) -> None:
    """Contrast, and nothing else, depends on the scheme, and it does not depend on the language."""
    reader = Reader(browser, locale=language, color_scheme=scheme, reduced_motion="reduce")
    pages = list(shown(door))
    assert len(pages) > 60
    assert faults(reader, door, pages, language, options) == []
    reader.page.context.close()


def test_axe_finds_what_there_is(door: Door, browser: Browser) -> None:
    reader = Reader(browser)
    reader.visitor = door.town.visitor("nobody")
    reader.page.goto("/login")
    reader.page.evaluate(
        "document.querySelectorAll('label').forEach((label) => label.replaceWith(...label.childNodes))"
    )
    reader.page.evaluate(AXE)
    assert any(fault.startswith("label: ") for fault in reader.page.evaluate(RUN, ALL))
    reader.page.context.close()
