"""From the front page to a lobby by one press: the host sits, with the settings of their last lobby of that game."""

import re

import pytest

from tests.lobbies.sample_lobby import SampleLobby, alert, open_lobby

QUICK = {"last": 1, "seat": 1}


def opened(who, **fields) -> SampleLobby:
    """Open a lobby as the tiles of the front page do."""
    answer = who.post("/lobbies", **QUICK, **fields)
    assert answer.status_code == 303, answer.text
    return SampleLobby(who.app, answer.location.removeprefix("/lobbies/"))


def checked(page: str) -> set[str]:
    """The values that are ticked or selected in a form with all settings."""
    form = page.split('class="new"')[1].split("</form>", maxsplit=1)[0]
    fields = re.findall(r"<(?:input|option)[^>]*\b(?:checked|selected)\b[^>]*>", form)
    return {re.search(r'value="([^"]*)"', field)[1] for field in fields}


def test_a_name_and_one_press(nobody):
    page = nobody.get("/").text
    for variant in ("classic", "pictures", "duet", "duet-pictures"):
        assert f'id="play-{variant}"' in page
    lobby = opened(nobody, variant="duet", name="Nell")
    assert lobby.seats == {"Nell": "a"}
    assert (lobby.host, lobby.read("deck"), lobby.read("house"), lobby.read("clock")) == ("Nell", "en-base", [], "")


def test_a_bad_name_is_said_on_the_front_page(nobody):
    answer = nobody.post("/lobbies", **QUICK, variant="duet", name="")
    assert answer.status_code == 422
    assert 'id="play-duet"' in answer.text
    assert 'id="name-error"' in answer.text


def test_who_follows_the_link_is_told_by_whom_they_are_invited(ann, bob, nobody):
    lobby = opened(ann, variant="duet")
    for visitor in (nobody, bob):
        assert "Ann invites you to play." in visitor.get(lobby.url()).text
    assert "invites you" not in ann.get(lobby.url()).text


def test_a_bad_name_is_said_once_in_a_lobby(nobody, ann):
    lobby = opened(ann, variant="duet")
    answer = nobody.post(lobby.url("seats"), seat="b", name="Ann")
    assert answer.status_code == 422
    assert 'id="name-error"' in answer.text
    assert answer.text.count(alert(answer)) == 1


def test_the_settings_of_ones_last_lobby_of_that_game(ann, bob):
    chosen = {"deck": "en-duet", "house": "zero", "clock": "live 60", "bank": "1", "touching": "all"}
    open_lobby(ann, variant="duet", tokens="11", mistakes="3", **chosen)
    lobby = opened(ann, variant="duet")
    assert [lobby.read(name) for name in ("deck", "house", "tokens", "mistakes", "clock", "touching")] == [
        "en-duet",
        ["zero"],
        11,
        3,
        "live 60+60",
        "all",
    ]
    assert not lobby.read("public")
    for other in (opened(ann, variant="classic"), opened(bob, variant="duet")):
        assert (other.read("deck"), other.read("clock"), other.read("tokens")) == ("en-base", "", 9)


def test_the_form_with_all_settings_begins_with_those_of_ones_last_lobby(ann, bob):
    open_lobby(ann, variant="duet", deck="en-duet", house="zero", tokens="11", clock="live 60", public=1)
    said = checked(ann.get("/lobbies/new?variant=duet").text)
    assert {"en-duet", "zero", "11", "live 60"} <= said
    assert said.isdisjoint({"en-base", "y"})  # it is listed only when asked
    assert {"en-base", "zero"} <= (other := checked(ann.get("/lobbies/new?variant=duet&deck=en-base").text))
    assert "en-duet" not in other
    for page in (ann.get("/lobbies/new?variant=classic"), bob.get("/lobbies/new?variant=duet")):
        assert checked(page.text).isdisjoint({"en-duet", "zero", "11", "live 60"})


def test_a_second_click_leads_to_the_same_lobby(ann, bob):
    first = opened(ann, variant="duet")
    assert opened(ann, variant="duet").url() == first.url()
    assert opened(ann, variant="classic").url() != first.url()
    first.sit(bob, "b")
    assert opened(ann, variant="duet").url() != first.url()


def test_without_asking_for_them_they_are_the_defaults(ann):
    open_lobby(ann, variant="duet", clock="live 60")
    lobby = open_lobby(ann, variant="duet")
    assert (lobby.read("clock"), lobby.seats) == ("", {"Ann": None})


@pytest.fixture
def crowd(new_visitor) -> list:
    return [new_visitor(f"Guest{number}") for number in range(8)]


def test_any_seat_is_the_one_that_needs_somebody_most(ann, crowd):
    lobby = opened(ann, variant="classic")
    for person in crowd[:5]:
        lobby.sit(person, "any")
    assert [lobby.seats[person.name] for person in crowd[:5]] == [
        "blue-operative",
        "red-operative",
        "blue-spymaster",
        "red-operative",
        "blue-operative",
    ]


def test_any_seat_for_whoever_has_one_may_be_the_same(ann, bob):
    lobby = opened(ann, variant="duet")
    lobby.sit(bob, "any")
    lobby.sit(bob, "any")
    assert lobby.seats == {"Ann": "a", "Bob": "b"}


def test_no_seat_is_left(ann, crowd, new_visitor):
    lobby = opened(ann, variant="duet")
    for person in [*crowd, *(new_visitor(f"More{number}") for number in range(7))]:
        lobby.sit(person, "any")
    answer = lobby.do(new_visitor("Late"), "seats", seat="any")
    assert answer.status_code == 409
    assert alert(answer) == "All seats are taken. You can still watch."


def test_a_friend_is_offered_to_join(ann, bob, nobody):
    lobby = opened(ann, variant="duet")
    for person in (bob, nobody):
        assert 'id="join-any"' in person.get(lobby.url()).text
    assert 'id="join-any"' not in ann.get(lobby.url()).text


def test_the_host_fills_the_seats_once_there_are_people(ann, bob):
    lobby = opened(ann, variant="duet")
    assert "Fill and shuffle" not in ann.get(lobby.url()).text
    lobby.do(bob, "seats", seat="")
    assert "Fill and shuffle the seats" in ann.get(lobby.url()).text
    lobby.do(ann, "shuffle")
    assert sorted(lobby.seats.values()) == ["a", "b"]
