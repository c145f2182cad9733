"""What only a browser shows of a lobby: where a press hits, and where the focus goes."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.app_window import Window
from tests.lobbies.sample_lobby import SampleLobby, open_lobby

pytestmark = pytest.mark.browser


@pytest.fixture
def lobby(ann) -> SampleLobby:
    """A lobby of Codenames in which Ann is red's spymaster."""
    return open_lobby(ann, variant="classic", seat=1)


@pytest.fixture
def seats(window: Window, lobby: SampleLobby, bob) -> Page:
    """The lobby as Bob sees it, who hears nothing of what others do."""
    window.page.route("**/lobbies/*", refuse_polls)
    return window.open(bob, lobby.url())


def refuse_polls(route: Route) -> None:
    """Let all but polls through."""
    route.abort() if "hx-request" in route.request.headers else route.fallback()


def test_a_whole_seat_can_be_tapped(seats):
    box = seats.locator("#seat-blue-operative h3").bounding_box()
    assert box
    seats.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(seats.locator("#seat-blue-operative")).to_contain_text("Bob (you)")


def test_after_a_refusal_one_goes_on_from_the_seats_which_have_no_frame(seats, lobby, cat):
    """The button is gone: somebody else was faster."""
    lobby.sit(cat, "blue-spymaster")
    seats.locator("#sit-blue-spymaster").press("Enter")
    expect(seats.locator("#refusal")).to_be_visible()
    title = seats.get_by_role("heading", name="Seats")
    expect(title).to_be_focused()
    assert title.evaluate("it => getComputedStyle(it).outlineStyle") == "none"
