"""No answer leads to another site, whatever is asked for: every parameter of every address, and what browsers tell.

Where a browser would go is said by Chromium in tests/browser/site/test_untrusted_text.py; here nothing but a path of
this site may stand in an answer at all.
"""

import re

import pytest

from app.http.safe_redirects import safe_path
from tests.security.form_filling import sent

FOREIGN = (
    "//zqx.example", "///zqx.example", "////zqx.example/..", "/\\zqx.example", "\\\\zqx.example", "\\/zqx.example",
    "/\\/zqx.example", "https://zqx.example", "http:zqx.example", "https:zqx.example", "https:/zqx.example",
    "hTTps:\\\\zqx.example", "//zqx.example\\@localhost", "http://localhost@zqx.example", "//zqx.example/%2f..",
    "http://localhost.zqx.example", "http://zqx.example#localhost", "javascript:zqx(1)", "JaVaScRiPt:zqx(1)",
    "data:text/html,zqx", "vbscript:zqx", "file:///zqx", "ftp:zqx", "zqx.example", "@zqx.example", "/\t/zqx.example",
    "\t//zqx.example", "/\n/zqx.example", "\n//zqx.example", "/\r\n/zqx.example", " //zqx.example", "/ /zqx.example",
    "/x\r\nLocation: https://zqx.example", "/x\r\n\r\n<zqx>", "/x\nSet-Cookie: zqx=1", "\0//zqx.example",
    "/\0/zqx.example", "\u2028//zqx.example", "\u3000//zqx.example", "\u00a0//zqx.example", "\u200b//zqx.example",
    "/\u200b/zqx.example", "\ufeff//zqx.example", "\u2044\u2044zqx.example", "\uff0f\uff0fzqx.example",
    "?//zqx.example", "#//zqx.example", "//", "/\\", "\\", "",
)  # fmt: skip
HARMLESS = (
    "/%0d%0aLocation:%20https://zqx.example",
    "/%2f%2fzqx.example",
    "/%5czqx.example",
    "/x?next=//zqx.example",
    "/.//zqx",
)
PATH = re.compile(r"/(?![/\\])[\x21-\x7e]*")  # as it must stand in a header
LEADING = ("Location", "HX-Redirect", "HX-Location", "HX-Push-Url", "HX-Replace-Url", "Refresh", "Link")


def led_to(answer) -> list[str]:
    """Where an answer leads, beyond the paths of this site."""
    targets = [answer.headers[name] for name in LEADING if name in answer.headers]
    cookies = [line for line in answer.headers.getlist("Set-Cookie") if "zqx" in line]
    return [target for target in targets if not PATH.fullmatch(target) or "\\" in target] + cookies


@pytest.mark.parametrize("target", FOREIGN)
def test_a_foreign_target_is_no_path(target):
    assert safe_path(target) is None


@pytest.mark.parametrize("target", HARMLESS)
def test_a_path_of_this_site_is_one_however_odd(target):
    assert safe_path(target) == target


@pytest.mark.parametrize("target", FOREIGN[::5])  # a password takes its time
def test_signing_in_leads_nowhere_else(probe, target):
    password = probe.sample.places["pass"]
    with probe.undone():
        answer = probe.sample.visitor("nobody").post("/login", name="Host", password=password, next=target)
    assert (answer.status_code, answer.location) == (303, "/")


def test_another_language_and_who_is_signed_in_are_led_nowhere_else(probe):
    for target in FOREIGN:
        host = probe.sample.visitor("host")
        with probe.undone():
            led = [host.post("/language", language="fr", next=target).location]
            led += [host.client.get(way, query_string={"next": target}).location for way in ("/login", "/signup")]
        assert led == ["/", "/", "/"], target


def test_no_field_of_any_form_leads_elsewhere(probe, every_form):
    wrong = []
    for number, (name, (kind, form)) in enumerate(sorted(every_form.items())):
        target = FOREIGN[number % len(FOREIGN)]
        everywhere = form.values(**dict.fromkeys(form.typed, target))
        shown = next(sent(probe, kind, form, name, everywhere, htmx=number % 2 == 0))
        wrong += [(name, target, led) for led in led_to(shown.answer)]
    assert wrong == []


@pytest.mark.parametrize("name", ["Referer", "HX-Current-URL"])
def test_nothing_that_a_browser_tells_leads_elsewhere(probe, name):
    """The page to come back to is told by the browser, and may be anybody's."""
    sendable = [target for target in FOREIGN if not {"\r", "\n", "\0"} & set(target)]
    for target in (*sendable, "http://localhost//zqx.example", "http://localhost/\\zqx.example", "http://localhost"):
        headers = {name: target.encode().decode("latin-1")}
        for htmx in ({}, {"HX-Request": "true"}):
            visitor = probe.sample.visitor("nobody")
            with probe.undone():
                answers = [visitor.post(probe.sample.address("/games/<classic>/marks"), headers | htmx)]
                answers += [visitor.post("/language", headers | htmx, language="it")]
            for answer in answers:
                assert led_to(answer) == [], target
                assert "zqx.example" not in str(answer.location).partition("?")[0], target
