"""Moves as text, and the words of clues (C1, C6)."""

import contextlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rules_play import duet, go, play, refused, versus

from app.rules import INF, Allow, Ask, Clue, Cover, Guess, IllegalMove, Stop, parse

TEXTS = [
    "clue tree 2", "clue tree 0", "clue tree inf", "clue tree 2 for 3,7", 'clue "new york" 2',
    'clue "new york" 2 for 0', "ask tree 2", 'ask "the sea" 1 for 7,3', "allow", "refuse", "challenge", "cover 3",
    "decline", "guess 7", "guess 24", "stop", "timeout", "resign", "void", "clue mother-in-law 1", "clue l'été 1",
    "clue l’été 1", "clue u.s.a 1", "clue дерево 9", "clue 木 1", "clue पेड़ 1", "clue ﺷﺠﺮﺓ 1", "clue 007 1",
    "clue cafe\u0301 1",
]  # fmt: skip
NUMBERS = st.sampled_from([*map(str, range(10)), "inf"])
CARDS = st.lists(st.integers(0, 99).map(str), unique=True, max_size=9)
WORDS = st.text(
    st.characters(categories=["L", "M", "N", "P", "Z", "Cf", "Cc"]) | st.sampled_from("aé '’-."), max_size=44
)


def code_of(make, *arguments):
    with pytest.raises(IllegalMove) as caught:
        make(*arguments)
    return caught.value.code


@pytest.mark.parametrize("text", TEXTS)
def test_moves_are_written_as_they_are_read(text):
    assert str(parse(text)) == text


def test_what_the_text_means():
    assert parse("clue tree 2 for 3,7") == Clue("tree", 2, (3, 7))
    assert parse('ask "new york" inf') == Ask("new york", INF)
    assert Ask("tree", 2, (3,)).clue == Clue("tree", 2, (3,))
    assert [parse(text) for text in ("guess 7", "cover 7", "allow", "stop")] == [Guess(7), Cover(7), Allow(), Stop()]


@pytest.mark.parametrize(
    "text",
    ["", " ", "clue", "clue tree", "clue  tree 2", "clue tree 2 ", "clue tree 2 for", "clue tree 2 for 3 7",
     "Clue tree 2", "stop 1", "stop ", " stop", "stop\n", 'clue "tree" 2', 'clue "new  york" 2', 'clue " tree" 2',
     "clue new york 2", 'clue "tree 2', "ask", "guess7", "clue tree 2 3,7", "x" * 10**6, "clue " + "x" * 10**6 + " 2"],
)  # fmt: skip
def test_only_one_way_of_writing(text):
    """A move is written in one way alone, so that the log is."""
    assert code_of(parse, text) == "unknown-move"


@pytest.mark.parametrize("card", ["-1", "٣", "1e3", "0007", "", "7 ", "+7", "100", "1_0", "²"])
def test_cards_are_canonical_numbers(card):
    for text in (f"guess {card}", f"cover {card}"):
        assert code_of(parse, text) == "no-such-card"
    assert code_of(Clue.make, "tree", "2", ["1", card]) == "no-such-card"


@pytest.mark.parametrize("card", [-1, 25, 99])
def test_cards_must_lie_on_the_table(card):
    """Moves made without their text too."""
    table = play(versus(), "rs clue tree 2")
    for move in (Guess(card), Guess(-26)):
        assert code_of(table.play, "red-operative", move) == "no-such-card"
    assert refused(play(duet(), "a clue tree 2"), "b guess 25") == "no-such-card"


@pytest.mark.parametrize("number", ["10", "-1", "02", "٢", "1.0", "∞", "two", "True"])
def test_numbers(number):
    """V6: 0 to 9, or unlimited."""
    assert code_of(parse, f"clue tree {number}") == "clue-number"
    assert code_of(Clue.make, "tree", number) == "clue-number"
    assert code_of(Clue.make, " ", number) == "clue-empty"  # what stands first is said first
    assert code_of(Clue, "tree", 10) == "clue-number"


@pytest.mark.parametrize(
    "word",
    ["tree!", "a_b", "a/b", "tr\u0000ee", "a\u200bb", "a\u202eb", "<b>", "🌲", "½", ".tree", "tree.", "-tree", "tree-",
     "'", "’", "...", "\u0301tree", "\u3164", "tree\u3164", "tree\u034f", "tree\ufe0f", "tree\U000e0100", "a&b",
     "a;b", "a,b", "a\\b", "a\u2011b"],
)  # fmt: skip
def test_characters_that_are_no_words(word):
    """C1: nor letters and marks that are not seen."""
    assert code_of(Clue.make, word, "2") == code_of(Clue, word, 2) == "clue-characters"


def test_quotes_are_no_characters_of_a_word():
    """C1."""
    assert code_of(Clue.make, 'say "a"', "2") == "clue-characters"


def test_length():
    """C1: 40 characters."""
    assert Clue.make("e" * 40, "2").word == "e" * 40
    for length in (41, 10**6):
        assert code_of(Clue.make, "e" * length, "2") == "clue-too-long"
    assert code_of(parse, f"clue {'e' * 41} 2") == "clue-too-long"


def test_words_from_a_form():
    """C1, C10: trimmed, single spaces; otherwise as typed."""
    assert Clue.make("  New\t\n York\u00a0", "2", ["3", "7"]) == Clue("New York", 2, (3, 7))
    assert Ask.make("Été", "inf") == Ask("Été", INF)
    assert code_of(Clue.make, " \n ", "2") == "clue-empty"
    assert code_of(Clue.make, "tree", "2", ["3", "3"]) == "clue-cards"
    for word in ("new  york", " tree", "tree "):
        assert code_of(Clue, word, 2) == "clue-characters"


@pytest.mark.parametrize("word", ['"new york"', "mother-in-law", '"alarm clock"'])
def test_several_words_are_a_house_rule(word):
    """C6: of a clue that is given; the other spymaster may be asked about any (V20)."""
    assert refused(play(versus()), f"rs clue {word} 1") == "one-word"
    for verb in ("clue", "ask"):
        assert go(play(versus(house=["several-words"])), f"rs {verb} {word} 1").version == 1


@given(st.text())
@example("clue \ud800 2")
def test_any_text_is_a_move_or_refused(text):
    with contextlib.suppress(IllegalMove):
        assert str(parse(text)) == text


@given(st.sampled_from(["clue", "ask"]), WORDS, st.text(max_size=4) | NUMBERS, st.text("0123456789,- ", max_size=9))
def test_almost_moves(verb, word, number, cards):
    for text in (f"{verb} {word} {number}", f'{verb} "{word}" {number} for {cards}', f"guess {cards}"):
        with contextlib.suppress(IllegalMove):
            assert str(parse(text)) == text


@given(st.sampled_from([Clue, Ask]), WORDS, NUMBERS, CARDS)
def test_what_a_form_makes_can_be_written(kind, word, number, cards):
    """C1: whatever is accepted is read back the same."""
    with contextlib.suppress(IllegalMove):
        move = kind.make(word, number, cards)
        assert len(str(move)) < 200
        assert parse(str(move)) == move
