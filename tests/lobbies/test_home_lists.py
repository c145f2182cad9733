"""What the home page lists, against what the rows themselves say; and by how many statements."""

import random
from collections.abc import Iterator
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select, text

from app.accounts.models import FOREVER, User
from app.db import db, now
from app.games.store.models import Game, Player
from app.games.store.topics import game_topic
from app.games.web import game_list
from app.games.wording.sentences import outcome_text
from app.live import tags
from app.lobbies.loading import lobby_topic
from app.lobbies.models import LIFETIME, Lobby, Member
from app.lobbies.web import home_lists
from app.notifications import bell
from app.rules import VARIANTS
from app.teams.models import Membership, Sheet, Team
from tests.games.tables import CLUE, lay
from tests.lobbies.sample_lobby import open_lobby
from tests.statements import recorded_statements
from tests.teams import founded

PEOPLE, GAMES, LOBBIES = 12, 90, 60
HOUR = timedelta(hours=1)
DICE = random.Random(5)


def some(chance: float) -> bool:
    return DICE.random() < chance


def a_time(around=10 * HOUR):
    return now() + around * DICE.uniform(-1, 1)


def a_person(number: int) -> User:
    user = User(f"Person {number}")
    user.deleted_at = now() if number % 6 == 5 else None
    user.suspended_until = {1: FOREVER, 2: now() - HOUR}.get(number % 6)
    return user


def a_game(people: list[User], sheet: Sheet) -> Game:
    """A game in any state, in which people have any seats."""
    variant = DICE.choice(sorted(VARIANTS))
    seats = list(VARIANTS[variant].seats)
    game = Game(
        "".join(DICE.choices("abcdefgh", k=8)), variant, "x", {}, [], [], DICE.sample(seats, DICE.choice([1, 1, 2]))
    )
    game.moved_at, game.deadline = a_time(), a_time() if some(0.6) else None
    if VARIANTS[variant].game == "duet" and some(0.3):
        game.sheet, game.city = sheet, DICE.choice(["cairo", "prague"])
    if some(0.5):
        game.finished_at, game.turn, game.deadline = a_time(), [], None
        game.winner, game.reason = ("team", "agents") if seats == ["a", "b"] else ("red", "agents")
    elif some(0.2):
        game.stalled_at = a_time()
    for user in DICE.sample(people, DICE.randint(2, 6)):
        player = Player(user.id, DICE.choice(seats), left_at=a_time() if some(0.2) else None)
        player.ended_at = game.finished_at
        game.players.append(player)
    return game


def a_lobby(people: list[User], sheet: Sheet) -> Lobby:
    """A lobby, mostly open, with people who may have left it or not be of its team."""
    members = DICE.sample(people, DICE.randint(1, 5))
    lobby = Lobby("".join(DICE.choices("jkmnpqrs", k=8)), DICE.choice(people).id, "duet", "x", [])
    lobby.public, lobby.locked, lobby.closed_at = some(0.5), some(0.2), now() if some(0.1) else None
    lobby.created_at = now() - LIFETIME * DICE.uniform(0, 1.2)
    if some(0.3):
        lobby.sheet, lobby.city = sheet, "cairo"
    lobby.members = [Member(user.id, removed=some(0.2)) for user in members]
    for member in lobby.members:
        member.joined_at = a_time()
    return lobby


@pytest.fixture
def people(app: Flask) -> Iterator[list[User]]:
    """People with games, lobbies and teams in every state; in an application context."""
    with app.test_request_context():
        people = [a_person(number) for number in range(PEOPLE)]
        db.session.add_all(people)
        db.session.flush()
        teams = [Team(f"team{number}xx", f"invite{number}", f"Team {9 - number}") for number in range(3)]
        for team in teams:
            members = DICE.sample(people, 5)
            team.memberships = [Membership(user.id, place) for place, user in enumerate(members)]
            team.sheets = [Sheet(1)]
        db.session.add_all(teams)
        db.session.add_all(a_game(people, DICE.choice(teams).sheets[0]) for _ in range(GAMES))
        db.session.add_all(a_lobby(people, DICE.choice(teams).sheets[0]) for _ in range(LOBBIES))
        db.session.commit()
        db.session.expunge_all()  # what is compared has been read
        yield list(db.session.scalars(select(User).order_by(User.id)))


