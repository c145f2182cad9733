"""Every page can be read and used enlarged, on the smallest phone, and by a finger.

That is what WCAG asks for in 1.4.4, 1.4.10, 2.5.5 and 2.5.8.
"""

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.reading import Reader
from tests.browser.walking import shown, walk
from tests.doors.knocking import Door

pytestmark = pytest.mark.browser

REACH: Final = (Path(__file__).parent / "reach.js").read_text()
FINGER: Final = 44  # pixels
# By name: width and height in pixels, the smallest target, and how large text is set.
WINDOWS: Final = {
    "the smallest phone": (320, 640, 0, 100),
    "a phone": (360, 740, FINGER, 100),
    "a desk's window at 200 %": (640, 450, 0, 100),
    "a desk with text at 200 %": (1280, 900, 0, 200),
    "a desk under a finger": (1280, 900, FINGER, 100),
}
ENLARGE: Final = "(percent) => document.documentElement.style.setProperty('font-size', `${percent}%`)"


def faults(page: Page) -> list[str]:
    """What of a page scrolls sideways, is cut off, lies below something else or is too small, by window."""
    found: list[str] = []
    for name, (width, height, least, percent) in WINDOWS.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(ENLARGE, percent)
        found += [f"{name}: {fault}" for fault in page.evaluate(REACH, least)]
    return found


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_everything_is_in_reach(door: Door, browser: Browser, language: str) -> None:
    """Nothing scrolls sideways, nothing is cut off, every control can be hit, and is as large as a finger."""
    reader = Reader(browser, locale=language, reduced_motion="reduce", device_scale_factor=2, has_touch=True)
    pages = list(shown(door))
    assert len(pages) > 60
    assert [f"{name}, {fault}" for name, page in walk(reader, door, pages, language) for fault in faults(page)] == []
    reader.page.context.close()


def test_what_is_out_of_reach_is_found(door: Door, browser: Browser) -> None:
    """Four faults, made by hand."""
    reader = Reader(browser)
    reader.visitor = door.town.visitor("nobody")
    reader.page.goto("/login")
    reader.page.evaluate("""() => {
        document.querySelector(".brand").style.setProperty("min-width", "2000px");
        document.querySelector(".foot a").style.setProperty("min-height", "0");
        const button = document.querySelector("main button");
        button.insertAdjacentHTML("afterend", "<i></i>");
        Object.assign(button.nextSibling.style, { position: "fixed", inset: 0 });
        const title = document.querySelector("h1");
        Object.assign(title.style, { width: "20px", overflow: "hidden", whiteSpace: "nowrap" });
    }""")
    found = " ".join(reader.page.evaluate(REACH, FINGER))
    for fault in ("scrolls sideways", "cut at the side", "small: ", "covered by"):
        assert fault in found
    reader.page.context.close()
