"""What the other browser tests stand on."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from app.http import security_headers
from tests.browser import chromium

pytestmark = pytest.mark.browser


def test_two_people_sign_up_in_browsers_of_their_own(newcomer: Callable[[str], Page]) -> None:
    ann, bob = newcomer("Ann"), newcomer("Bob")
    expect(ann.locator("header")).to_contain_text("Ann")
    expect(bob.locator("header")).to_contain_text("Bob")


def test_a_page_works_without_anything_from_elsewhere(new_page: Callable[[], Page]) -> None:
    page = new_page()
    hosts = set()
    page.on("request", lambda request: hosts.add(request.url.split("/")[2].split(":")[0]))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert hosts == {"127.0.0.1"}


def test_a_hint_on_the_path_is_no_browser(tmp_path: Path) -> None:
    hint = tmp_path / "chromium"
    hint.write_text("#!/bin/sh\necho 'install it by hand' >&2\nexit 1\n")
    hint.chmod(0o755)
    assert not chromium.runs(str(hint))
    assert not chromium.runs(str(tmp_path / "missing"))


def test_a_page_may_ask_the_browser_for_next_to_nothing(new_page: Callable[[], Page]) -> None:
    page = new_page()
    page.goto("/rules")
    known, allowed = page.evaluate("[document.featurePolicy.features(), document.featurePolicy.allowedFeatures()]")
    assert {"camera", "microphone", "geolocation", "clipboard-write"} <= set(known)
    assert set(allowed) & {*security_headers.DENIED_FEATURES, "clipboard-write"} == {"clipboard-write"}
