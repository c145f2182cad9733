"""From text to words: what is taken, what is dropped, and why (K1, K5)."""

import pytest

from app.custom_decks.word_list import NotUtf8, check_words, decode_file, make_cards
from app.decks.deck import Deck
from app.rules.clues import fold
from tests.custom_decks.deck_words import numbered

NOTHING = "\u200b\u202e\x00\x07"  # a blank without width, a mark of direction, two controls


def found(*lines: str, language: str = "en") -> tuple[list[list[str]], dict[str, list[str]]]:
    checked = check_words("\n".join(lines), language)
    return checked.lines, checked.found


class TestLines:
    """One word a line, or two sides of a card."""

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028"])
    def test_any_end_of_line(self, end):
        assert check_words(end.join(["cat", "dog"]), "en").lines == [["cat"], ["dog"]]

    def test_empty_lines_and_comments_are_left_out_without_a_word(self):
        assert found("# mine", "", "  cat ", "\t", "   # not a word", "C#") == ([["cat"], ["C#"]], {})

    def test_two_sides(self):
        assert found("day / night", "AC/DC", "New   York\t/ Los Angeles")[0] == [
            ["day", "night"],
            ["AC/DC"],
            ["New York", "Los Angeles"],
        ]

    def test_no_card_has_three(self):
        assert found("a / b / c") == ([], {"three-sided": ["a / b / c"]})

    def test_of_a_card_the_good_side_is_kept(self):
        assert found("cat", "CAT / dog") == ([["cat"], ["dog"]], {"twice": ["CAT"]})

    def test_a_mark_at_the_beginning_is_none_of_the_word(self):
        assert found("\ufeffcat")[0] == [["cat"]]


class TestWords:
    """Which are taken, and what becomes of the others."""

    @pytest.mark.parametrize("word", ["CAT", "Cat", "çat", "cát", "c\u0301at", " cat", "cat\u200b"])
    def test_a_word_that_differs_in_case_and_accents_alone_is_there_already(self, word):
        """K3."""
        assert found("cat", word)[0] == [["cat"]]
        assert len(found("cat", word)[1]["twice"]) == 1

    def test_forty_characters_are_a_word_and_one_more_is_none(self):
        lines, notes = found("a" * 40, "b" * 41)
        assert lines == [["a" * 40]]
        assert notes == {"too-long": ["b" * 39 + "…"]}

    @pytest.mark.parametrize("sign", [*NOTHING, "\x7f", "\x9f", "\ud800", "\ue000", "\u00ad", "\U000e0041"])
    def test_signs_that_cannot_be_seen_are_taken_out_and_told(self, sign):
        assert found(f"c{sign}at") == ([["cat"]], {"cleaned": ["cat"]})

    @pytest.mark.parametrize("word", [NOTHING, "---", "…", "\u3164", "caf\ufffd", "\u0301", "Z" + "\u0335" * 9])
    def test_words_in_which_nothing_can_be_read_are_dropped(self, word):
        lines, notes = found(word, "cat")
        assert lines == [["cat"]]
        assert len(notes["unreadable"]) == 1

    @pytest.mark.parametrize(
        "word", ["שלום", "مرحبا", "می\u200cخواهم", "猫", "ไก่", "क्षत्रिय", "🦊", "👩\u200d🚀", "7", "Ω"]
    )
    def test_words_of_any_script_and_emoji_stay_as_they_are(self, word):
        assert found(word) == ([[word]], {})

    def test_letters_are_put_together(self):
        assert found("cafe\u0301") == ([["café"]], {})

    def test_what_is_stored_holds_neither_control_nor_surrogate(self):
        text = "\n".join(chr(code) + "x" for code in [*range(0x20), *range(0x7F, 0xA0), 0xD800, 0xDFFF])
        assert {word for line in check_words(text, "en").lines for word in line} == {"x"}


