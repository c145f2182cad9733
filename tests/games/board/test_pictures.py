"""Games with pictures: what lies on the table, and what each reader's page calls it."""

import re

import pytest

from app.decks.pictures import PICTURES
from app.games.board import cards
from app.i18n.languages import LANGUAGES
from app.rules import VARIANTS
from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, Table, lay

SIZES = {"pictures": 20, "duet-pictures": 25}
KEY = "r" * 8 + "b" * 7 + "." * 4 + "x"


@pytest.fixture
def four(ann, bob, cat, dan) -> dict[str, object]:
    """Ann and Bob red, Cat and Dan blue."""
    return {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}


@pytest.fixture
def pictures(four) -> Table:
    """A table of pictures at which red starts: cards 0-7 are red, 8-14 blue, 15-18 bystanders, 19 the assassin."""
    return lay("pictures", four, {"first": "red", "key": KEY})


@pytest.fixture
def both(ann, bob) -> Table:
    """A Duet over pictures of Ann on side A and Bob on side B."""
    return lay("duet-pictures", {"a": ann, "b": bob}, {"keys": DUET_KEYS})


def names(table, language="en"):
    """What the pictures on a table are called in a language, with their places."""
    shown = [PICTURES[int(number) - 1] for number in table.game.words]
    return [f"{picture.name(language)} ({place})" for place, picture in enumerate(shown, 1)]


def drawn(page):
    """The names and the numbers of the drawings on a page, in order."""
    found = re.findall(r'aria-label="([^"]*)">\s*<use href="/pictures/[\d-]+\.svg\?v=\w+#p(\d+)">', page)
    return [name.replace("&#39;", "'") for name, _ in found], [int(number) for _, number in found]


@pytest.mark.parametrize("variant", SIZES)
def test_k3_different_pictures_of_the_deck_are_laid(four, ann, bob, variant):
    table = lay(variant, four if variant == "pictures" else {"a": ann, "b": bob})
    page = ann.get(f"/games/{table.code}").text
    assert table.game.deck == "pictures"
    assert len(set(table.game.words)) == SIZES[variant] == VARIANTS[variant].size
    assert drawn(page) == (names(table), [int(number) for number in table.game.words])


def test_every_picture_on_the_table_is_there_to_be_fetched(pictures, nobody):
    page = pictures.see("red-operative")
    for address, number in re.findall(r'<use href="([^"#]*)#p(\d+)">', page):
        file = nobody.get(address)
        assert (file.status_code, file.mimetype) == (200, "image/svg+xml")
        assert f'<path id="p{number}" ' in file.text


def test_all_pictures_of_a_table_are_one_file_that_stays(pictures, nobody):
    addresses = re.findall(r'<use href="(/pictures/[^"#]*)#p', pictures.see("red-operative"))
    assert (len(addresses), len(set(addresses))) == (20, 1)
    file = nobody.get(addresses[0], accept_encoding="br")
    assert "immutable" in file.headers["Cache-Control"]
    assert (file.headers["Content-Encoding"], len(file.data) < 20_000) == ("br", True)
    assert nobody.get(addresses[0], accept_encoding="br", if_none_match=file.headers["ETag"]).status_code == 304


@pytest.mark.parametrize("numbers", ["0", "281", "x", "1-", "-".join(map(str, range(1, 27)))])
def test_no_other_pictures_are_drawn(nobody, numbers):
    assert nobody.get(f"/pictures/{numbers}.svg").status_code == 404


def test_the_cards_are_numbered_from_one_on(pictures):
    page = pictures.see("red-operative")
    places = re.findall(r'class="place" aria-hidden="true">(\d+)<', page)
    assert places == [str(place) for place in range(1, 21)]


@pytest.mark.parametrize("language", ["fr", "it"])
def test_readers_see_the_names_in_their_own_language(pictures, bob, language):
    """At one table: only what a picture is called differs."""
    bob.post("/language", language=language)
    called, numbers = drawn(pictures.see("red-operative"))
    assert called == names(pictures, language) != names(pictures)
    assert numbers == drawn(pictures.see("red-spymaster"))[1]


def test_there_are_names_in_every_language_of_the_site(pictures, app):
    for language in LANGUAGES:
        with app.test_request_context(headers={"Accept-Language": language}):
            assert cards.card_names(pictures.game) == names(pictures, language)


def test_a_touched_picture_is_told_by_name_and_place(pictures, nobody):
    """V9, V12: in the line above the board, in the log, and for whom it is marked."""
    pictures.must("red-spymaster", f"clue {CLUE} 2 for 3")
    pictures.must("red-operative", "guess 15")
    page = nobody.get(f"/games/{pictures.code}").text.replace("&#39;", "'")
    touched = names(pictures)[15]
    assert touched.endswith("(16)")
    assert f"Red touched {touched.upper()}: bystander." in page
    assert re.search(rf'class="guess bystander">\s*{re.escape(touched)}', page)
    assert f'aria-label="Mark {names(pictures)[3]}"' in pictures.see("red-operative").replace("&#39;", "'")
    assert f"meant: {names(pictures)[3]}" in " ".join(pictures.see("red-spymaster").replace("&#39;", "'").split())


