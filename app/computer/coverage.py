"""Checking the association lists against the decks and the rules, and how much of the decks they cover."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from app.computer.associations import DANGER, Entry, read_lines
from app.computer.cards import deck_words
from app.decks.clues import advice
from app.decks.deck import DECKS, Deck
from app.rules.clues import fold
from app.rules.errors import IllegalMove
from app.rules.words import check_word

LEAST_ENTRIES = 20
_FORMS = {"same-word", "same-form"}


@dataclass(frozen=True, slots=True)
class Coverage:
    """How much of a language's decks its lists cover.

    `cards` and `clues` count the lines of each list, `links` their entries; `fewest` is the least number of clues that
    a card has, dangers apart; `pairs` is the share of pairs of cards of one deck that have a clue in common.
    """

    language: str
    cards: int
    fewest: int
    clues: int
    links: int
    pairs: float


def measure(language: str) -> Coverage:
    """Return how much of a language's decks its lists cover."""
    cards, clues = read_lines(language, "cards"), read_lines(language, "clues")
    links = sum(map(len, (*cards.values(), *clues.values())))
    decks = [deck for deck in DECKS.values() if deck.language == language]
    pairs = sum(_share_of_pairs(language, deck) for deck in decks) / len(decks)
    return Coverage(language, len(cards), min(map(_count_given, cards.values())), len(clues), links, pairs)


def problems(language: str) -> Iterator[str]:
    """Yield what is wrong with a language's lists, each fault as one line of text: nothing if they are in order."""
    words = deck_words(language)
    for name, heads in (("cards", read_lines(language, "cards")), ("clues", read_lines(language, "clues"))):
        where = f"{language}/{name}.txt"
        if list(heads) != sorted(heads):
            yield f"{where}: the lines are not sorted"
        for head, entries in heads.items():
            yield from (f"{where}: {head}: {problem}" for problem in _entry_problems(entries))
            pairs = ((entry.word, head) if name == "cards" else (head, entry.word) for entry in entries)
            yield from (f"{where}: {head}: {problem}" for pair in pairs for problem in _link_problems(*pair, language))
            if name == "cards" and _count_given(entries) < LEAST_ENTRIES:
                yield f"{where}: {head}: fewer than {LEAST_ENTRIES} associations"
    yield from (
        f"{language}/cards.txt: {word} is missing" for word in sorted(words - read_lines(language, "cards").keys())
    )


def _entry_problems(entries: tuple[Entry, ...]) -> Iterator[str]:
    seen = [entry.word for entry in entries]
    yield from (f"{word} stands twice" for word in sorted({word for word in seen if seen.count(word) > 1}))


def _link_problems(clue: str, card: str, language: str) -> Iterator[str]:
    """Yield what is wrong with a link: there is no such card, or the clue is no word (C1) or a form of it (C2)."""
    deck = _deck_with(card, language)
    if deck is None:
        yield f"{card} is no card"
        return
    try:
        check_word(clue)
    except IllegalMove as illegal:
        yield f"{clue}: {illegal.code}"
    if any(finding.code in _FORMS for finding in advice(clue, deck, {0: card}, frozenset())):
        yield f"{clue} is a form of {card}"


def _deck_with(card: str, language: str) -> Deck | None:
    return next((deck for deck in DECKS.values() if deck.language == language and card in _words_of(deck)), None)


@cache
def _words_of(deck: Deck) -> frozenset[str]:
    return frozenset(deck)


def _count_given(entries: tuple[Entry, ...]) -> int:
    return sum(entry.grade != DANGER for entry in entries)


def _share_of_pairs(language: str, deck: Deck) -> float:
    cards_by_clue: dict[str, set[str]] = {}
    for card, entries in read_lines(language, "cards").items():
        for entry in entries:
            if entry.grade != DANGER:
                cards_by_clue.setdefault(fold(entry.word), set()).add(card)
    for clue, entries in read_lines(language, "clues").items():
        cards_by_clue.setdefault(fold(clue), set()).update(entry.word for entry in entries if entry.grade != DANGER)
    words = set(deck)
    shared = {pair for cards in cards_by_clue.values() for pair in combinations(sorted(cards & words), 2)}
    return len(shared) / (len(words) * (len(words) - 1) / 2)
