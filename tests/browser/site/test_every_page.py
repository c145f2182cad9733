"""Every page is opened once in each language: axe finds no fault in it, and all of it can be read, reached and hit.

axe-core (in vendor/) knows the rules of WCAG 2.2 AA and of good practice; reach.js measures what WCAG asks for in
1.4.4, 1.4.10, 2.5.5 and 2.5.8: to be used enlarged, on the smallest phone, and by a finger.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, CDPSession, Page

from tests.browser.site.left_edge import what_stands_astray
from tests.browser.site.page_walk import shown, walk
from tests.browser.site.primary_button import primary_buttons
from tests.browser.site.served_page import Reader
from tests.browser.viewport import resize
from tests.security.route_probe import RouteProbe

pytestmark = pytest.mark.browser

HERE: Final = Path(__file__).parent
AXE: Final = (HERE.parent / "vendor" / "axe-4.14.1.min.js").read_text()
REACH: Final = f"(asked) => asked.map({(HERE / 'reach.js').read_text().strip().removesuffix(';')})"
TAGS: Final = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN: Final = """async (options) => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"], preload: false, ...options });
    const first = (nodes) => nodes.slice(0, 3).map(({ html }) => html.slice(0, 150)).join(" | ");
    return violations.map(({ id, nodes }) => `${id}: ${first(nodes)}`);
}"""
ALL: Final[dict[str, Any]] = {"runOnly": TAGS}
SHAPES: Final[dict[str, Any]] = {
    "runOnly": TAGS,
    "rules": {"color-contrast": {"enabled": False}, "target-size": {"enabled": False}},
}
COLOURS: Final[dict[str, Any]] = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
# By language: what axe looks for in which scheme. Contrast, and nothing else, depends on the scheme, and it does not
# depend on the language. The sizes of targets do, and reach.js measures them in all languages, at a third of the cost.
# Pages are opened in the first scheme and measured in the last: each change between them styles and draws all anew.
SCHEMES: Final = {
    "en": {"dark": COLOURS, "light": ALL},
    "fr": {"dark": SHAPES},
    "it": {"light": SHAPES},
}
DESK: Final = (1280, 900)  # pixels
SHARPNESS: Final = 2  # pixels of the screen for each, along an edge
FINGER, MOUSE = 44, 24  # pixels
# By width and height in pixels: what is measured there, by name: the smallest target, and how large text is set. Laying
# a page out anew and drawing it is a good part of the work: so the desk comes first, where the page is opened, and all
# of a window is measured at once, without drawing large text.
WINDOWS: Final = {
    DESK: {"a desk with text at 200 %": (0, 200), "a desk under a finger": (FINGER, 100)},
    (640, 450): {"a desk's window at 200 %": (0, 100)},
    (360, 740): {"a phone": (FINGER, 100)},
    (320, 640): {"the smallest phone": (0, 100)},
}
COARSE: Final = "matchMedia('(pointer: coarse)').matches"
DARK: Final = "matchMedia('(prefers-color-scheme: dark)').matches"
SEEN: Final = f"[document.documentElement.lang, innerWidth, innerHeight, {COARSE}]"
EMPTY: Final = "document.documentElement.replaceChildren()"


@pytest.fixture(scope="module")
def pages(probe: RouteProbe) -> list[tuple[str, str]]:
    """Every page, each with a kind of visitor who may see it."""
    found = list(shown(probe))
    assert len(found) > 60
    return found


def wear(page: Page, scheme: str) -> None:
    """Give the page this scheme, unless it has it already: that would style all of it anew."""
    if page.evaluate(DARK) != (scheme == "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]


def touch(tools: CDPSession, finger: bool) -> None:
    """Let the device be one that is used by a finger, or by a mouse."""
    tools.send("Emulation.setTouchEmulationEnabled", {"enabled": finger, "maxTouchPoints": 1})


def axe_faults(page: Page, schemes: dict[str, dict[str, Any]]) -> Iterator[str]:
    """What axe finds on a page, by scheme."""
    for scheme, options in schemes.items():
        wear(page, scheme)
        yield from (f"{scheme}: {fault}" for fault in page.evaluate(RUN, options))


def reach(page: Page, *asked: tuple[int, int], **more: bool) -> list[list[str]]:
    """What reach.js finds, for each least size of targets with its size of text."""
    return page.evaluate(REACH, [{"least": least, "percent": percent, **more} for least, percent in asked])  # type: ignore[no-any-return]


def small_targets(page: Page) -> list[str]:
    """What of a page is too small even for a mouse."""
    return reach(page, (MOUSE, 100), sizesAlone=True)[0]


def reach_faults(page: Page, tools: CDPSession) -> Iterator[str]:
    """What of a page scrolls sideways, is cut off, lies below something else or is too small, by window.

    The page is left on the smallest phone.
    """
    touch(tools, finger=True)
    for (width, height), asked in WINDOWS.items():
        if (width, height) != DESK:
            resize(tools, width, height, SHARPNESS)
        for name, found in zip(asked, reach(page, *asked.values()), strict=True):
            yield from (f"{name}, {width} px: {fault}" for fault in found)


def clear(page: Page, tools: CDPSession, scheme: str) -> None:
    """Be at a desk again, under a mouse, in this scheme; the page goes first, lest it is laid out for that."""
    page.evaluate(EMPTY)
    touch(tools, finger=False)
    resize(tools, *DESK, SHARPNESS)
    wear(page, scheme)


def faults(page: Page, tools: CDPSession, language: str) -> Iterator[str]:
    """All that is wrong with a page."""
    if page.evaluate(SEEN) != [language, *DESK, False]:
        yield "another language, window or device"
    yield from (f"not at the left edge: {what}" for what in what_stands_astray(page))
    yield from axe_faults(page, SCHEMES[language])
    yield from (f"under a mouse: {fault}" for fault in small_targets(page))
    yield from reach_faults(page, tools)


@pytest.mark.parametrize("language", SCHEMES)
def test_every_page_is_accessible_and_within_reach(
    probe: RouteProbe, browser: Browser, pages: list[tuple[str, str]], language: str
) -> None:
    """Nothing that axe finds; nothing scrolls sideways or is cut off; all can be hit, and is as large as a finger.

    And no page has two primary buttons, or a second left edge.
    """
    scheme = next(iter(SCHEMES[language]))
    look = {"viewport": dict(zip(("width", "height"), DESK, strict=True)), "device_scale_factor": SHARPNESS}
    reader = Reader(browser, probe.sample.app, locale=language, color_scheme=scheme, **look)
    reader.page.add_init_script(AXE)
    tools = reader.page.context.new_cdp_session(reader.page)
    found, pressed = [], []
    for name, page in walk(reader, probe, pages, language):
        pressed.append(primary_buttons(page))
        found += [f"{name}, {language}, {fault}" for fault in faults(page, tools, language)]
        clear(page, tools, scheme)
    reader.close()
    assert not found, "\n".join(found)
    assert [buttons for buttons in pressed if len(buttons) > 1] == []
    assert sum(len(buttons) == 1 for buttons in pressed) > 20


@pytest.fixture
def login(probe: RouteProbe, browser: Browser) -> Iterator[Page]:
    """The page to sign in, on which faults are made by hand."""
    reader = Reader(browser, probe.sample.app)
    reader.page.add_init_script(AXE)
    reader.visitor = probe.sample.visitor("nobody")
    reader.page.goto("/login")
    yield reader.page
    reader.close()


def test_axe_finds_what_there_is(login: Page) -> None:
    login.evaluate("document.querySelectorAll('label').forEach((label) => label.replaceWith(...label.childNodes))")
    assert any(fault.startswith("light: label: ") for fault in axe_faults(login, SCHEMES["it"]))


def test_axe_finds_contrast_that_is_too_low_in_the_dark_alone(login: Page) -> None:
    login.evaluate("document.querySelector('h1').style.color = 'light-dark(#000, #333)'")
    found = list(axe_faults(login, SCHEMES["en"]))
    assert [fault.split(": ")[:2] for fault in found] == [["dark", "color-contrast"]]


def test_what_is_out_of_reach_is_found(login: Page) -> None:
    """Four faults, made by hand."""
    login.evaluate("""() => {
        document.querySelector(".brand").style.setProperty("min-width", "2000px");
        document.querySelector(".foot a").style.setProperty("min-height", "0");
        const button = document.querySelector("main button");
        button.insertAdjacentHTML("afterend", "<i></i>");
        Object.assign(button.nextSibling.style, { position: "fixed", inset: 0 });
        const title = document.querySelector("h1");
        Object.assign(title.style, { width: "20px", overflow: "hidden", whiteSpace: "nowrap" });
    }""")
    found = " ".join(*reach(login, (FINGER, 100)))
    for fault in ("scrolls sideways", "cut at the side", "small: ", "covered by"):
        assert fault in found


def test_what_is_too_small_for_a_mouse_is_found(login: Page) -> None:
    assert small_targets(login) == []
    login.evaluate("document.querySelector('main button').style = 'min-height: 0; height: 23px; padding: 0'")
    assert [fault.split(" > ")[0] for fault in small_targets(login)] == ["small: form"]


def test_the_device_becomes_one_for_a_finger_and_back(login: Page) -> None:
    tools = login.context.new_cdp_session(login)
    for finger in (True, False, True):
        touch(tools, finger)
        assert login.evaluate(COARSE) is finger


def test_the_window_becomes_as_large_as_it_is_asked_to_be(login: Page) -> None:
    tools = login.context.new_cdp_session(login)
    for size in (*WINDOWS, DESK):
        resize(tools, *size, SHARPNESS)
        assert login.evaluate("[innerWidth, innerHeight, devicePixelRatio]") == [*size, SHARPNESS]


def test_each_window_is_measured_as_it_is(login: Page) -> None:
    """What is too wide on the smallest phone alone, and what is cut off in large text alone."""
    login.evaluate("""() => {
        const title = document.querySelector("h1");
        Object.assign(title.style, { minWidth: "330px", height: `${title.offsetHeight}px`, overflow: "clip" });
    }""")
    tools = login.context.new_cdp_session(login)
    found = " ".join(reach_faults(login, tools))
    assert "the smallest phone, 320 px: scrolls sideways" in found
    assert found.count("scrolls sideways") == 1
    assert "a desk with text at 200 %, 1280 px: cut below" in found
    assert "under a finger, 1280 px: cut below" not in found


def test_a_second_primary_button_is_found(login: Page) -> None:
    assert len(primary_buttons(login)) == 1
    login.evaluate("document.querySelector('main').insertAdjacentHTML('beforeend', '<a class=button>More</a>')")
    assert primary_buttons(login)[1:] == ["More"]


def test_a_second_left_edge_is_found(login: Page) -> None:
    login.evaluate("document.body.classList.remove('slip')")
    assert what_stands_astray(login) == []
    login.evaluate("document.querySelector('h1').style.marginLeft = '16px'")
    assert what_stands_astray(login) == ["H1 "]
