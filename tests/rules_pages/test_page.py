"""GET /rules: who may read it, and the anchors that others link to."""

import re
import socket

import pytest

from app import create_app
from app.config import Settings
from app.decks import DECKS
from app.games.wording.refusal_text import REFUSAL_RULES
from app.games.wording.sentences import ADVICE_RULES
from tests.rules_pages.rules_page import ids, plain
from tests.visitor import Visitor

WRITTEN = [
    *(f"K{number}" for number in range(1, 7)),
    *(f"V{number}" for number in (*range(1, 16), *range(20, 25))),
    *(f"D{number}" for number in (*range(1, 21), *range(30, 34))),
    *(f"M{number}" for number in range(1, 8)),
    *(f"C{number}" for number in range(1, 12)),
    *(f"T{number}" for number in range(1, 6)),
    *(f"L{number}" for number in range(1, 3)),
]
ANCHORS = {
    *("cards", "codenames", "turn", "challenge", "pictures", "duet", "duet-start", "keys", "duet-turn", "duet-counts"),
    *("invalid-clue", "tokens", "sudden-death", "score", "clues", "refused", "advice", "judged", "house-rules"),
    *("mission-map", "attempts", "difficulty", "odds", "time", "own-pace", "leaving"),
}


def played() -> list[str]:
    """The rules that the site plays now; K2 is about pictures, of which there must be a deck."""
    pictures = "pictures" in {str(deck.kind) for deck in DECKS.values()}
    return [rule for rule in WRITTEN if (rule != "K2" or pictures)]


def test_everybody_may_read_the_rules(nobody, ann):
    for reader in (nobody, ann):
        answer = reader.get("/rules")
        assert answer.status_code == 200
        assert "<h1>Rules</h1>" in answer.text


def test_a_visitor_reads_them_without_the_database():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    settings = Settings(database_url=f"postgresql://nobody@127.0.0.1:{port}/nothing", secret_key="tests")
    assert Visitor(create_app(settings), "nobody").get("/rules").status_code == 200


def test_each_rule_that_is_played_is_explained_at_its_id(page):
    """K, V, D, M, C, T, L: once each, beside its name, and none that is not played."""
    assert sorted(anchor for anchor in ids(page) if anchor in WRITTEN) == sorted(played())
    assert sorted(re.findall(r'<small class="rule" id="(\w+)">\1</small>', page)) == sorted(played())


def test_no_id_comes_twice(page):
    assert len(ids(page)) == len(set(ids(page)))


def test_the_anchors_that_others_link_to_are_there(page):
    assert set(ids(page)) >= ANCHORS


def test_every_link_inside_the_page_leads_somewhere(page):
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids(page))


def test_the_contents_name_every_section(page):
    contents = page.split('<nav class="contents"')[1].split("</nav>")[0]
    sections = re.findall(r'<section id="([^"]+)"', page)
    assert [link for link in re.findall(r'href="#([^"]+)"', contents) if link in sections] == sections


def test_a_newcomer_is_led_to_a_lobby_of_duet(page, nobody):
    start = page.split('id="duet-start"')[1].split("</ol>")[0]
    link = re.search(r'href="(/lobbies/new[^"]*)"', start)
    assert link is not None
    assert "Duet: open a lobby" in nobody.get(link[1]).text


@pytest.mark.parametrize("forbidden", [" style=", "<style", "onclick"])
def test_nothing_that_the_content_policy_forbids(page, forbidden):
    assert forbidden not in page


def test_pictures_are_promised_only_while_there_are_none(page):
    """K2"""
    assert ("There is no deck of pictures here yet." in plain(page)) == ("K2" not in played())


def test_every_rule_that_a_refusal_names_has_its_place(translated):
    """V8, D11 and all others: the links of the notices lead to anchors, in each language."""
    named = {anchor for rule in (*REFUSAL_RULES.values(), *ADVICE_RULES.values()) for anchor in rule.split()}
    assert named <= set(ids(translated))
