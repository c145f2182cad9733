"""A campaign in two browsers: a team is founded, Prague won, Cairo lost; and the day after, Cairo is won (M1-M6)."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Player, meet_the_assassin, win_at_duet
from tests.clock import shift
from tests.processes import Site

pytestmark = pytest.mark.browser


def cities(page: Page, state: str) -> set[str]:
    """The cities that the list beside the map shows in a state."""
    return {str(each.get_attribute("data-city")) for each in page.query_selector_all(f'[data-state="{state}"]')}


def found_a_team(ann: Page, bob: Page) -> None:
    """Ann founds the Moles and sends Bob the invitation."""
    ann.get_by_role("link", name="Create a team").click()
    ann.get_by_label("Team name").fill("Moles")
    ann.get_by_role("button", name="Create the team").click()
    ann.get_by_role("link", name="Invite someone").click()
    link = ann.get_by_label("Anyone with this link can join the team").input_value()
    ann.get_by_role("link", name="Map", exact=True).click()
    bob.goto(link)
    bob.get_by_role("button", name="Join the team").click()
    expect(ann.locator("#alone")).to_have_count(0)  # by the poll


def set_out(ann: Player, bob: Player, city: str) -> None:
    """From both maps to the table: Ann opens the lobby, Bob follows the news of it on his own map, and starts."""
    ann.page.locator("#cities").get_by_role("link", name=city, exact=True).click()
    ann.page.get_by_role("button", name=f"Open a lobby for {city}").click()
    bob.page.get_by_role("link", name=f"The lobby for {city}").click()
    bob.start()
    for player in (ann, bob):
        player.arrive()
        expect(player.page.get_by_text(city).first).to_be_visible()


def back_to_the_map(*players: Player) -> None:
    for player in players:
        player.page.get_by_role("link", name="Back to the map").click()
        player.page.wait_for_url(re.compile("/teams/"))


def the_next_day(site: Site, new_page, players: list[Player]) -> list[Player]:
    """Everybody closes the browser and comes back a day later, with the cookies that last."""
    kept = [player.page.context.storage_state()["cookies"] for player in players]
    for player in players:
        player.page.context.close()
    shift(site.settings["DATABASE_URL"], timedelta(days=1))
    fresh = [Player(new_page()) for _ in players]
    for player, cookies in zip(fresh, kept, strict=True):
        player.page.context.add_cookies([each for each in cookies if each["expires"] > 0])
        player.page.goto("/")
        player.page.get_by_role("link", name="Moles").click()
    return fresh


@pytest.mark.parametrize("service_workers", ["allow"])
def test_a_campaign_over_two_days(site, newcomer, new_page):
    ann, bob = (Player(newcomer(name)) for name in ("Iris", "Jack"))
    found_a_team(ann.page, bob.page)
    set_out(ann, bob, "Prague")
    win_at_duet(ann, bob)
    for player in (ann, bob):
        player.sees("Game won: all 15 agents found.")
        for opened in ("Berlin", "Cairo", "Moscow"):
            expect(player.page.locator("#end").get_by_role("link", name=opened)).to_be_visible()
    back_to_the_map(ann, bob)
    assert cities(bob.page, "open") == {"berlin", "cairo", "moscow"}

    set_out(ann, bob, "Cairo")
    meet_the_assassin(ann, bob)
    ann.sees("Game lost: an assassin was touched.")
    assert ann.never_reloaded()

    ann, bob = the_next_day(site, new_page, [ann, bob])
    for player in (ann, bob):
        assert cities(player.page, "done") == {"prague"}
        assert cities(player.page, "open") == {"berlin", "cairo", "moscow"}
        expect(player.page.locator("#city-cairo")).to_contain_text("lost 1")
    bob.page.get_by_role("link", name="Log", exact=True).click()
    expect(bob.page.locator("main")).to_contain_text("lost: assassin touched")
    bob.page.get_by_role("link", name="Map", exact=True).click()

    set_out(bob, ann, "Cairo")
    win_at_duet(ann, bob)
    ann.sees("Game won: all 15 agents found.")
    bob.sees("Game won: all 15 agents found.")
    back_to_the_map(ann)
    assert cities(ann.page, "done") == {"prague", "cairo"}
    assert cities(ann.page, "open") == {"berlin", "moscow", "istanbul", "nairobi", "lagos"}
    expect(ann.page.locator("#city-cairo")).to_contain_text("won 1, lost 1")
