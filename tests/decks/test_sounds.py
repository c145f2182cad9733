"""Which words sound alike, what is stored of it, and what the site says of clues that do (C8)."""

import gzip
import json
import re
import runpy
import sqlite3
import sys

import pytest

from app import decks
from app.decks import make_lexicon, make_sounds
from app.decks.deck import WORDS
from app.decks.make import FAMILIES
from app.decks.sounds import italian_sound, near_soundalikes, pronunciations, soundalikes
from app.decks.tables import frequency, vocabulary
from app.rules.clues import Forms, advise, fold
from tests.decks.sound_table import ALIKE, APART

LANGUAGES = ("en", "fr", "it")
PARTS = [(language, part) for language in LANGUAGES for part in ("base", "duet")]
HOUSES = [frozenset({"soundalikes"}), frozenset({"loose"})]
LEXICON = {"gage": "ɡ a ʒ", "cage": "k ˈa ʒ", "porc": "p ɔ ʁ", "port": "p ɔ ʁ", "brin": "b ʁ ɛ̃", "brun": "b ʁ œ̃",
           "zoo": "z o", "seau": "s o", "page": "p a ʒ", "âge": "a ʒ", "gâche": "ɡ a ʃ", "cages": "k a ʒ"}  # fmt: skip


def stored(language, part):
    return json.loads((WORDS / language / f"{part}.sounds.json").read_text("utf-8"))


def both(language):
    return decks.load(f"{language}-base+{language}-duet")


def pairs(table):
    """The cards and clues of a table."""
    for line in re.findall(r"(\S+): ([^:\n]+)(?:\s\s|\n)", table):
        yield from ((line[0], clue) for clue in line[1].split())


def heard(language, card, clue, house=frozenset()):
    """Whether the site says that a clue sounds like a card, and nothing weightier."""
    if card.endswith("*"):
        word = fold(card.removesuffix("*"))
        assert language == "it"
        sounds = {word: italian_sound(word), clue: italian_sound(clue)}
        findings = advise(clue, {7: Forms(word, sounds=frozenset(soundalikes([word], sounds, language)[word]))}, house)
    else:
        assert fold(card) in map(fold, both(language)), card
        findings = decks.advice(clue, both(language), {7: card}, house)
    return [(finding.verdict, finding.code) for finding in findings] == [("doubtful", "soundalike")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_sounds_alike_is_noticed_and_nothing_else(language):
    """C8: for the languages of the site's decks."""
    same, other = list(pairs(ALIKE[language])), list(pairs(APART[language]))
    missed = [pair for pair in same if not heard(language, *pair)]
    false = [pair for pair in other if heard(language, *pair)]
    print(f"{language}: {len(same)} alike, missed {missed}. {len(other)} apart, noticed {false}.")  # noqa: T201
    assert min(len(same), len(other)) >= 25
    assert len(missed) <= 0.1 * len(same), missed
    assert false == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_house_rule_welcomes_all_of_them(language):
    """C8, D33."""
    for card, clue in pairs(ALIKE[language]):
        assert not any(heard(language, card, clue, house) for house in HOUSES)


@pytest.mark.parametrize(("language", "part"), PARTS)
def test_no_soundalike_is_refused(language, part):
    """C8, C4: whatever is stored; and none is the word itself, or a certain form of it (C2)."""
    deck = decks.load(f"{language}-{part}")
    words = {fold(word): word for word in deck}
    for word, sounds in stored(language, part).items():
        known = decks.forms(deck, words[word])
        assert known.sounds == set(sounds)
        assert not {word, *known.forms} & known.sounds
        for clue in sounds:
            assert {it.verdict for it in decks.advice(clue, deck, {7: words[word]}, frozenset())} == {"doubtful"}


@pytest.mark.parametrize(("language", "part"), PARTS)
def test_what_is_stored_is_small_folded_and_sorted(language, part):
    path = WORDS / language / f"{part}.sounds.json"
    table = stored(language, part)
    assert path.stat().st_size < 5_000
    assert list(table) == sorted(table)
    for sounds in table.values():
        assert sounds == sorted({fold(word) for word in sounds})


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_little_noise(language):
    """C8: of the words that people would think of as a clue, hardly one in a thousand is noticed beside 25 cards."""
    common = [word for word in vocabulary(language) if frequency(word, language) >= 3.5]
    tables = [stored(language, part).values() for part in ("base", "duet")]
    noticed = [sound for table in tables for sounds in table for sound in sounds]
    louder = set(noticed) & set(map(fold, common))
    share = 25 / len(list(both(language))) * sum(sound in louder for sound in noticed) / len(common)
    print(f"{language}: {len(noticed)} pairs; {share:.3%} of {len(common)} common words are noticed.")  # noqa: T201
    assert share < 0.001


def test_other_words_and_languages_have_no_sounds():
    """C8, K5: nothing is known of them."""
    for language, word in (("en", "knight"), ("fr", "cage"), ("de", "meer"), ("", "plain")):
        deck = decks.Deck("own", "Own", language, tuple((f"a{n}", f"b{n}") for n in range(30)))
        assert not decks.forms(deck, word).sounds


@pytest.fixture
def lexicon(tmp_path):
    """A lexicon as gruut's are; each word has a second, slurred pronunciation."""
    path = tmp_path / "lexicon.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE word_phonemes (id INTEGER PRIMARY KEY, word, pron_order, phonemes, role)")
        rows = [(word, order, sound) for word, it in LEXICON.items() for order, sound in enumerate([it, "ə"])]
        connection.executemany("INSERT INTO word_phonemes (word, pron_order, phonemes) VALUES (?, ?, ?)", rows)
    connection.close()
    return path


