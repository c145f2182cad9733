"""GET /rules in each language: the same rules, anchors and numbers, in its own words and typography."""

import re
from collections import Counter

import pytest

from app.i18n.languages import LANGUAGES
from app.rules_pages.examples import EXAMPLES
from tests.rules_pages.rules_page import ids, plain

PROSE = re.compile(r"<(p|dd|h1|h2|h3|figcaption|li)(?: [^>]*)?>(.*?)</\1>", re.DOTALL)
NUMBER = re.compile(r"\d+(?:[\u202f.,]\d{3})*")
NARROW = "\u202f"  # no-break space


def sections(page: str) -> dict[str, str]:
    """The markup of each section by its id, and what stands before the first."""
    opening, *rest = re.split(r"<section\b", main(page))
    return {"": opening} | {part.split('"')[1]: part for part in rest}


def main(page: str) -> str:
    """What belongs to the page itself."""
    return page.partition("<main")[2].partition("</main>")[0]


def written(markup: str) -> list[str]:
    """The text of every paragraph and heading that a translator wrote, without the drawn boards and the tables."""
    drawn = re.compile(r'<ol class="board.*?</ol>|<table.*?</table>', re.DOTALL)
    return [plain(text) for _, text in PROSE.findall(drawn.sub("", markup))]


def numbers(markup: str) -> Counter[str]:
    """Every number in the text; a thousand is written apart in different ways."""
    return Counter(re.sub(r"\D", "", number) for number in NUMBER.findall(plain(markup)))


def test_each_language_has_its_own_examples():
    assert set(EXAMPLES) == set(LANGUAGES)


def test_the_page_says_its_language(translated, language):
    assert f'<html lang="{language}">' in translated


def test_the_anchors_are_the_same(page, translated):
    """K, V, D, M, C, L: rules and sections, in the same order."""
    assert ids(translated) == ids(page)


def test_each_section_leads_to_the_same_places(page, translated):
    english, other = sections(page), sections(translated)
    for name in english:
        links = [Counter(re.findall(r'href="([^"]+)"', text)) for text in (english[name], other[name])]
        assert links[0] == links[1], name


def test_each_section_has_the_same_numbers(page, translated):
    """V2, V6, D2, D3, D4, D19, M2, C1: whatever is counted in one language is counted in all."""
    english, other = sections(page), sections(translated)
    for name in english:
        assert numbers(english[name]) == numbers(other[name]), name


def test_no_sentence_is_left_in_english(page, translated, language):
    if language != "en":
        left = set(written(main(translated))) & set(written(main(page)))
        assert left <= {"Codenames"}


def test_apostrophes_are_printed_ones(translated, language):
    if language != "en":
        assert [text for text in written(main(translated)) if "'" in text] == []


def unspaced(text: str) -> list[str]:
    """Where French signs lack the narrow space that keeps them on the line of their word."""
    return re.findall(rf".{{0,9}}[^{NARROW}][;:!?»]|«[^{NARROW}]", text)


@pytest.mark.parametrize("right", [f"Oui{NARROW}!", f"«{NARROW}ski{NARROW}»{NARROW}: deux"])
def test_french_spaces_that_are_right(right):
    assert unspaced(right) == []


@pytest.mark.parametrize("wrong", ["Oui !", "Oui!", "« ski\u202f»", "«\u202fski »", "deux: trois"])
def test_french_spaces_that_are_wrong(wrong):
    assert unspaced(wrong) != []


def test_french_signs_keep_to_their_words(nobody):
    text = " ".join(written(main(nobody.get("/rules", accept_language="fr").text)))
    assert unspaced(text) == []
