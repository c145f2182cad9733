"""GET /rules: the drawn tables and tokens are those of real games, in each language."""

import re
from collections import Counter

import pytest

from app import rules
from app.decks import DECKS, advice
from app.i18n.languages import LANGUAGES
from app.rules.missions import MAP
from app.rules_pages.examples import CLASSIC, DUET, EXAMPLES, RESERVES, ExampleTable
from tests.rules_pages.rules_page import plain

SPOON = 5  # the card of Duet, called so in English, that is a bystander on B's key and an agent on A's


def test_the_keys_are_such_as_are_dealt():
    """V2, D2"""
    first, second, bystanders, assassins = rules.VERSUS_COUNTS[25]
    assert Counter(CLASSIC["key"]) == {"r": first, "b": second, ".": bystanders, "x": assassins}
    assert Counter(map("".join, zip(DUET["keys"]["a"], DUET["keys"]["b"], strict=True))) == rules.DUET_COUNTS


def tables(language: str) -> list[ExampleTable]:
    """The tables drawn in a language, in the order of the page."""
    return [EXAMPLES[language].versus, *EXAMPLES[language].sides.values()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_dealt_from_decks_of_the_language(language):
    """K3, K6: each on a card of its own."""
    decks = [deck for deck in DECKS.values() if deck.language == language]
    cards = {word: (deck.name, card) for deck in decks for card in deck.cards for word in card}
    for example in tables(language):
        assert len({cards[word] for word in example.words}) == len(example.words) == len(example.view.cards)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_site_has_nothing_to_say_about_the_clues(language):
    """C2, C3, C4"""
    deck = DECKS[f"{language}-base"]
    for example in tables(language):
        for turn in example.view.turns:
            assert advice(turn.clue.word, deck, dict(enumerate(example.words)), frozenset()) == ()


def boards(page: str) -> list[list[str]]:
    """The markup of every card, board by board."""
    drawn = re.findall(r'<ol class="board example">.*?</ol>', page, re.DOTALL)
    return [re.findall(r'<li class="card .*?</li>', board, re.DOTALL) for board in drawn]


def test_the_boards_show_what_their_seats_see(translated, language):
    """V3, V9, D1, D7, D8: the whole key to a spymaster; one's own to a side, a marker to both."""
    versus, a, b = boards(translated)
    for example, drawn in zip(tables(language), (versus, a, b), strict=True):
        faces = [re.search(r'data-face="(\w+)"', card)[1] for card in drawn]
        assert faces == [card.face for card in example.view.cards]
        assert [plain(card).split()[0] for card in drawn] == list(example.words)
    hidden = Counter(re.search(r"key-(\w+)", card)[1] for card in versus if 'data-face="hidden"' in card)
    assert hidden == {"red": 7, "blue": 6, "bystander": 6, "assassin": 1}
    assert "key-agent" in a[SPOON]
    assert "key-bystander" in b[SPOON]
    assert all('data-marked="a"' in board[SPOON] for board in (a, b))


def test_the_captions_tell_what_was_played(translated, language):
    captions = " ".join(plain(text) for text in re.findall(r"<figcaption>.*?</figcaption>", translated, re.DOTALL))
    for example in tables(language)[:2]:
        for turn in example.view.turns:
            assert f"{turn.clue.word} {turn.clue.number}" in captions
            assert all(example.words[guess.card] in captions for guess in turn.guesses)


def test_the_reserve_is_paid_as_in_a_game(page, translated):
    """D4, D12, D13: five moments, drawn as so many tokens of each side."""
    assert (RESERVES["dealt"].reserve, RESERVES["dealt"].bystander) == (MAP["cairo"].tokens, MAP["cairo"].mistakes)
    sides = [(row.count('"token bystander"'), row.count('"token check"')) for row in moments(translated)]
    assert sides == [(5, 4), (5, 3), (4, 3), (0, 3), (0, 1)]
    assert plain(moments(page)[0]).endswith("9 in all: 5 bystander side up, 4 check side up")
    assert plain(moments(page)[4]).endswith("1, check side up")
    assert RESERVES["double"].mistake_is_fatal


def moments(page: str) -> list[str]:
    """The rows of the table of reserves."""
    drawn = re.search(r'<table class="reserves">.*?</table>', page, re.DOTALL)[0]
    return re.findall(r"<tr>.*?</tr>", drawn, re.DOTALL)
