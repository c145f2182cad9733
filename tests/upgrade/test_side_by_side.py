"""Two releases serve one database while servers are replaced: a page of either goes on at the other."""

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from app.live.topic_versions import TAG_HEADER
from tests.faults.wire import Answer, Person, Wire
from tests.processes import Site, serve
from tests.upgrade.releases import PREVIOUS, check_out

SECRET = "one secret of both releases"


class Releases(NamedTuple):
    """The release before and this one, both running."""

    old: Site
    new: Site


@pytest.fixture
def releases(tmp_path: Path, new_database: Callable[[str], str], worker: str) -> Iterator[Releases]:
    """Start the release before, then this one, which migrates the database under it."""
    settings = {"DATABASE_URL": new_database(f"releases_{worker}"), "SECRET_KEY": SECRET, "HOLD_SECONDS": "20"}
    old = Site(tmp_path / "old", cwd=check_out(PREVIOUS, tmp_path / "release"), WORKER="0", **settings).wait()
    try:
        with serve(tmp_path / "new", WORKER="0", **settings) as new:
            yield Releases(old, new)
    finally:
        old.end()


class Browser:
    """Somebody's page: cookies, the token of its forms and the tag of what it shows, of whichever release."""

    def __init__(self, *sites: Site) -> None:
        self.wires = {site: Wire(int(site.settings["PORT"])) for site in sites}
        self.person, self.tag, self.version = Person(0, "", ""), "", -1

    async def load(self, site: Site, path: str) -> str:
        """Open a page, and keep what it gives."""
        answer = await self.wires[site].get(self.person, path)
        assert answer.status == 200, answer.text
        self._keep(answer)
        return answer.text

    async def post(self, site: Site, path: str, **fields: str) -> Answer:
        """Send a form of the page as it is, to either release."""
        answer = await self.wires[site].post(self.person, path, fields)
        self._keep(answer)
        assert answer.status == 303, f"{path} {fields}: {answer.status} {answer.text}"
        return answer

    async def poll(self, site: Site, path: str) -> None:
        """Ask for news as the page does, once."""
        answer = await self.wires[site].get(self.person, path, self.tag)
        assert answer.status in {200, 204}, answer.text
        if answer.status == 200:
            self._keep(answer)

    def _keep(self, answer: Answer) -> None:
        cookies = dict(each.split("=", 1) for each in self.person.cookie.split("; ") if each)
        if "set-cookie" in answer.headers:
            cookies |= dict([answer.headers["set-cookie"].split(";")[0].split("=", 1)])
        token = re.search(r'name="csrf_token" value="([^"]+)"', answer.text)
        version = re.search(r'data-version="(\d+)"', answer.text)
        cookie = "; ".join("=".join(each) for each in cookies.items())
        self.person = Person(0, cookie, token[1] if token else self.person.token)
        self.version = int(version[1]) if version else self.version
        self.tag = answer.headers.get(TAG_HEADER.lower(), self.tag)


async def seat_two(site: Site, *sites: Site) -> tuple[dict[str, Browser], str]:
    """Let two people sign up at a release and begin a Duet there; return them by seat, and the game's address."""
    seats = {"a": Browser(*sites), "b": Browser(*sites)}
    for seat, browser in seats.items():
        await browser.load(site, "/signup")
        name = f"Player {seat} {site.settings['PORT']}"
        await browser.post(site, "/signup", name=name, password="a long enough password")
        await browser.load(site, "/account")
    lobby = (await seats["a"].post(site, "/lobbies", variant="duet")).location
    for seat, browser in seats.items():
        await browser.post(site, f"{lobby}/seats", seat=seat)
    return seats, (await seats["a"].post(site, f"{lobby}/start")).location


async def play(game: str, seats: dict[str, Browser], shown_by: Site, played_at: Site) -> None:
    """Let both look at the pages of one release, and play and wait for news at the other."""
    for browser in seats.values():
        await browser.load(shown_by, game)
    giver, guesser = seats["a"], seats["b"]
    news = asyncio.create_task(_until(guesser, played_at, game, 1))
    await giver.post(played_at, f"{game}/moves", move="clue zyzzyva 2", seen="0")
    await news
    await guesser.post(played_at, f"{game}/moves", move="guess 7", seen="1")
    await giver.load(shown_by, game)
    assert giver.version == 2


async def _until(browser: Browser, site: Site, game: str, version: int) -> None:
    async with asyncio.timeout(30):
        while browser.version < version:
            await browser.poll(site, game)
            await asyncio.sleep(0.1)


def test_pages_of_either_release_go_on_at_the_other(releases: Releases) -> None:
    async def both() -> None:
        for shown_by, played_at in (releases, reversed(releases)):
            seats, game = await seat_two(shown_by, *releases)
            await play(game, seats, shown_by, played_at)

    asyncio.run(both())
    assert releases.new.get() == (200, "ok\n")
