"""POST /games/<code>/rematch: the same people, a new game each time (K4)."""

import pytest

from app.games.store.models import Game
from app.live.topic_versions import TAG_HEADER
from tests.games.tables import CLUE, Table, lay


@pytest.fixture
def finished(classic) -> Table:
    classic.must("red-spymaster", f"clue {CLUE} 1")
    classic.must("red-operative", "guess 24")
    return classic


def again(table, who, **fields) -> Game:
    answer = who.post(f"/games/{table.code}/rematch", **fields)
    assert answer.status_code == 303, answer.text
    return Table(table.app, answer.headers["Location"].removeprefix("/games/"), {}).game


def seats(game) -> dict[str, str]:
    return {player.user.name: player.seat for player in game.players}


def test_the_same_people_on_fresh_cards(finished, bob):
    game = again(finished, bob)
    assert seats(game) == seats(finished.game)
    assert not {card for card, _ in game.drawn} & {card for card, _ in finished.game.drawn}
    assert game.version == 0


def test_flipped_cards(finished, bob):
    """K4: the other side of the same cards."""
    game = again(finished, bob, flip="1")
    assert game.drawn == [[card, 1 - side] for card, side in finished.game.drawn]
    assert not set(game.words) & set(finished.game.words)


def test_after_a_flip_comes_a_fresh_deal(finished, bob):
    """K4: the game after the flipped one deals fresh cards, whatever is asked."""
    flipped = again(finished, bob, flip="1")
    table = Table(finished.app, flipped.code, finished.people)
    team = flipped.turn[0]
    other = next(seat for seat in seats(flipped).values() if seat != team and seat.startswith(team[:3]))
    table.must(team, f"clue {CLUE} 1")
    table.must(other, f"guess {flipped.deal['key'].index('x')}")
    assert 'name="flip"' not in table.see(team)
    third = again(table, bob, flip="1")
    assert not {card for card, _ in third.drawn} & {card for card, _ in flipped.drawn}


def test_the_spymasters_seat_is_passed_on(finished, bob):
    assert seats(again(finished, bob, rotate="1")) == {
        "Ann": "red-operative",
        "Bob": "red-spymaster",
        "Cat": "blue-operative",
        "Dan": "blue-spymaster",
    }


@pytest.mark.parametrize("box", ["", "0", "false"])
def test_a_box_that_is_not_ticked(finished, bob, box):
    assert seats(again(finished, bob, rotate=box)) == seats(finished.game)


def test_a_late_click_is_led_to_the_same_game(finished, ann, bob):
    game = again(finished, ann)
    assert again(finished, bob, rotate="1").id == game.id
    assert seats(again(finished, bob))["Ann"] == "red-spymaster"


def test_the_others_are_told_who_has_dealt_and_join(finished, ann, bob, cat, dan, zed, nobody):
    """K4: by their end pages' own poll; a stranger is not told the name."""
    path = f"/games/{finished.code}/rematch"
    before = {person: person.fragment(path) for person in (ann, bob, cat, dan)}
    for person, answer in before.items():
        assert ">Play again</button>" in answer.text
        assert person.fragment(path, answer.headers[TAG_HEADER]).status_code == 204
    game = again(finished, bob)
    for person in (ann, cat, dan):
        told = person.fragment(path, before[person].headers[TAG_HEADER]).text
        assert "Bob has dealt again." in told
        assert "Join the new game" in told
        assert again(finished, person).id == game.id
    assert "Go to this table’s next game" in bob.fragment(path).text
    for person in (zed, nobody):
        for told in (person.fragment(path).text, person.get(f"/games/{finished.code}").text):
            assert f'href="/games/{game.code}"' in told
            assert "has dealt again" not in told


def test_the_end_page_polls_for_the_players_alone(finished, nobody):
    path = f"/games/{finished.code}/rematch"
    assert f'hx-get="{path}"' in finished.see("red-spymaster")
    assert f'hx-get="{path}"' not in nobody.get(f"/games/{finished.code}").text


def test_a_running_game_leads_back_to_its_table(classic, ann):
    assert ann.fragment(f"/games/{classic.code}/rematch").headers["HX-Redirect"] == f"/games/{classic.code}"


def test_a_bell_for_every_seat(finished, ann, bob, cat, dan):
    """Whoever has the first turn has a notice of that; the dealer needs none. Joining or the end takes it away."""
    game = again(finished, bob)
    first = next(player.user.name for player in game.players if player.seat in game.turn)
    for person in (ann, cat, dan):
        told = person.get("/notices").text
        assert ("Bob has dealt again: join the new game." in told) == (person.name != first)
        assert f"/games/{game.code}" in told
    assert "dealt again" not in bob.get("/notices").text
    waiting = next(person for person in (ann, cat, dan) if person.name != first)
    again(finished, waiting)
    assert "dealt again" not in waiting.get("/notices").text
    assert bob.post(f"/games/{game.code}/moves", move="resign", seen=0).status_code == 303
    for person in (ann, cat, dan):
        assert "dealt again" not in person.get("/notices").text


def test_a_running_game_has_none(classic, ann):
    answer = ann.post(f"/games/{classic.code}/rematch")
    assert answer.status_code == 422
    assert "not over" in answer.text


def test_a_stranger(finished, zed):
    assert zed.post(f"/games/{finished.code}/rematch").status_code == 404


def test_the_house_rules_stay(ann, bob):
    table = lay("duet", {"a": ann, "b": bob}, house={"zero"}, tokens=7, mistakes=2)
    table.must("a", "resign")
    game = again(table, bob)
    assert (game.deal["house"], game.deal["tokens"], game.deal["mistakes"]) == (["zero"], 7, 2)
