"""GET /games/<code>/share.svg, share.png and what other sites show: how a game ended, or only that it was played."""

import re
import struct
import xml.etree.ElementTree as ElementTree
import zlib
from html import unescape

import pytest

from app import rules
from app.games.postgame.sharing import COLOURS
from tests.games.tables import CLASSIC_KEY, CLUE, LOSING, Table, lay

FILES = ("share.svg", "share.png")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def over(classic) -> Table:
    """A classic game that red loses by its first touch."""
    classic.must("red-spymaster", f"clue {CLUE} 1 for 3")
    classic.must("red-operative", "guess 24")
    return classic


def shared(table, who, file, query=""):
    answer = who.get(f"/games/{table.code}/{file}{query}")
    assert answer.status_code == 200
    return answer


def words(answer):
    return [each.text for each in ElementTree.fromstring(answer.text).iter(f"{SVG}text")]


def pixels(data):
    """The rows of a PNG with a palette, each a list of colours; its checksums and filters are looked at."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    chunks, at = {}, 8
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(name + body)
        chunks[name], at = body, at + 12 + length
    width, height, *manner = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    assert (width, height, manner) == (1200, 630, [8, 3, 0, 0, 0])
    palette = [f"#{chunks[b'PLTE'][n : n + 3].hex()}" for n in range(0, len(chunks[b"PLTE"]), 3)]
    rows = zlib.decompress(chunks[b"IDAT"])
    assert len(rows) == (width + 1) * height
    lines = [rows[y * (width + 1) : (y + 1) * (width + 1)] for y in range(height)]
    assert {line[0] for line in lines} == {0}
    return [[palette[tone] for tone in line[1:]] for line in lines]


def colours(rows, card, down=5):
    """The colours of a card, without its edges: from its first column of pixels to its last."""
    y, x = divmod(card, 5)
    width, height = 1200 / 5, 630 / down
    part = [
        row[int(x * width) + 24 : int((x + 1) * width) - 24]
        for row in rows[int(y * height) + 24 : int((y + 1) * height) - 24]
    ]
    return {colour for row in part for colour in row}


def tones(letter):
    return {COLOURS[letter], COLOURS[f"{letter}'"]}


def test_the_drawing_tells_the_words_the_key_and_the_end(over, nobody):
    answer = shared(over, nobody, "share.svg")
    assert answer.mimetype == "image/svg+xml"
    told = words(answer)
    assert {word.upper() for word in over.game.words} <= set(told)
    assert "Blue wins: Red touched the assassin." in told
    assert [told.count(symbol) for symbol in "RB–✕"] == [9, 8, 7, 1]


def test_in_the_language_that_is_asked_for(over, nobody):
    assert 'lang="fr"' in shared(over, nobody, "share.svg", "?language=fr").text
    for language in ("", "?language=xx"):
        assert "Blue wins: Red touched the assassin." in shared(over, nobody, "share.svg", language).text


def test_nobodys_name_is_in_it_and_nothing_that_a_clue_was(over, ann, nobody):
    for file in FILES:
        names = (b"Ann", b"Bob", b"Cat", b"Dan") if file.endswith("svg") else ()  # three letters are in any packed file
        for query in ("", "?spoilers=no"):
            data = shared(over, nobody, file, query).data
            assert [name for name in (*names, CLUE.encode()) if name in data] == []
            assert shared(over, ann, file, query).data == data


def test_the_grid_shows_each_identity_in_its_pattern(over, nobody):
    rows = pixels(shared(over, nobody, "share.png").data)
    for card, letter in enumerate(CLASSIC_KEY):
        paper = set() if card == 24 else {COLOURS["card"]}  # what was touched is full of it
        assert colours(rows, card) == tones(letter) | paper, card


def test_of_a_duet_both_sides(duet, nobody):
    for seat, move in LOSING:
        duet.must(seat, move)
    rows = pixels(shared(duet, nobody, "share.png").data)
    keys = duet.game.deal["keys"]
    for card in range(25):
        paper = set() if card == 15 else {COLOURS["card"]}
        assert colours(rows, card) == tones(keys["a"][card]) | tones(keys["b"][card]) | paper


@pytest.mark.parametrize("variant", ["pictures", "duet-pictures"])
def test_pictures_have_their_places_alone(variant, ann, bob, cat, dan, nobody):
    seats = rules.VARIANTS[variant].seats
    table = lay(variant, dict(zip(seats, (ann, bob, cat, dan), strict=False)))
    table.must(seats[0], "resign")
    size = rules.VARIANTS[variant].size
    assert shared(table, nobody, "share.svg").text.count("<g ") == size
    rows = pixels(shared(table, nobody, "share.png").data)
    for card in range(size):
        assert COLOURS["paper"] not in colours(rows, card, size // 5)


@pytest.mark.parametrize("file", FILES)
def test_without_spoilers_it_is_the_same_however_it_ended(over, nobody, file):
    """Another key, another end, another touch: not a byte differs."""
    before = shared(over, nobody, file, "?spoilers=no").data
    told = shared(over, nobody, file).data
    over.change(deal={**over.game.deal, "key": "x" + CLASSIC_KEY[1:24] + "r"}, winner="red", reason="agents")
    assert shared(over, nobody, file, "?spoilers=no").data == before
    assert shared(over, nobody, file).data != told


@pytest.mark.parametrize("file", FILES)
def test_it_may_be_kept_for_ever_and_is_light(over, nobody, file):
    answer = shared(over, nobody, file)
    assert "immutable" in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers
    assert len(answer.data) < 24_000


@pytest.mark.parametrize("file", FILES)
def test_a_running_game_has_none(classic, ann, nobody, file):
    classic.must("red-spymaster", f"clue {CLUE} 1")
    for who in (ann, nobody):
        for query in ("", "?spoilers=no"):
            assert who.get(f"/games/{classic.code}/{file}{query}").status_code == 404


def test_words_cannot_break_out_of_the_drawing(over, nobody):
    over.change(words=["</text><script>x</script>"] * 25)
    answer = shared(over, nobody, "share.svg")
    assert "</TEXT><SCRIPT>X</SCRIPT>" in words(answer)
    assert "<script" not in answer.text.casefold()


def graph(page):
    return {
        name: unescape(value) for name, value in re.findall(r'<meta property="(og:[^"]+)"\s+content="([^"]*)"', page)
    }


def test_other_sites_are_told_by_whole_addresses(app, over, nobody):
    site = app.config["SITE_URL"]
    told = graph(nobody.get(f"/games/{over.code}").text)
    assert told["og:url"] == f"{site}/games/{over.code}"
    assert told["og:image"] == f"{site}/games/{over.code}/share.png"
    assert told["og:description"] == "Blue wins: Red touched the assassin."
    assert (told["og:title"], told["og:image:width"], told["og:image:height"]) == ("Codenames", "1200", "630")


def test_of_the_replay_they_are_not_told_the_end(app, over, nobody):
    told = graph(nobody.get(f"/games/{over.code}/replay?move=2").text)
    assert told["og:url"] == f"{app.config['SITE_URL']}/games/{over.code}/replay"
    assert told["og:image"].endswith("/share.png?spoilers=no")
    assert "wins" not in " ".join(told.values())


def test_of_a_running_game_they_are_told_nothing(classic, nobody):
    assert graph(nobody.get(f"/games/{classic.code}").text) == {}


def test_the_end_offers_both_links_and_both_pictures(app, over):
    page = unescape(over.see("red-operative"))
    address = f"/games/{over.code}"
    for link in (address, f"{address}/replay"):
        assert f'value="{app.config["SITE_URL"]}{link}"' in page
    for picture in ("share.svg?language=en", "share.svg?language=en&spoilers=no"):
        assert f'href="{address}/{picture}"' in page
