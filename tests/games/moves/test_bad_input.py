"""What bad moves get: a clear message, the right status, nothing written, nothing typed lost."""

import pytest

from app import decks
from tests.games.tables import CLUE

BAD_CLUES = [
    ("x" * 41, "at most 40"),
    ("two words", "one word"),
    ("mother-in-law", "one word"),
    ("nul\0l", "letters"),
    ("bell\a", "letters"),
    ("\u202etfel", "letters"),
    ("zero\u200bwidth", "letters"),
    ('say "hi"', "letters"),
    ("", "needs a word"),
    ("   ", "needs a word"),
    ("<script>", "letters"),
    ("y" * 4000, "at most 40"),
]


@pytest.mark.parametrize(("word", "sentence"), BAD_CLUES)
def test_a_bad_clue_is_refused_and_kept(classic, ann, word, sentence):
    fields = {"move": "clue", "word": word, "number": "2", "seen": 0}
    answer = ann.post(f"/games/{classic.code}/moves", **fields)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert classic.moves == []
    if word.isalpha() and len(word) < 60:
        assert f'value="{word}"' in answer.text


@pytest.mark.parametrize("number", ["", "10", "-1", "two", "٣", "inf", "0", "1e3"])
def test_a_bad_number_is_refused_and_the_word_kept(classic, ann, number):
    answer = ann.post(f"/games/{classic.code}/moves", move="clue", word=CLUE, number=number, seen=0)
    assert answer.status_code == 422
    assert f'value="{CLUE}"' in answer.text
    assert classic.moves == []


@pytest.mark.parametrize("move", ["guess 25", "guess -1", "guess", "guess 1.5", "guess ٣", "cover 3", "jump", "", "\0"])
def test_a_bad_touch_is_refused(classic, move):
    classic.send("red-spymaster", f"clue {CLUE} 2")
    assert classic.play("red-operative", move).status_code == 422
    assert len(classic.moves) == 1


def test_a_missing_move_asks_for_a_card(classic, bob):
    classic.send("red-spymaster", f"clue {CLUE} 2")
    answer = bob.post(f"/games/{classic.code}/moves", seen=1)
    assert answer.status_code == 422
    assert "Choose a card first" in answer.text


@pytest.mark.parametrize("seen", ["", "x", "-1", "1.0", "9" * 30, "²", "\0"])
def test_a_mangled_seen_is_refused(classic, seen):
    assert classic.play("red-spymaster", f"clue {CLUE} 2", seen=seen).status_code == 422
    assert classic.moves == []


def test_a_seen_of_the_future_is_stale(classic):
    assert classic.play("red-spymaster", f"clue {CLUE} 2", seen=9).status_code == 409
    assert classic.moves == []


def test_a_visible_word_is_refused(classic, ann):
    """C2, C4: the site refuses an equal word outright, privately, and keeps what was typed."""
    word = classic.game.words[3]
    answer = ann.post(f"/games/{classic.code}/moves", move="clue", word=word, number="1", seen=0)
    assert answer.status_code == 422
    assert "cannot give this clue" in answer.text
    assert f'value="{word}"' in answer.text
    assert classic.moves == []


def test_a_form_of_a_visible_word_is_refused_even_if_sure(classic, ann):
    """C2: a certain form of a visible word."""
    deck = decks.load("en-base")
    word, form = next(
        (word, form) for word in classic.game.words for form in sorted(decks.forms(deck, word).forms - {word})
    )
    answer = ann.post(f"/games/{classic.code}/moves", move="clue", word=form, number="1", seen=0, sure=form)
    assert answer.status_code == 422
    assert f"is a form of {word.upper()}" in answer.text
    assert classic.moves == []


def test_an_unknown_game(ann):
    assert ann.get("/games/nosuchcode").status_code == 404
    assert ann.post("/games/nosuchcode/moves", move="stop", seen=0).status_code == 404
    for code in ("%00", "x" * 3000, "..", "ABCDEFGH", "é"):
        assert ann.get(f"/games/{code}").status_code == 404


def test_a_wrong_token(classic, ann):
    answer = ann.post(f"/games/{classic.code}/moves", move=f"clue {CLUE} 2", seen=0, csrf_token="wrong")
    assert answer.status_code == 400
    assert "Reload the page" in answer.text
    assert classic.moves == []


def test_a_body_of_ten_megabytes(classic, ann):
    answer = ann.post(f"/games/{classic.code}/moves", move="x" * 10_000_000, seen=0)
    assert answer.status_code == 413
    assert classic.moves == []


@pytest.mark.parametrize("word", ["chi\u0440", "ch\ua78cip", "ch\u0269p", "ch\u02b9ip", "c\u0640hip", "\u03b1"])
def test_letters_of_another_script_hide_no_word(classic, word):
    """C1: any script the deck's language uses, and no look-alike of another."""
    answer = classic.play("red-spymaster", f"clue {word} 2")
    assert answer.status_code == 422
    assert "letters of the game" in answer.text
    assert classic.moves == []


def test_what_was_typed_is_shown_where_its_field_is_gone(duet, ann, bob):
    """Both sides open a Duet at once: the later clue is not lost from sight."""
    duet.send("a", f"clue {CLUE} 2")
    answer = bob.post(f"/games/{duet.code}/moves", move="clue", word="xylem", number="2", seen=0)
    assert answer.status_code == 409
    assert "You typed: xylem" in answer.text


@pytest.mark.parametrize("action", ["moves", "marks", "talk", "seats", "rematch"])
def test_nobody_does_anything_without_signing_in(classic, nobody, action):
    answer = nobody.post(f"/games/{classic.code}/{action}", move="stop", seen=0, card=1, text="hi")
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith("/login")


@pytest.mark.parametrize("action", ["moves", "marks", "talk", "seats", "rematch"])
def test_a_wrong_token_leaves_the_page_alone(classic, ann, action):
    headers = {"HX-Request": "true"}
    answer = ann.post(f"/games/{classic.code}/{action}", headers=headers, csrf_token="wrong")
    assert answer.status_code == 400
    assert answer.headers["HX-Retarget"] == "#notice"
    assert "<html" not in answer.text
