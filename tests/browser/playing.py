"""What people do at a lobby and a table, by what the page offers them: its names and its buttons."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import Browser, Page, Route, expect

from tests.processes import Site

CLUE = "zyzzyva"  # no word of a deck is related to it
AFTER_OUTAGE = 90_000  # milliseconds: the longer a page gets no answer, the less often it asks, at last every 75 s


class Player:
    """Somebody at a browser. A page that is never reloaded keeps the mark that `settle` leaves on it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # The lobby

    def open_lobby(self, game: str, **choices: str) -> str:
        """Open a lobby as the front page leads to it; return its link."""
        self.page.get_by_role("link", name="Dead Drop").click()
        self.page.get_by_role("link", name="Open a lobby").click()
        self.page.get_by_role("link", name=f"Play {game}", exact=True).click()
        for label, option in choices.items():
            self.page.get_by_label(label, exact=True).select_option(option)
        self.page.get_by_role("button", name="Open the lobby").click()
        return self.page.get_by_label("Send them this link").input_value()

    def sit(self, seat: str) -> None:
        """Take a seat, such as "Red spymaster"."""
        self.page.get_by_role("button", name=f"Sit here: {seat}").click()

    def start(self) -> None:
        """Start the game, once the button is offered."""
        self.page.get_by_role("button", name="Start the game").click()

    # The table

    def arrive(self) -> None:
        """Wait until the table is there, and mark the page."""
        self.page.wait_for_url(re.compile("/games/"))
        self.page.evaluate("window.neverReloaded = true")

    def never_reloaded(self) -> bool:
        """Whether this is still the page at which the player arrived."""
        return bool(self.page.evaluate("window.neverReloaded === true"))

    @property
    def key(self) -> list[str]:
        """The key, as this seat sees it."""
        return [str(card.get_attribute("data-key")) for card in self.page.query_selector_all("[data-card]")]

    def hidden(self) -> list[int]:
        """The cards that may be chosen now."""
        chosen = self.page.query_selector_all("[data-card]:has(input)")
        return [int(str(card.get_attribute("data-card"))) for card in chosen]

    def sees(self, sentence: str, patience: float | None = None) -> None:
        """Wait until the line above the board says it."""
        expect(self.page.locator("#status")).to_contain_text(sentence, timeout=patience)

    def sees_face(self, card: int, face: str, patience: float | None = None) -> None:
        """Wait until a card shows its face."""
        expect(self.page.locator(f'[data-card="{card}"]')).to_have_attribute("data-face", face, timeout=patience)

    def give(self, number: int, word: str = CLUE, intended: Sequence[int] = ()) -> None:
        """Give a clue."""
        for card in intended:
            self.page.locator(f"#for-{card}").check()
        self._fill(word, number)
        self.page.get_by_role("button", name="Give the clue").click()
        expect(self.page.get_by_role("button", name="Give the clue")).to_have_count(0)

    def ask(self, number: int, word: str = CLUE) -> None:
        """Show a clue to the other spymaster first."""
        self._fill(word, number)
        self.page.get_by_role("button", name="Ask the other spymaster first").click()

    def touch(self, card: int) -> None:
        """Select a card, then confirm."""
        self.page.locator(f"#pick-{card}").check()
        self.page.get_by_role("button", name="Reveal ").click()
        expect(self.page.locator(f"#pick-{card}")).to_have_count(0)

    def press(self, name: str) -> None:
        """Press a button by its name."""
        self.page.get_by_role("button", name=name).click()

    def _fill(self, word: str, number: int) -> None:
        self.page.get_by_label("Clue", exact=True).fill(word)
        self.page.get_by_role("radio", name=str(number), exact=True).check()


@contextmanager
def unanswered(page: Page, pattern: str) -> Iterator[None]:
    """Hold back meanwhile what the page asks for."""
    held, is_holding = list[Route](), True

    def hold(route: Route) -> None:
        if is_holding:
            held.append(route)
        else:
            route.continue_()

    page.route(pattern, hold)
    yield
    is_holding = False
    for route in held:
        route.continue_()


def sign_up(browser: Browser, site: Site, name: str) -> Page:
    """Sign somebody up at a site, in a browser context of their own."""
    page = browser.new_context(base_url=site.url).new_page()
    page.goto("/signup")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("a long enough password")
    page.locator("form[action='/signup'] [type=submit]").click()
    page.wait_for_url("**/")
    return page


def sit_down_to_duet(ann: Player, bob: Player, game: str = "Duet", **choices: str) -> None:
    """Bring two players together at a fresh Duet: Ann opens the lobby and so has side A, Bob starts from side B."""
    link = ann.open_lobby(game, **choices)
    bob.page.goto(link)
    bob.sit("Side B")
    bob.start()
    for player in (ann, bob):
        player.arrive()


def agents(giver: Player, guesser: Player, letter: str = "g") -> list[int]:
    """The giver's agents, or cards of another letter, that the guesser may still touch."""
    may = set(guesser.hidden())
    return [card for card, found in enumerate(giver.key) if found == letter and card in may]


def win_at_duet(ann: Player, bob: Player) -> None:
    """Find all agents in two turns, reading both sides of the key; Ann gives the first clue."""
    ann.give(9)
    bob.sees("Your turn to guess")
    for card in agents(ann, bob):
        bob.touch(card)
    ann.sees("is thinking of a clue")  # D16: nothing left to find for Ann's clues
    bob.give(6)
    ann.sees("Your turn to guess")
    for card in agents(bob, ann):
        ann.touch(card)


def meet_the_assassin(ann: Player, bob: Player) -> None:
    """Lose at once (D9): Ann gives a clue, and Bob touches what her key says is an assassin."""
    ann.give(1)
    bob.sees("Your turn to guess")
    bob.touch(agents(ann, bob, "x")[0])
