"""Attempts in which the computer takes a seat: they count, and the log and the tally say so (M6)."""

import pytest
from sqlalchemy import select

from app import rules
from app.accounts.computers import load_computers
from app.accounts.models import User
from app.db import db, now
from app.games.moves import service as games
from app.games.store.models import Game
from app.lobbies import expiry
from app.lobbies.models import LIFETIME, Lobby
from app.notifications.models import Notice
from app.teams import service as teams
from tests.campaigns.conftest import ASSASSIN, WON
from tests.campaigns.test_log import log, plain
from tests.campaigns.test_start_attempt import set_out
from tests.games.clock.clocked_games import OWN, do, seats_of, stall
from tests.games.tables import DUET_KEYS, lay
from tests.lobbies.sample_lobby import SampleLobby


class Computer:
    """Stands for a visitor where a table wants one: a user of the computer's."""

    def __init__(self, app):
        self.app = app
        with app.app_context():
            self.user = load_computers()[0]
            db.session.commit()


@pytest.fixture
def computer(app) -> Computer:
    return Computer(app)


@pytest.fixture
def alone(app, ann):
    """A team of Ann alone."""
    with app.app_context():
        team = teams.create_team(ann.user.id, "Solo")
        db.session.commit()
        assert team.current_sheet.number == 1
    return team


def travel(ann, team) -> SampleLobby:
    """Set out for Prague with the computer on the other side."""
    lobby = set_out(ann, team, "prague")
    lobby.do(ann, "computers", seat="b")
    return lobby


def notices_of(app, user: User) -> list[str]:
    with app.app_context():
        return list(db.session.scalars(select(Notice.kind).where(Notice.user_id == user.id)))


def test_who_is_alone_travels_with_the_computer(app, alone, ann, computer):
    lobby = set_out(ann, alone, "prague")
    assert 'id="computer-b"' in ann.get(lobby.url()).text
    lobby = travel(ann, alone)
    assert lobby.seats == {"Ann": "a", computer.user.name: "b"}
    assert f"{computer.user.name} (computer)" in ann.get("/").text  # in the list of lobbies
    code = ann.post(lobby.url("start")).location.rpartition("/")[2]
    with app.app_context():
        game = db.session.scalars(select(Game).where(Game.code == code)).one()
        assert (game.sheet_id, game.city) == (alone.current_sheet.id, "prague")
        assert {player.user_id for player in game.players} == {ann.user.id, computer.user.id}


def test_a_member_takes_the_seat_over(team, ann, bob, computer):
    """Bob is not there, so that Ann has him stand up; then he comes after all."""
    lobby = set_out(ann, team, "prague")
    lobby.do(ann, "members", user=bob.user.id, seat="")
    lobby.do(ann, "computers", seat="b")
    assert lobby.seats == {"Ann": "a", "Bob": None, computer.user.name: "b"}
    lobby.sit(bob, "b")
    assert lobby.seats == {"Ann": "a", "Bob": "b"}


def test_the_log_says_who_was_the_computer(team, attempt, ann, computer):
    attempt("prague", WON, people={"a": ann, "b": computer})
    assert f"Ann with {computer.user.name} (computer)" in plain(log(ann, team).text)


def test_the_tally_marks_it(team, attempt, ann, computer):
    """On the map, and among the figures, where the computer's clues are nobody's."""
    attempt("prague", ASSASSIN)
    attempt("prague", WON, people={"a": ann, "b": computer})
    attempt("cairo", ASSASSIN)
    page = ann.get(f"/teams/{team.code}").text
    assert "won 1, lost 1 (with the computer: 1)" in page
    assert "won 1, lost 1 (with the computer: 1)" in ann.get(f"/teams/{team.code}/cities/prague").text
    assert "with the computer" not in ann.get(f"/teams/{team.code}/cities/cairo").text
    figures = ann.get(f"/teams/{team.code}/log.json").json["figures"]
    assert (figures["attempts"], figures["wins"]) == (3, 1)
    assert figures["with_computer"] == {"attempts": 1, "wins": 1, "win_rate": 1.0}
    assert {each["name"] for each in figures["by_giver"]} == {"Ann"}
    assert "With the computer 1 won 1" in plain(log(ann, team).text)


def test_void_attempts_with_the_computer_leave_no_mark(team, attempt, ann, computer):
    """V23"""
    attempt("prague", [("a", "void")], people={"a": ann, "b": computer})
    assert "with the computer" not in ann.get(f"/teams/{team.code}").text.lower()


def test_a_rematch_is_another_attempt(app, team, attempt, ann, computer):
    """M1: all people at the table are in the team."""
    table = attempt("prague", ASSASSIN, people={"a": ann, "b": computer})
    again = ann.post(f"/games/{table.code}/rematch").location.rpartition("/")[2]
    with app.app_context():
        assert db.session.scalar(select(Game.city).where(Game.code == again)) == "prague"


def test_it_takes_a_seat_that_is_left(team, attempt, ann, bob, computer):
    table = attempt("prague", clock=OWN)
    stall(table)
    assert do(table, ann, "computers", seat="b").status_code == 303
    assert computer.user.name in seats_of(table.game)
    assert "Bob" not in seats_of(table.game)


def test_it_is_never_told(app, alone, ann, computer):
    """Neither that the lobby expires nor of a team that is founded after a game."""
    travel(ann, alone).change(created_at=now() - LIFETIME / 2 - LIFETIME / 2.2)
    with app.app_context():
        assert expiry.warn_before_expiry() == 1
        assert db.session.scalar(select(Lobby.warned_at))
    assert expiry.EXPIRY_KIND in notices_of(app, ann.user)
    assert notices_of(app, computer.user) == []


def test_no_computer_is_invited_to_a_team(app, ann, computer):
    table = lay("duet", {"a": ann, "b": computer}, {"keys": DUET_KEYS})
    for seen, (seat, move) in enumerate(WON):
        with app.app_context():
            games.play_move(table.code, table.people[seat].user.id, rules.parse(move), seen)
    assert ann.post("/teams", name="Solo", game=table.code).status_code == 303
    assert notices_of(app, computer.user) == []
