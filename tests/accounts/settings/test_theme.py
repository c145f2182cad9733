"""The colours of the pages: as the device has them, light or dark, in this browser."""

import re

import pytest

from tests.accounts.people import registered, seated


def scheme(who, path: str = "/") -> tuple[str, str]:
    """What a page says of its colours: the attribute of its body, and what its browser is told."""
    page = who.get(path).text
    chosen = re.search(r'<body[^>]*data-scheme="(\w+)"', page)
    return chosen[1] if chosen else "", re.search(r'name="color-scheme" content="([^"]+)"', page)[1]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_choice_holds_on_every_page_and_can_be_taken_back(ann, theme):
    assert scheme(ann) == ("", "light dark")
    answer = ann.post("/theme", theme=theme, next="/account#theme")
    assert (answer.status_code, answer.location) == (303, "/account#theme")
    for path in ("/", "/account", "/rules", "/learn"):
        assert scheme(ann, path) == (theme, theme)
    assert re.search(rf'value="{theme}"\s+checked', ann.get("/account").text)
    ann.post("/theme", theme="")
    assert scheme(ann) == ("", "light dark")


def test_visitors_and_guests_choose_too(app, nobody):
    gus = seated(app, "Gus")
    assert 'id="theme"' in gus.get("/account").text
    for person in (gus, nobody):
        person.post("/theme", theme="dark")
        assert scheme(person) == ("dark", "dark")


@pytest.mark.parametrize("theme", ["pink", 'dark"><b>', None])
def test_what_is_no_theme_changes_nothing(ann, theme):
    assert ann.post("/theme", theme=theme).status_code == 303
    assert scheme(ann) == ("", "light dark")


def test_nobody_is_led_elsewhere(ann):
    assert ann.post("/theme", theme="dark", next="https://evil.example/").location == "/"


def test_settings_stand_in_groups(app):
    page = registered(app, "Ada").get("/account").text
    for group in ("profile", "told", "away", "security", "data"):
        assert f'href="#group-{group}"' in page
        assert f'id="group-{group}"' in page
    assert page.index('id="group-security"') < page.index('id="change-password"') < page.index('id="group-data"')
    guest = seated(app, "Gus").get("/account").text
    assert re.findall(r'id="group-(\w+)"', guest) == ["profile", "told", "away", "data"]
