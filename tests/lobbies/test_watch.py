"""Looking at a lobby."""

import io

import pytest
import segno

from app.games.wording.sentences import SEATS
from tests.lobbies.sample_lobby import buttons


def test_anyone_with_the_link_may_watch_and_may_join(classic, zed, nobody):
    for person in (zed, nobody):
        answer = person.get(classic.url())
        assert answer.status_code == 200
        assert "Ann" in answer.text
        assert buttons(answer) == {"red-spymaster", "red-operative", "blue-spymaster", "blue-operative"}
    assert classic.seats == {"Ann": None}, "looking is not joining"


def test_only_a_visitor_is_asked_for_a_name(classic, zed, nobody):
    assert 'name="name"' in nobody.get(classic.url()).text
    assert 'name="name"' not in zed.get(classic.url()).text


def test_signing_in_leads_back_to_the_lobby(classic, bob, nobody):
    classic.sit(bob, "red-spymaster")
    refused = nobody.post(classic.url("seats"), seat="red-spymaster", name="Eve")
    assert f'href="/login?next={classic.url()}"' in refused.text


def test_a_visitors_form_is_sent_plainly_for_the_whole_page_changes(classic, zed, nobody):
    address = f'hx-post="{classic.url("seats")}"'
    assert address not in nobody.get(classic.url()).text
    assert address in zed.get(classic.url()).text


def test_the_page_shows_who_is_host_who_is_guest_and_who_is_you(classic, ann, nobody):
    classic.sit(nobody, "red-operative", name="Eve")
    page = nobody.get(classic.url()).text
    assert "Eve <small>(guest)</small> <small>(you)</small>" in page
    assert 'Ann <small class="host">host</small>' in page
    assert "Not seated yet" in page


def test_v1_the_page_says_who_is_missing(classic, bob):
    classic.sit(bob, "red-spymaster")
    page = bob.get(classic.url()).text
    for seat, there in (("Red needs a spymaster", False), ("Red needs an operative", True), ("Blue needs a", True)):
        assert (seat in page) == there


def test_d1_the_page_says_which_side_is_empty(duet, bob):
    duet.sit(bob, "b")
    page = bob.get(duet.url()).text
    assert "Side A needs a player." in page
    assert "Side B needs a player." not in page


def test_the_link_is_shown_in_full_and_as_a_picture(classic, nobody):
    page = nobody.get(classic.url()).text
    assert f'value="http://localhost{classic.url()}"' in page
    picture = nobody.get(classic.url("qr.svg"))
    assert picture.mimetype == "image/svg+xml"
    assert "<svg" in picture.text
    assert "style" not in picture.text, "the content security policy takes no inline style"


def test_every_control_has_a_name(classic, bob):
    page = bob.get(classic.url()).text
    for seat in ("red-spymaster", "blue-operative"):
        assert f'aria-label="Sit here: {SEATS[seat]}"' in page


@pytest.mark.parametrize("part", ["", "qr.svg"])
@pytest.mark.parametrize("code", ["zzzzzzzz", "ZZZZZZZZ", "a%00b", "x" * 3000, "🕵"])
def test_an_unknown_code_is_not_found(nobody, code, part):
    for address in (f"/lobbies/{code}", f"/lobbies/{code}/{part}"):
        assert nobody.get(address.rstrip("/")).status_code == 404
        assert nobody.fragment(address.rstrip("/")).status_code == 404


@pytest.mark.parametrize("action", ["seats", "volunteer", "leave", "shuffle", "members", "host", "close", "start"])
def test_no_action_finds_an_unknown_lobby(bob, action):
    for code in ("zzzzzzzz", "a%00b"):
        assert bob.post(f"/lobbies/{code}/{action}").status_code == 404


def test_the_picture_says_the_link(classic, nobody):
    """A phone that reads it comes to this very lobby."""
    drawn = io.BytesIO()
    segno.make(f"http://localhost{classic.url()}", micro=False).save(
        drawn, kind="svg", scale=4, dark="#000", light="#fff", xmldecl=False
    )
    assert nobody.get(classic.url("qr.svg")).data == drawn.getvalue()