@pytest.mark.parametrize("clue", ["луна", "λύκος", "冬", "été"])
def test_k6_a_clue_may_be_in_any_script(pictures, clue):
    """C1: a table of pictures has no language of its own."""
    pictures.must("red-spymaster", f"clue {clue} 2")


def test_c9_a_word_of_a_pictures_name_is_advised_against(pictures):
    """It is told to the giver, with the picture's name, and may be given."""
    nouns = [PICTURES[int(number) - 1].small.nouns["en"] for number in pictures.game.words]
    noun = next(noun for noun in nouns if noun.isalpha())  # C6 would refuse a hyphen
    told = pictures.play("red-spymaster", "clue", word=noun, number="2")
    assert told.status_code == 422
    assert f"<b>{noun}</b> shares a part with {names(pictures)[nouns.index(noun)].upper()}." in told.text
    assert pictures.moves == []
    assert pictures.play("red-spymaster", "clue", word=noun, number="2", sure=noun).status_code == 303


def test_c9_only_visible_pictures_are_compared(pictures, ann, cat):
    noun = PICTURES[int(pictures.game.words[0]) - 1].large.nouns["en"]

    def advice(who):
        return who.post(f"/games/{pictures.code}/advice", headers={"HX-Request": "true"}, word=noun.split()[0]).text

    assert names(pictures)[0].upper() in advice(ann)
    pictures.must("red-spymaster", f"clue {CLUE} 1")
    pictures.must("red-operative", "guess 0", "stop")
    assert names(pictures)[0].upper() not in advice(cat)


@pytest.mark.parametrize("clue", ["two!", "☃", "x" * 41])
def test_c1_still_holds(pictures, clue):
    assert pictures.play("red-spymaster", f'clue "{clue}" 2').status_code == 422
    assert pictures.moves == []


@pytest.mark.parametrize("house", [[], ["several-words"]])
def test_c6_still_holds(four, house):
    table = lay("pictures", four, {"first": "red"}, house=house)
    assert table.play("red-spymaster", 'clue "new york" 2').status_code == (303 if house else 422)


def test_v2_the_key_of_twenty_pictures(four):
    table = lay("pictures", four)
    page = table.see("red-spymaster")
    counts = [page.count(f'data-key="{letter}"') for letter in "rb.x"]
    assert sorted(counts[:2]) == [7, 8]
    assert counts[2:] == [4, 1]
    assert "The team that starts has 8 agents, the other has 7;" in " ".join(page.split())


@pytest.mark.parametrize("flip", [False, True])
def test_k4_the_same_pictures_turned_over_or_fresh_ones(both, ann, app, flip):
    both.must("a", "resign")
    answer = ann.post(f"/games/{both.code}/rematch", **({"flip": "1"} if flip else {}))
    again = Table(app, answer.location.rpartition("/")[2], both.people)
    old, new = both.game.drawn, again.game.drawn
    assert again.game.deck == "pictures"
    if flip:
        assert new == [[card, 1 - side] for card, side in old]
        assert not set(both.game.words) & set(again.game.words)
    else:
        assert not {card for card, _ in old} & {card for card, _ in new}


def test_a_lens_leads_to_the_picture_itself(pictures, nobody):
    """Without a script it is a link like any other; with one, zoom.js shows the picture here."""
    page = pictures.see("blue-operative")
    lenses = re.findall(r'class="lens"\s+href="([^"]*)"\s+id="lens-\d+"\s+aria-label="Enlarge ([^"]*)"', page)
    assert [name.replace("&#39;", "'") for _, name in lenses] == names(pictures)
    assert nobody.get(lenses[0][0]).mimetype == "image/svg+xml"
    assert page.count('<dialog id="zoom"') == 1
    assert "zoom.js" in page


def test_the_lens_stays_out_of_what_polls_swap(pictures, bob):
    assert "<dialog" not in bob.fragment(f"/games/{pictures.code}").text


def test_words_look_as_ever(classic):
    page = classic.see("red-operative").partition("<main")[2]
    assert not [sign for sign in ('class="picture"', "zoom", 'class="place"', "lens-") if sign in page]
    assert re.findall(r'class="word"\s+lang="en"[^>]*>([^<]*)<', page) == classic.game.words


def test_words_are_marked_as_the_language_of_their_deck(four):
    """For screen readers; what stands beside a word is in the reader's language."""
    table = lay("classic", four, {"first": "red", "key": CLASSIC_KEY}, deck="fr-base")
    spymaster, operative = table.see("red-spymaster"), table.see("red-operative")
    assert '<html lang="en">' in operative
    assert len(re.findall(r'class="word"\s+lang="fr"', operative)) == 25
    assert len(re.findall(r'lang="fr"\s+type="checkbox"\s+name="for"', spymaster)) == 9
    table.must("red-spymaster", f"clue {CLUE} 2")
    assert len(re.findall(r'lang="fr"\s+type="radio"\s+name="move"', table.see("red-operative"))) == 25
    assert 'class="notes" lang' not in spymaster


def test_pictures_are_in_no_language_but_the_pages(pictures):
    page = pictures.see("red-spymaster").split('id="table"')[1].split('id="log"')[0]
    assert "lang=" not in page