class TestAlike:
    """Forms of one word: kept, and told (C2)."""

    @pytest.mark.parametrize(
        ("language", "pair"),
        [("en", ["cat", "cats"]), ("fr", ["chat", "chats"]), ("de", ["Hund", "Hunde"]), ("el", ["γάτα", "γάτες"])],
    )
    def test_they_are_kept_and_told(self, language, pair):
        lines, notes = found(*numbered(50), *pair, language=language)
        assert lines[-2:] == [[word] for word in pair]
        assert notes["alike"] == [" = ".join(pair)]

    def test_where_nobody_knows_the_languages_forms_nothing_is_told(self):
        assert found(*numbered(50), "cat", "cats", language="und")[1] == {}


class TestNotes:
    """What is stored of what was dropped."""

    def test_a_number_and_some_examples(self):
        checked = check_words("\n".join(["cat"] * 21), "en")
        assert checked.notes == [["twice", 20, ["cat"] * 8]]


class TestDecoding:
    """A file's bytes."""

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
    def test_encodings_that_are_taken(self, encoding):
        assert decode_file("γάτα\nété".encode(encoding)) == "γάτα\nété"

    def test_utf_16_the_other_way_round(self):
        assert decode_file(b"\xfe\xff" + "été".encode("utf-16-be")) == "été"

    @pytest.mark.parametrize(
        "data",
        [
            "été".encode("latin-1"),
            "γάτα".encode("iso8859-7"),
            b"\x89PNG\r\n\x1a\n",
            b"\xed\xa0\x80",
            b"\xff\xfe\x00\xd8",
        ],
    )
    def test_others_are_not(self, data):
        with pytest.raises(NotUtf8):
            decode_file(data)


class TestCards:
    """K4: every card has another side."""

    @pytest.mark.parametrize("count", [50, 51, 1999, 2000])
    def test_each_word_lies_on_one_card(self, count):
        words = numbered(count)
        deck = Deck("x", "x", "en", make_cards([[word] for word in words]))
        assert sorted(deck) == sorted(words)
        assert len(deck.cards) == (count + 1) // 2

    def test_two_sided_ones_stay_together(self):
        assert make_cards([["a"], ["b", "c"], ["d"], ["e"]]) == (("b", "c"), ("a", "d"), ("e", "e"))

    def test_what_is_accepted_is_a_deck(self):
        """K1, K3."""
        checked = check_words("\n".join([*numbered(60), *numbered(60), "É", "e", "œ", "oe"]), "fr")
        deck = Deck("x", "x", "fr", make_cards(checked.lines))
        assert len(list(deck)) == checked.size == len({fold(word) for word in deck}) == 62


class TestHeaps:
    """A line far too long for a word is told and not looked at: sorting a heap of accents takes minutes."""

    @pytest.mark.parametrize("line", ["a" + " " * 250_000 + "b", "a" + "\u0315" * 60_000 + "\u0300" * 60_000])
    def test_a_line_without_end(self, line):
        checked = check_words("\n".join([line, *(f"w{number}" for number in range(60))]), "en")
        assert checked.size == 60
        assert [note[0] for note in checked.notes] == ["too-long"]


class TestLookalikes:
    """Words that look alike are one word, whatever cannot be seen in them (K3); others stay apart."""

    @pytest.mark.parametrize("word", ["car\u200cpet", "\u2800carpet", "carpet\u3164"])
    def test_unseen_signs_make_no_other_word(self, word):
        checked = check_words("\n".join(["carpet", word]), "en")
        assert checked.lines == [["carpet"]]

    @pytest.mark.parametrize(
        ("language", "words"),
        [("hi", "दिन दान दीन दूना काल काला"), ("th", "ปู ปี กิน กัน กน"), ("ja", "かき かぎ はし ばし")],
    )
    def test_vowels_and_voices_that_are_marks_make_other_words(self, language, words):
        assert check_words("\n".join(words.split()), language).size == len(words.split())

    @pytest.mark.parametrize("sign", ["¨", "´", "˘"])
    def test_a_lone_accent_is_no_word(self, sign):
        assert check_words(sign, "en").size == 0
