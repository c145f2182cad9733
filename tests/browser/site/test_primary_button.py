"""A page has one thing to do first: at most one of its buttons that are seen has the colour of what is pressed."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.site.page_walk import shown, walk
from tests.browser.site.served_page import Reader
from tests.security.route_probe import RouteProbe

pytestmark = pytest.mark.browser

PRIMARY: Final = """() => {
    const probe = document.body.appendChild(document.createElement("i"));
    const colourOf = (token) => {
        probe.style.background = `var(--${token})`;
        return getComputedStyle(probe).backgroundColor;
    };
    const [action, card] = [colourOf("action"), colourOf("card")];
    probe.remove();
    const primary = (it) => (it.closest(".banner") ? card : action); // a banner has the winner's colour
    return [...document.querySelectorAll("button, .button, [role=button], [type=submit]")]
        .filter((it) => it.checkVisibility() && getComputedStyle(it).backgroundColor === primary(it))
        .map((it) => it.textContent.trim());
}"""


@pytest.fixture
def reader(browser: Browser, probe: RouteProbe) -> Iterator[Reader]:
    """Somebody at a browser who looks at the sample site."""
    reader = Reader(browser, probe.sample.app)
    yield reader
    reader.close()


def primary_buttons(page: Page) -> list[str]:
    """What the primary buttons that are seen say."""
    return page.evaluate(PRIMARY)  # type: ignore[no-any-return]


def test_no_page_has_two_primary_buttons(reader: Reader, probe: RouteProbe) -> None:
    found = {name: primary_buttons(page) for name, page in walk(reader, probe, list(shown(probe)), "en")}
    assert len(found) > 60
    assert sum(len(buttons) == 1 for buttons in found.values()) > 20
    assert {name: buttons for name, buttons in found.items() if len(buttons) > 1} == {}


def test_a_second_primary_button_is_found(reader: Reader, probe: RouteProbe) -> None:
    reader.visitor = probe.sample.visitor("nobody")
    reader.page.goto("/login")
    assert len(primary_buttons(reader.page)) == 1
    reader.page.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<a class=button>More</a>')")
    assert primary_buttons(reader.page)[1:] == ["More"]