def waits(game: Game, mine: Player) -> bool:
    lead = mine.seat.replace("operative", "spymaster")
    lost = lead != mine.seat and not any(other.seat == lead and other.is_present for other in game.players)
    return game.finished_at is None and (mine.seat in game.turn or lost)


def games_of(user: User) -> list[tuple[Game, Player]]:
    """A user's games in the order of the list."""
    all_of_them = [(game, player) for game in db.session.scalars(select(Game)) for player in game.players]
    own = [(game, player) for game, player in all_of_them if player.user_id == user.id and player.left_at is None]
    running = [(game, mine) for game, mine in own if not game.finished_at]
    ended = sorted((each for each in own if each[0].finished_at), key=lambda each: each[0].finished_at, reverse=True)

    def urgency(each: tuple[Game, Player]):
        game, mine = each
        deadline = None if game.stalled_at else game.deadline
        return not waits(game, mine), deadline is None, deadline or FOREVER, game.moved_at, game.id

    return [*sorted(running, key=urgency), *ended[:5]]


def state_of(game: Game, mine: Player) -> str:
    if game.finished_at:
        return outcome_text(game.winner, game.reason)
    if waits(game, mine):
        return "Your turn"
    if game.stalled_at:
        return "On hold: three turns missed in a row"
    moving = [player.user.name for player in game.players if player.seat in game.turn and player.is_present]
    return f"Waiting for {in_words(moving, 'or') or 'a player'}"


def open_lobbies() -> list[Lobby]:
    """The newest first."""
    return [lobby for lobby in db.session.scalars(select(Lobby).order_by(Lobby.created_at.desc())) if lobby.is_open]


def names(users) -> str:
    return ", ".join(user.display_name for user in users)


def in_words(names: list[str], last: str) -> str:
    """The names as English lists them."""
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def test_games_are_those_of_the_rows(people):
    for user in people:
        expected = [
            (
                game.code,
                in_words([player.user.display_name for player in game.players if player is not mine], "and"),
                state_of(game, mine),
                waits(game, mine),
                None if game.stalled_at or game.finished_at else game.deadline,
                game.finished_at is not None,
            )
            for game, mine in games_of(user)
        ]
        found = game_list.load_games(user.id)
        assert [(row.code, row.people, row.state, row.waiting, row.until, row.finished) for row in found] == expected
        waiting = [game.code for game, mine in games_of(user) if waits(game, mine)]
        assert [game_list.next_game_code(user.id), game_list.next_game_code(user.id, *waiting[:1])] == [
            *waiting[:2],
            *[None] * (2 - len(waiting)),
        ]


def test_lobbies_and_teams_are_those_of_the_rows(people):
    listed = [
        (lobby.code, names(member.user for member in lobby.present))
        for lobby in open_lobbies()
        if lobby.public and not lobby.locked
    ]
    assert [(row.code, ", ".join(row.names)) for row in home_lists.load_listed_lobbies()] == listed
    for user in people:
        found = home_lists.load_home(user.id)
        own = [lobby for lobby in open_lobbies() if (mine := lobby.member(user.id)) and not mine.removed]
        expected = [
            (lobby.code, names(member.user for member in lobby.present), lobby.acting_host_id == user.id)
            for lobby in own
        ]
        assert [(row.code, ", ".join(row.names), row.hosting) for row in found.mine] == expected
        teams = [team for team in db.session.scalars(select(Team).order_by(Team.name)) if team.member(user.id)]
        assert [(row.code, row.name, row.people) for row in found.teams] == [
            (team.code, team.name, names(team.active_members)) for team in teams
        ]
        assert [(row.code, ", ".join(row.names)) for row in found.listed] == listed