def test_the_first_pronunciation_counts_without_stress(lexicon):
    sounds = pronunciations(lexicon)
    assert sounds["cage"] == ("k", "a", "ʒ")
    assert sounds["brun"] == sounds["brin"]
    assert set(sounds) == set(LEXICON)


@pytest.mark.parametrize(
    ("language", "card", "expected"),
    [("fr", "cage", "gage cages"), ("en", "cage", "cages"), ("fr", "porc", "port"), ("en", "porc", "port"),
     ("fr", "gage", "cage cages gache"), ("fr", "zoo", ""), ("fr", "brin", "brun"), ("fr", "age", "")],
)  # fmt: skip
def test_the_rulebooks_soundalikes(lexicon, language, card, expected):
    """C8: CAGE and PORC; what sounds nearly alike counts in French alone, and from three phonemes."""
    assert soundalikes([card], pronunciations(lexicon), language) == {card: set(expected.split())}


def test_one_voice_at_a_time_is_exchanged():
    assert near_soundalikes(tuple("kaʒ")) == {tuple("ɡaʒ"), tuple("kaʃ")}
    assert near_soundalikes(tuple("nal")) == near_soundalikes(tuple("so")) == set()


@pytest.mark.parametrize(
    ("one", "other"), [("hanno", "anno"), ("Cieco", "ceco"), ("quore", "cuore"), ("kilo", "chilo")]
)
def test_italian_is_written_as_it_sounds(one, other):
    """C8: ANNO."""
    assert italian_sound(one) == italian_sound(other)


@pytest.mark.parametrize(("one", "other"), [("chiesa", "ciesa"), ("ghiro", "giro"), ("scena", "shena"), ("via", "vi")])
def test_but_not_all_letters_are_idle(one, other):
    assert italian_sound(one) != italian_sound(other)


@pytest.mark.parametrize("part", ["base", "duet"])
def test_the_stored_sounds_are_up_to_date(part):
    """For Italian, which takes no lexicon."""
    assert make_sounds.make("it", part) == (WORDS / "it" / f"{part}.sounds.json").read_text("utf-8")


def test_the_command_writes_the_file(tmp_path, monkeypatch, lexicon):
    """C2: a form of a word is no soundalike of it."""
    (tmp_path / "fr").mkdir()
    (tmp_path / "fr" / "two.txt").write_text("# two\ncage / porc\nzoo / fée\n")
    (tmp_path / "fr" / "two.forms.json").write_text('{"cage": {"forms": ["cages"]}, "porc": {}, "zoo": {}, "fee": {}}')
    monkeypatch.setattr("app.decks.deck.WORDS", tmp_path)
    monkeypatch.setattr(sys, "argv", ["make_sounds", "fr", "two", str(lexicon)])
    monkeypatch.delitem(sys.modules, "app.decks.make_sounds")
    runpy.run_module("app.decks.make_sounds", run_name="__main__")
    assert (tmp_path / "fr" / "two.sounds.json").read_text() == '{\n"cage": ["gage"],\n"porc": ["port"]\n}\n'


def test_the_lexicon_of_a_language_has_its_common_words(tmp_path, monkeypatch, lexicon):
    """C11: not their inflected forms, of spellings that fold alike the frequent one first, and with notes."""
    (tmp_path / "fr").mkdir()
    (tmp_path / "fr" / "by-hand.txt").write_text("cage: +encager\n")
    monkeypatch.setattr(make_lexicon, "WORDS", tmp_path)
    monkeypatch.setattr(make_lexicon, "vocabulary", lambda language: {"cage", "cages", "tâche", "tache", "a"})
    make_lexicon.main("fr", str(lexicon))
    lines = gzip.decompress((tmp_path / "fr" / "lexicon.gz").read_bytes()).decode().splitlines()
    assert [line.split(" ")[:2] for line in lines] == [["cage", "cage"], ["tache", "tâche"], ["tache", "tache"]]
    known = json.loads(lines[0].split(" ", 2)[2])
    assert "encager" in known["forms"]
    assert known["sounds"] == ["gage"]


@pytest.mark.parametrize("arguments", [("fr", "base"), ("it", "base", "lexicon.db")])
def test_a_missing_lexicon_is_asked_for(arguments):
    with pytest.raises(SystemExit, match="lexicon"):
        make_sounds.main(*arguments)
    assert set(FAMILIES) == set(LANGUAGES)
