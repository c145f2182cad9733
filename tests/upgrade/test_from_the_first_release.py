"""What people left on the first release is there after the upgrade, and goes on: accounts, games, decks, teams."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import Site, serve
from tests.run.outsider import Outsider
from tests.upgrade.releases import FIRST, check_out

SEATS = {"Ann": "red-spymaster", "Bob": "red-operative", "Cat": "blue-spymaster", "Dan": "blue-operative"}
CARD = re.compile(r'data-(?:card|face|key)="\S*"')
CARDS = 25  # on a table
WORDS = "\n".join(f"word{number}" for number in range(60))


class People:
    """Those who play, each with a browser that keeps its cookies."""

    def __init__(self, site: Site) -> None:
        self.browsers = {name: Outsider(int(site.settings["PORT"])) for name in SEATS}

    def move_to(self, site: Site) -> None:
        """Go on at another site, as browsers do that find another server behind the same address."""
        for browser in self.browsers.values():
            browser.port = int(site.settings["PORT"])

    def post(self, who: str, path: str, /, **fields: str) -> str:
        """Send a form that succeeds, and return where it leads."""
        answer = self.browsers[who].post(path, **fields)
        assert answer.status == 303, f"{path}: {answer.status} {answer.text}"
        return answer.location

    def get(self, name: str, path: str) -> str:
        """Return a page that is there."""
        answer = self.browsers[name].get(path)
        assert answer.status == 200, f"{path}: {answer.status} {answer.location}"
        return answer.text

    def begin(self, variant: str, seats: dict[str, str]) -> str:
        """Gather in a lobby and start; return the game's address."""
        lobby = self.post(next(iter(seats)), "/lobbies", variant=variant)
        for name, seat in seats.items():
            self.post(name, f"{lobby}/seats", seat=seat)
        return self.post(next(iter(seats)), f"{lobby}/start")

    def play(self, game: str, move: str) -> str:
        """Let whoever may play a move play it; return their name."""
        for name, browser in self.browsers.items():
            seen = re.search(r'data-version="(\d+)"', browser.get(game).text)
            if seen and browser.post(f"{game}/moves", move=move, seen=seen[1]).status == 303:
                return name
        raise AssertionError(f"nobody can play {move} at {game}")


@pytest.fixture
def first(tmp_path: Path) -> Iterator[Site]:
    """The first release, with its data in the folder `var`."""
    site = Site(tmp_path / "var", cwd=check_out(FIRST, tmp_path / "first"))
    yield site.wait()
    site.end()


def test_everything_goes_on(first: Site, tmp_path: Path) -> None:
    people = People(first)
    for name in SEATS:
        people.post(name, "/signup", name=name, password=f"the long password of {name}")
    versus, duet, lost = (
        people.begin("classic", SEATS),
        people.begin("duet", {"Ann": "a", "Bob": "b"}),
        people.begin("duet", {"Cat": "a", "Dan": "b"}),
    )
    for game in (versus, duet):
        assert people.play(game, "clue zyzzyva 2")
    people.post("Ann", f"{duet}/talk", text="Which one?")
    people.post("Cat", f"{lost}/moves", move="resign", seen="0")
    deck = people.post("Ann", "/decks", name="Our words", words=WORDS, language="en")
    team = people.post("Ann", "/teams", name="Wanderers")
    lobby = people.post("Dan", "/lobbies", variant="classic")
    before = {path: people.get("Ann", path) for path in (versus, duet)}
    assert first.end() == 0

    with serve(tmp_path / "var") as site:
        people.move_to(site)
        for name, browser in people.browsers.items():
            browser.cookies.clear()
            people.post(name, "/login", name=name, password=f"the long password of {name}")
        for path, page in before.items():
            now = people.get("Ann", path)
            assert len(CARD.findall(page)) >= CARDS
            assert CARD.findall(now) == CARD.findall(page)
            assert "zyzzyva" in now
            assert people.play(path, "guess 3")
        assert "Which one?" in people.get("Ann", duet)
        assert 'data-reason="forfeit"' in people.get("Dan", lost)
        assert "word7" in people.get("Ann", deck)
        assert "Wanderers" in people.get("Ann", team)
        people.post("Cat", f"{lobby}/seats", seat="red-operative")
        people.begin("duet", {"Cat": "a", "Dan": "b"})