def test_a_page_hears_of_all_that_it_lists(app, people):
    for user in people:
        found = home_lists.load_home(user.id)
        tag = tags.read(tags.derive_key(app.secret_key), found.tag.encode())
        listed = [game_topic(row.code) for row in found.games] + [lobby_topic(row.code) for row in found.mine]
        assert (tag.viewer, set(tag.seen)) == (str(user.id), {*bell.bell_topics(user.id), *listed})


def test_the_games_played_last_are_heard_of_where_there_are_too_many(people, monkeypatch):
    monkeypatch.setattr(game_list, "MAX_TOPICS", 3)
    user = max(people, key=lambda user: len(games_of(user)))
    listed = [game for game, _ in games_of(user)]
    latest = sorted((game for game in listed if not game.finished_at), key=lambda game: game.moved_at)[-3:]
    tag = tags.read(tags.derive_key("tests"), home_lists.load_home(user.id).tag.encode())
    assert {topic for topic in tag.seen if topic.startswith("game:")} == {game_topic(game.code) for game in latest}


def count_statements(app: Flask, act) -> int:
    """How many statements it takes."""
    with recorded_statements(app) as sent:
        act()
    return len(sent)


def test_the_page_takes_two_statements_whatever_is_on_it(app, ann, bob, nobody):
    """One for the reader, one for the page."""
    pages = {"/": 2, "/lobbies?code=": 2, "/next": 2}
    assert {path: count_statements(app, lambda path=path: ann.get(path)) for path in pages} == pages
    for _ in range(3):
        lay("duet", {"a": ann, "b": bob}).must("a", f"clue {CLUE} 1")
        open_lobby(ann, public="1").sit(bob, "red-operative")
        with app.app_context():
            founded(ann.user.id, "Night Owls", bob.user.id)
    assert {path: count_statements(app, lambda path=path: ann.get(path)) for path in pages} == pages
    assert count_statements(app, lambda: ann.fragment("/")) == 2
    assert count_statements(app, lambda: nobody.get("/")) == 1


def test_ended_games_that_are_not_shown_are_not_read(app, ann, bob):
    table = lay("duet", {"a": ann, "b": bob})
    lay("duet", {"a": ann, "b": bob})
    table.must("a", f"clue {CLUE} 1")
    table.must("a", "resign")
    with app.app_context():
        columns = "variant, deck, deal, drawn, words, turn, winner, reason, finished_at"
        copy = (
            f"INSERT INTO games (code, {columns}) SELECT 'copy' || n, {columns} FROM games, generate_series(1, 300) n"
        )
        db.session.execute(text(f"{copy} WHERE code = '{table.code}'"))
        db.session.execute(
            text(
                "INSERT INTO players (game_id, user_id, seat, ended_at) SELECT games.id, :user, 'a', finished_at "
                "FROM games WHERE code LIKE 'copy%'"
            ),
            {"user": ann.user.id},
        )
        db.session.execute(text("ANALYZE players"))
        db.session.execute(text("SET LOCAL enable_seqscan = off"))
        db.session.execute(text("SET LOCAL enable_bitmapscan = off"))  # it would count dead rows, too
        plan = db.session.scalar(text(f"EXPLAIN (ANALYZE, FORMAT JSON) {game_list.QUERY}"), {"user": ann.user.id})
        assert [rows for name, rows in scans(plan[0]["Plan"]) if name == "players_user_id_ended_at_idx"] == [1, 5]


def scans(node) -> Iterator[tuple[str, int]]:
    """Each scan of an index in a plan, and how many rows it found."""
    if "Index Name" in node:
        yield node["Index Name"], node["Actual Rows"]
    for part in node.get("Plans", []):
        yield from scans(part)
