"""The site can be installed, and wears its own colours and icons then."""

import json
import re
import struct

import pytest

from app.config import ROOT
from tests.browser import chromium

pytestmark = pytest.mark.browser


def test_it_can_be_installed(browser, site, tmp_path):
    """Not in a private window, which is what the other tests have."""
    with browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=chromium.find(), args=chromium.flags()
    ) as context:
        page = context.pages[0]
        page.goto(f"{site.url}/rules")
        tools = context.new_cdp_session(page)
        told = tools.send("Page.getAppManifest")
        assert told["errors"] == []
        assert told["url"].startswith(f"{site.url}/static/site/manifest.json")
        assert tools.send("Page.getInstallabilityErrors") == {"installabilityErrors": []}


def test_the_icons_are_as_large_as_the_manifest_says(nobody):
    icons = json.loads(nobody.get("/static/site/manifest.json").text)["icons"]
    assert {icon.get("purpose", "any") for icon in icons} == {"any", "maskable"}
    for icon in icons:
        answer = nobody.get(icon["src"])
        assert answer.mimetype == icon["type"]
        assert len(answer.data) < 12_000
        if icon["type"] == "image/png":
            width, height = struct.unpack(">2I", answer.data[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_the_colours_are_those_of_the_paper(nobody):
    tokens = (ROOT / "static/site/theme.css").read_text()
    light, dark = re.search(r"--paper: light-dark\((#\w+), (#\w+)\)", tokens).groups()
    manifest = json.loads((ROOT / "static/site/manifest.json").read_text())
    assert manifest["theme_color"] == manifest["background_color"] == light
    assert re.findall(r'name="theme-color"\s+content="(#\w+)"', nobody.get("/").text) == [light, dark]
