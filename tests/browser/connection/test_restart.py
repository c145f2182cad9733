"""Everything is killed in mid-game, and the game goes on where it was: in the same pages, without a reload."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.playing import AFTER_OUTAGE, Player, sign_up, sit_down_to_duet
from tests.processes import Site

pytestmark = pytest.mark.browser


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the site and its private database keep their data."""
    return tmp_path / "var"


@pytest.fixture
def own_site(folder: Path) -> Iterator[Site]:
    """A site of this test's own, as `make run` starts it."""
    site = Site(folder, POLL_MILLISECONDS="300").wait()
    yield site
    site.end()


def kill_everything(site: Site, folder: Path) -> None:
    """End the site, its workers and its database at once, without a chance to tidy up."""
    postmaster = int((folder / "postgres/data/postmaster.pid").read_text().split()[0])
    os.killpg(site.process.pid, signal.SIGKILL)
    os.kill(postmaster, signal.SIGKILL)
    site.process.wait()


def test_a_game_outlives_the_death_of_everything(browser, own_site, folder):
    ann, bob = (Player(sign_up(browser, own_site, name)) for name in ("Ann", "Bob"))
    sit_down_to_duet(ann, bob)
    ann.give(3)
    first, second = [card for card, letter in enumerate(ann.key) if letter == "g"][:2]
    bob.touch(first)
    key = ann.key

    kill_everything(own_site, folder)
    again = Site(folder, POLL_MILLISECONDS="300", PORT=own_site.settings["PORT"]).wait()
    try:
        bob.touch(second)
        for player in (ann, bob):
            player.sees_face(first, "agent", AFTER_OUTAGE)
            player.sees_face(second, "agent", AFTER_OUTAGE)
            assert player.never_reloaded()
        assert ann.key == key
    finally:
        for player in (ann, bob):
            player.page.context.close()
        again.end()
