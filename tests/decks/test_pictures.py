"""The pictures: 280 of them on 140 two-sided cards, drawn from a list, with names in three languages and credits."""

import doctest
import gzip
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from statistics import mean
from xml.etree import ElementTree

import pytest

from app.decks import pictures
from app.decks.pictures import CARDS, CREDITS, LANGUAGES, PICTURES
from app.decks.pictures.credit import credits_of, notice
from app.decks.pictures.drawn import path_data
from app.decks.pictures.listing import lines, read_layout, things

FOLDER = Path(__file__).parents[2] / "static" / "pictures"
FILES = {path.name: path.read_text("utf-8") for path in FOLDER.glob("*.svg")}
ROOTS = {name: ElementTree.fromstring(text) for name, text in FILES.items()}
BY_NUMBER = {picture.number: picture for picture in PICTURES}
SVG = "{http://www.w3.org/2000/svg}"


def halves(picture):
    """The icons of a picture."""
    return [picture.large.icon, picture.small.icon]


def test_there_are_280_pictures_on_140_two_sided_cards():
    """K2: numbered from 1 on, each on one side of one card."""
    assert [picture.number for picture in PICTURES] == list(range(1, 281))
    assert len(CARDS) == 140
    assert sorted(number for card in CARDS for number in card) == list(range(1, 281))


def test_no_thing_is_on_more_than_two_pictures():
    icons = Counter(icon for picture in PICTURES for icon in halves(picture))
    assert [icon for icon, times in icons.items() if times > 2] == []
    assert len(icons) >= 280


def test_no_two_things_meet_twice():
    assert Counter(frozenset(halves(picture)) for picture in PICTURES).most_common(1)[0][1] == 1
    assert [picture.number for picture in PICTURES if len(set(halves(picture))) < 2] == []


def test_the_sides_of_a_card_have_no_thing_in_common():
    assert [(a, b) for a, b in CARDS if {*halves(BY_NUMBER[a])} & {*halves(BY_NUMBER[b])}] == []


