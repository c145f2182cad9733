"""The computer takes a seat whose player has left or misses their turns, so that the game goes on (T4, L2)."""

from app.accounts.computers import load_computers
from tests.games.clock.clocked_games import do, seats_of


def test_it_takes_the_seat_of_who_is_missed(stalled, ann, bob, app):
    assert 'id="computer-b"' in ann.get(f"/games/{stalled.code}").text
    assert do(stalled, ann, "computers", seat="b").status_code == 303
    with app.app_context():
        names = {user.name for user in load_computers()}
    assert names & set(seats_of(stalled.game))
    assert stalled.game.stalled_at is None
    assert "Bob" not in seats_of(stalled.game)


def test_a_seat_that_is_held_is_not_given_away(stalled, ann, bob):
    assert do(stalled, ann, "computers", seat="a").status_code == 409
    assert do(stalled, bob, "computers", seat="b").status_code == 409
    do(stalled, ann, "computers", seat="b")
    assert do(stalled, ann, "computers", seat="b").status_code == 409
