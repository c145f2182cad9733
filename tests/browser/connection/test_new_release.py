"""A page of the release before, left open while the site is upgraded, goes on with the new one without a reload."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.playing import AFTER_OUTAGE, Player, sign_up, sit_down_to_duet
from tests.processes import Site, serve
from tests.upgrade.releases import PREVIOUS, check_out

pytestmark = pytest.mark.browser


@pytest.fixture
def previous(tmp_path: Path) -> Iterator[Site]:
    """The release before, with its data in the folder `var`."""
    site = Site(tmp_path / "var", cwd=check_out(PREVIOUS, tmp_path / "release"), POLL_MILLISECONDS="300").wait()
    yield site
    site.end()


def test_a_page_goes_on_with_the_new_release(browser, previous, tmp_path):
    ann, bob = (Player(sign_up(browser, previous, name)) for name in ("Ann", "Bob"))
    sit_down_to_duet(ann, bob)
    ann.give(3)
    first, second = [card for card, letter in enumerate(ann.key) if letter == "g"][:2]
    bob.touch(first)
    previous.end()
    with serve(tmp_path / "var", POLL_MILLISECONDS="300", PORT=previous.settings["PORT"]):
        bob.touch(second)
        for player in (ann, bob):
            player.sees_face(first, "agent", AFTER_OUTAGE)
            player.sees_face(second, "agent", AFTER_OUTAGE)
            assert player.never_reloaded()
            player.page.context.close()
