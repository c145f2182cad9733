"""GET /games/<code> by htmx: the fragment, or 204 where nothing has changed."""

import re

from tests.games.tables import CLUE


def tag(table, who):
    return who.fragment(f"/games/{table.code}").headers["HX-PTag"]


def test_nothing_new(classic, bob):
    answer = bob.fragment(f"/games/{classic.code}", tag(classic, bob))
    assert (answer.status_code, answer.data) == (204, b"")


def test_a_move_brings_the_fragment(classic, bob):
    old = tag(classic, bob)
    classic.send("red-spymaster", f"clue {CLUE} 2")
    answer = bob.fragment(f"/games/{classic.code}", old)
    assert answer.status_code == 200
    assert CLUE in answer.text
    assert "<html" not in answer.text
    assert answer.headers["HX-PTag"] != old


def test_a_mark_is_news_to_the_own_team_only(classic, ann, bob, dan):
    ours, theirs = tag(classic, ann), tag(classic, dan)
    bob.post(f"/games/{classic.code}/marks", card=3, seen=0)
    assert ann.fragment(f"/games/{classic.code}", ours).status_code == 200
    assert dan.fragment(f"/games/{classic.code}", theirs).status_code == 204


def test_another_reader_is_another_tag(classic, bob, dan):
    assert dan.fragment(f"/games/{classic.code}", tag(classic, bob)).status_code == 200


def test_the_page_carries_the_tag_and_the_trigger(classic, bob):
    page = bob.get(f"/games/{classic.code}").text
    assert f'hx-ptag="{tag(classic, bob)}"' in page
    assert 'hx-trigger="every 300ms, wake"' in page
    assert "<html" in page


def test_of_a_finished_game_only_the_rematch_polls_and_only_for_players(classic, zed):
    classic.send("red-spymaster", f"clue {CLUE} 1")
    classic.send("red-operative", "guess 24")
    assert re.findall(r'hx-get="(/games/[^"]+)"', classic.see("blue-operative")) == [f"/games/{classic.code}/rematch"]
    assert 'hx-get="/games/' not in zed.get(f"/games/{classic.code}").text


def test_a_mangled_tag_is_just_an_old_one(classic, bob):
    for mangled in ("x" * 5000, "é", "game:1:2:3"):
        assert bob.fragment(f"/games/{classic.code}", mangled).status_code == 200


def test_a_fragment_is_never_kept_by_the_browser(classic, bob):
    answer = bob.fragment(f"/games/{classic.code}")
    assert answer.headers["Cache-Control"] == "no-store"
    assert "HX-Request" in answer.headers["Vary"]
