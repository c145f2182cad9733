"""What a press costs: no style looks so far into the table that a chosen card changes all others."""

import json

import pytest
from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
FEW = 120  # elements: a card has ten, the page some six hundred
# With what is sent and answered, and drawn at least once, however slow the machine is.
SETTLED = "new Promise((done) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(done)), 500))"


def styled(browser: Browser, page: Page, selector: str) -> list[int]:
    """Press something; return how many elements got their style anew, each time that some did."""
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    page.locator(selector).click()
    page.evaluate(SETTLED)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    return [event["args"]["elementCount"] for event in events if event["name"] == "UpdateLayoutTree" and event["args"]]


def test_a_press_on_a_card_changes_few_others(browser, crowd):
    ann, bob = crowd
    ann.give(1)
    bob.sees("Your turn to guess")
    for card in (3, 4, 5):
        counts = styled(browser, bob.page, f"#card-{card} label")
        assert 0 < max(counts) < FEW


def test_so_does_a_mark(browser, crowd):
    ann, bob = crowd
    ann.give(1)
    bob.sees("Your turn to guess")
    counts = styled(browser, bob.page, "#card-7 .mark")
    assert 0 < max(counts) < FEW
