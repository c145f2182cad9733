"""The association lists of all languages, and the command that checks them."""

import pytest
from click.testing import CliRunner

from app import cli
from app.computer import associations, coverage
from app.computer.associations import DANGER, PLAIN, STRONG, Associations, read_lines
from app.computer.cards import deck_words, known_words
from app.computer.fallback import load_fallback
from app.rules.clues import fold

LANGUAGES = ("en", "fr", "it")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_its_line(language):
    cards = read_lines(language, "cards")
    assert cards.keys() == deck_words(language)
    assert min(sum(entry.grade != DANGER for entry in entries) for entries in cards.values()) >= coverage.LEAST_ENTRIES


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_cards_often_share_a_clue(language):
    assert coverage.measure(language).pairs >= 0.4


def write(folder, cards: str, clues: str):
    for name, text in (("cards", cards), ("clues", clues)):
        (folder / "en").mkdir(exist_ok=True)
        (folder / "en" / f"{name}.txt").write_text(text, "utf-8")


def test_grades_and_the_stronger_of_two_lists(tmp_path, monkeypatch):
    """`+` is strong, `?` a danger; a clue that both lists link to a card counts as the stronger says."""
    monkeypatch.setattr(associations, "FOLDER", tmp_path)
    write(tmp_path, "cave: bat+ dark wine?\n", "dark: cave+\n")
    known = Associations.of("en")
    assert dict(known.suggestions("cave")) == {"bat": STRONG, "dark": STRONG, "wine": DANGER}
    assert known.grade("wine", "cave") == DANGER
    assert known.known_form("Bats") == "bat"
    assert PLAIN < STRONG


def test_what_is_wrong_with_a_line_is_said(tmp_path, monkeypatch):
    """A form of the card's word (C2), a word twice, a card that is none, a missing card."""
    monkeypatch.setattr(associations, "FOLDER", tmp_path)
    write(tmp_path, "cave: caves bat bat\n", "dark: nonsense\n")
    problems = list(coverage.problems("en"))
    for problem in ("caves is a form of cave", "bat stands twice", "nonsense is no card", "academy is missing"):
        assert any(line.endswith(problem) for line in problems), problem
    monkeypatch.setattr(cli.cards, "LANGUAGES", ("en",))
    result = CliRunner().invoke(cli.commands, ["computer", "check"])
    assert result.exit_code == 1
    assert "caves is a form of cave" in result.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fallback_names_the_cards_that_it_is_about(language):
    """A card is nearest to its own word, also behind names of two words, which must not shift the others."""
    known = load_fallback(language)
    assert set(known.cards) == {fold(word) for word in known_words(language)}
    own = [card for card in known.cards if card in known]
    assert len(own) > 600
    assert sum(card in known.strengths(card) for card in own) > 0.95 * len(own)


def test_the_fallback_knows_common_words():
    """It answers for words that the lists leave out, below the strength of the lists' strong links."""
    for language, word, card in (
        ("en", "seafood", "lobster"),
        ("fr", "crustace", "crabe"),
        ("it", "crostacei", "gambero"),
    ):
        assert 0 < load_fallback(language).strengths(word).get(card, 0) < STRONG, (language, word)
