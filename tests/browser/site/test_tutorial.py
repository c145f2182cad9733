"""Somebody new, without an account, learns by playing: by roles and names alone, as each language has them."""

from collections.abc import Callable
from gettext import translation

import pytest
from playwright.sync_api import Locator, Page, expect

from app.config import ROOT
from app.tutorial.courses import CODENAMES, DUET, Course
from app.tutorial.courses.codenames import SPYMASTER_CLUE_CARDS
from app.tutorial.courses.duet import PARTNER_ASSASSIN, PARTNER_CLUE_CARDS

pytestmark = pytest.mark.browser


class Newcomer:
    """Somebody at a page in their language, who knows what a sentence is called there; a step has its heading."""

    def __init__(self, page: Page, language: str, course: Course) -> None:
        self.page, self.words = page, course.words[language]
        self.called = translation("messages", ROOT / "app/translations", [language], fallback=language == "en").gettext
        page.set_extra_http_headers({"Accept-Language": language})

    def follow(self, name: str) -> None:
        """Follow a link."""
        self.use(self.page.get_by_role("link", name=self.called(name), exact=True))

    def press(self, name: str) -> None:
        """Press a button."""
        self.use(self.page.get_by_role("button", name=self.called(name), exact=True))

    def touch(self, card: int) -> None:
        """Choose a card, then touch it."""
        self.choose(self.page.get_by_role("radio", name=self.words.cards[card]))
        self.use(self.page.locator("#touch"))

    def say(self, word: str) -> None:
        """Give a clue; the number stands there."""
        self.write(self.page.get_by_role("textbox", name=self.called("Clue"), exact=True), word)
        self.press("Give the clue")

    def sees(self, heading: str) -> None:
        """Wait for a step."""
        expect(self.page.get_by_role("heading", level=1, name=self.called(heading), exact=True)).to_be_visible()

    def use(self, what: Locator) -> None:
        what.click()

    def choose(self, what: Locator) -> None:
        what.check()

    def write(self, what: Locator, text: str) -> None:
        what.fill(text)


class Typist(Newcomer):
    """A newcomer who has a keyboard alone: whatever is used is reached by the Tab key first."""

    def reach(self, what: Locator) -> None:
        expect(what).to_be_visible()
        for _press in range(80):
            if what.evaluate(
                "field => field === document.activeElement || field.form?.id === 'board' && field.type"
                " === 'radio' && document.activeElement.name === field.name"
            ):
                return
            self.page.keyboard.press("Tab")
        pytest.fail(f"{what} cannot be reached")

    def use(self, what: Locator) -> None:
        self.reach(what)
        self.page.keyboard.press("Enter")

    def choose(self, what: Locator) -> None:
        self.reach(what)
        self.page.keyboard.press("Space")
        for _press in range(25):
            if what.is_checked():
                return
            self.page.keyboard.press("ArrowRight")
        pytest.fail(f"{what} cannot be chosen")

    def write(self, what: Locator, text: str) -> None:
        self.reach(what)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)


def learn(newcomer: Newcomer) -> None:
    """The whole lesson, with a wrong touch on the way."""
    newcomer.page.goto("/")
    newcomer.follow("Learn Duet in two minutes")
    newcomer.sees("Your key")
    newcomer.follow("Show me the first clue")
    newcomer.sees("Touch a card")
    newcomer.touch(0)
    newcomer.sees("That is a bystander")
    newcomer.follow("Take it back")
    newcomer.touch(PARTNER_CLUE_CARDS[0])
    newcomer.sees("An agent!")
    newcomer.touch(PARTNER_CLUE_CARDS[1])
    newcomer.sees("Stop in time")
    newcomer.press("Stop guessing")
    newcomer.sees("Your own clue")
    newcomer.press("Give the clue")
    expect(newcomer.page.get_by_role("alert")).to_contain_text("C2")  # the word in the field is refused, by its rule
    newcomer.say(newcomer.words.example)
    newcomer.sees("Your partner answers")
    newcomer.follow("See what happens next")
    newcomer.sees("What an assassin does")
    newcomer.touch(PARTNER_ASSASSIN)
    newcomer.sees("That is all you need to know")
    newcomer.follow("Open a lobby")
    expect(newcomer.page).to_have_url("/lobbies/new?variant=duet")


@pytest.mark.parametrize(("language", "kind"), [("en", Newcomer), ("fr", Newcomer), ("it", Typist)])
def test_a_newcomer_learns_the_game(
    new_page: Callable[[], Page], language: str, kind: Callable[[Page, str, Course], Newcomer]
) -> None:
    learn(kind(new_page(), language, DUET))


def learn_codenames(newcomer: Newcomer) -> None:
    """The whole lesson, with a wrong touch on the way."""
    newcomer.page.goto("/")
    newcomer.follow("Learn Codenames in two minutes")
    newcomer.sees("Your team")
    newcomer.follow("Show me the first clue")
    newcomer.sees("Touch a card")
    newcomer.touch(8)
    newcomer.sees("That is a blue agent")
    newcomer.follow("Take it back")
    newcomer.touch(SPYMASTER_CLUE_CARDS[0])
    newcomer.sees("A red agent!")
    newcomer.touch(SPYMASTER_CLUE_CARDS[1])
    newcomer.sees("Stop in time")
    newcomer.press("Stop guessing")
    newcomer.sees("The other team’s turn")
    newcomer.follow("Let me give a clue")
    newcomer.sees("Your own clue")
    newcomer.press("Give the clue")
    expect(newcomer.page.get_by_role("alert")).to_contain_text("C2")  # the word in the field is refused, by its rule
    newcomer.say(newcomer.words.example)
    newcomer.sees("That is all you need to know")
    newcomer.follow("Open a lobby")
    expect(newcomer.page).to_have_url("/lobbies/new?variant=classic")


@pytest.mark.parametrize(("language", "kind"), [("en", Typist), ("fr", Newcomer), ("it", Newcomer)])
def test_a_newcomer_learns_codenames(
    new_page: Callable[[], Page], language: str, kind: Callable[[Page, str, Course], Newcomer]
) -> None:
    learn_codenames(kind(new_page(), language, CODENAMES))