def test_every_thing_is_on_a_picture():
    assert {thing.icon for thing in things().values()} == {icon for picture in PICTURES for icon in halves(picture)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_thing_has_a_short_noun_of_its_own(language):
    """In each language, so that no two pictures are called the same."""
    nouns = [thing.nouns[language] for thing in things().values()]
    assert [noun for noun in nouns if not re.fullmatch(r"[^\W\d_][\w’ -]{0,28}\w", noun)] == []
    assert [noun for noun, times in Counter(map(str.lower, nouns)).items() if times > 1] == []


def test_a_picture_is_named_after_both_things():
    names = {language: [picture.name(language) for picture in PICTURES] for language in LANGUAGES}
    assert "umbrella and penguin" in names["en"]
    assert "parapluie et manchot" in names["fr"]
    assert "ombrello e pinguino" in names["it"]


def test_italian_is_spoken_smoothly():
    names = [picture.name("it") for picture in PICTURES]
    assert "scopa ed elicottero" in names
    assert [name for name in names if re.search(r" e e| ed [^e]", name)] == []


def test_there_is_no_name_in_another_language():
    with pytest.raises(KeyError):
        PICTURES[0].name("de")


def test_there_is_one_file_a_picture_drawn_after_the_list_as_it_is():
    """A file says what it was drawn after: one that is older than the list is told here. Run the maker again."""
    assert set(FILES) == {picture.file for picture in PICTURES}
    assert {p.file: p.recipe for p in PICTURES if ROOTS[p.file].get("data-of") != p.recipe} == {}


def test_each_file_is_one_shape_in_the_colour_around_it():
    """No script, style, text, picture, link or second colour: a root, and a path with the id that pages refer to."""
    assert [name for name, root in ROOTS.items() if not is_one_shape(root)] == []


def is_one_shape(root):
    """Whether there is nothing but the root and its path, with these attributes only."""
    tags = [(part.tag, set(part.attrib)) for part in root.iter()]
    path = root[0].attrib
    return (
        tags == [(SVG + "svg", {"viewBox", "data-of"}), (SVG + "path", {"id", "fill", "d"})]
        and (path["id"], path["fill"]) == ("p", "currentColor")
        and re.fullmatch(r"[mlqcz0-9 -]+", path["d"])
        and not "".join(root.itertext()).strip()
    )


def test_each_shape_fills_its_card_and_stays_on_it():
    """From margin to margin, by the ends of its curves: their bellies reach a little farther."""
    assert {root.get("viewBox") for root in ROOTS.values()} == {"0 0 1000 1000"}
    spans = {name: span([*ends(root[0].get("d"))]) for name, root in ROOTS.items()}
    assert {name: found for name, found in spans.items() if found[0] < 0 or found[1] > 1000 or found[2] < 850} == {}


def span(points):
    """The least and the greatest coordinate, and how long the longer side is."""
    sides = [(min(values), max(values)) for values in zip(*points, strict=True)]
    return min(low for low, _ in sides), max(high for _, high in sides), max(high - low for low, high in sides)


def ends(data):
    """The points where the pieces of a path end, of which the maker writes relative ones only."""
    x = y = left = top = 0
    for letter, text in re.findall(r"([mlqcz])([^mlqcz]*)", data):
        numbers = [int(number) for number in re.findall(r"-?\d+", text)]
        step = {"m": 2, "l": 2, "q": 4, "c": 6, "z": 1}[letter]
        for at in range(0, len(numbers), step):
            x, y = x + numbers[at + step - 2], y + numbers[at + step - 1]
            yield x, y
        left, top = (x, y) if letter == "m" else (left, top)
        x, y = (left, top) if letter == "z" else (x, y)


def test_the_pictures_are_light_to_carry():
    sizes = [len(gzip.compress(text.encode())) for text in FILES.values()]
    assert mean(sizes) <= 2 * 1024
    assert max(sizes) <= 6 * 1024


def test_the_credits_name_the_author_of_every_icon():
    """CC BY 3.0 and MIT: by name, with the licence."""
    credited = {(credit.author, icon) for credit in CREDITS for icon in credit.icons}
    names = {short: name for short, name, *_ in (line.split(" | ") for line in lines("authors.txt"))}
    assert credited == {(names[thing.author], thing.title) for thing in things().values()}
    assert {credit.licence for credit in CREDITS} == {"CC BY 3.0", "MIT"}
    assert [credit.licence for credit in CREDITS if credit.author == "Microsoft Corporation"] == ["MIT"]


def test_nobody_is_credited_for_nothing():
    assert len(CREDITS) == len([*lines("authors.txt")])


def test_who_made_most_comes_first():
    assert all(len(one.icons) >= len(other.icons) for one, other in pairwise(CREDITS))


def test_an_author_who_is_not_listed_is_missed():
    with pytest.raises(KeyError):
        list(credits_of(["somebody/moon"]))


def test_the_notice_goes_out_beside_the_pictures():
    """With the words that the licences ask for, and every author."""
    text = (FOLDER / "CREDITS.txt").read_text("utf-8")
    assert text == notice(CREDITS)
    assert "https://creativecommons.org/licenses/by/3.0/" in text
    assert "Copyright (c) Microsoft Corporation." in text
    assert "Every picture is adapted from two icons" in text
    assert [credit.author for credit in CREDITS if f"Icons made by {credit.author}" not in text] == []


def test_a_layout_is_read_as_it_is_written():
    assert str(read_layout("")) == "se, small 62, overlap 62"
    assert str(read_layout("n, small 67, mirror small, mirror large")) == (
        "n, small 67, overlap 62, mirror large, mirror small"
    )
    assert {read_layout(str(picture.layout)) == picture.layout for picture in PICTURES} == {True}


@pytest.mark.parametrize("text", ["ns", "small", "small big", "mirror", "mirror both", "large 78", "se small 52"])
def test_a_layout_that_is_none_is_told(text):
    with pytest.raises(ValueError, match="not a layout"):
        read_layout(text)


def test_a_path_is_written_short():
    """Relative and rounded, without what goes without saying: a letter like the last, a space before a sign, no way."""
    start, line, quad, close = 0, 1, 2, 5
    square = [(start, [(10, 20)]), (line, [(30.4, 20)]), (line, [(30.4, 19.6)]), (line, [(30, 9.7)]), (close, [])]
    curve = [(start, [(5, 5)]), (quad, [(8, 1), (11, 5)]), (quad, [(14, 9), (17, 5)])]
    assert path_data(square) == "m10 20l20 0 0-10z"
    assert path_data([*square, *curve]) == "m10 20l20 0 0-10zm-5-15q3-4 6 0 3 4 6 0"


def test_the_words_above_the_pictures_hold():
    assert doctest.testmod(pictures) == (0, 4)
