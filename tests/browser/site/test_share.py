"""A picture of an ended game as a PNG: saved, or passed on by the device's menu."""

import struct

import pytest
from playwright.sync_api import expect

from tests.browser.playing import meet_the_assassin

pytestmark = pytest.mark.browser

MENU = """
    window.shared = [];
    navigator.canShare = ({ files }) => files.every(({ type }) => type === "image/png");
    navigator.share = async ({ files, url }) => {
        shared.push(url ?? [files[0].name, files[0].size]);
        document.documentElement.dataset.shared = shared.length;
    };
"""


def test_a_picture_is_saved_where_there_is_no_menu(ended):
    ended.evaluate("navigator.canShare = undefined")
    ended.get_by_text("Share this game").click()
    with ended.expect_download() as saved:
        ended.get_by_role("link", name="Picture with the key and the result").click()
    assert saved.value.suggested_filename.startswith("dead-drop-")
    data = saved.value.path().read_bytes()
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == (2400, 1260)
    assert len(data) > 20_000  # words and patterns, no blank


def test_a_phone_passes_it_on_by_its_menu(duo):
    ann, bob = duo
    ann.page.add_init_script(MENU)
    ann.page.reload()
    meet_the_assassin(ann, bob)
    ann.sees("an assassin was touched")
    ann.page.get_by_role("button", name="Share", exact=True).click()
    ann.page.get_by_text("Share this game").click()
    ann.page.get_by_role("link", name="Picture of the cards only").click()
    expect(ann.page.locator("html")).to_have_attribute("data-shared", "2")
    link, (name, size) = ann.page.evaluate("shared")
    assert link == ann.page.url
    assert name.endswith("-cards.png")
    assert size > 20_000


def test_without_a_menu_the_button_leads_to_all_ways(ended):
    ended.get_by_role("link", name="Share", exact=True).click()
    expect(ended.get_by_label("Link that shows the result")).to_be_visible()
