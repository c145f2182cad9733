"""Operations that answer with streams: the events of the user, and a game each time that it changes."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from flask import Response, current_app

from app.api import game_answers
from app.api.caller import user_id
from app.api.models.events import Event
from app.api.models.games import Game
from app.api.models.problems import Problem
from app.api.operations import operation
from app.api.streams import last_state, stream_response
from app.games.store.players import find_player
from app.games.store.topics import game_topic
from app.games.table.loading import load_current
from app.games.web.game_list import GameRow
from app.live import tags, topic_versions
from app.live.topic_versions import account_topic
from app.lobbies.seating import ATTEMPT_KIND, INVITATION_KIND
from app.lobbies.web import home_lists
from app.notifications import inbox

LOBBY_PATH = "/lobbies/"


class Known(NamedTuple):
    """What a stream of events has sent so far: the state of each game, as `_state` returns it, and invitations' ids."""

    games: Mapping[str, tuple[bool, int | None]]
    invitations: frozenset[int]


@operation("GET", "/events", "read", answer=Event, is_stream=True)
def follow_events() -> Response:
    """Follow what happens to you, a line for each event; first, what is open now."""
    lists = home_lists.load_home(user_id())
    seen = tags.read(tags.derive_key(str(current_app.secret_key)), lists.tag.encode())
    versions = seen.seen if seen else {}
    invited = inbox.load_open_news(user_id(), INVITATION_KIND, ATTEMPT_KIND)
    invitations = {each.id: each.path for each in invited if each.path.startswith(LOBBY_PATH)}  # not to a team
    games = {row.code: _state(row, versions) for row in lists.games}
    before: Known = last_state() or Known({row.code: (True, None) for row in lists.games if row.finished}, frozenset())
    events = [
        *(_invitation(path) for number, path in invitations.items() if number not in before.invitations),
        *(event for row in lists.games for event in _game_events(row, before.games.get(row.code), games[row.code])),
    ]
    return stream_response(events, versions, Known(games, frozenset(invitations)))


@operation("GET", "/games/<code:code>/events", "read", answer=Game, is_stream=True, refusals={404: Problem})
def follow_game(code: str) -> Response:
    """Follow a game, a line whenever what your seat sees of it changes; the last line is the end of the game."""
    me = account_topic(user_id())
    versions = dict(topic_versions.load_versions([me]))  # before what they stand for is loaded
    snapshot = load_current(code, user_id())
    player = find_player(snapshot, user_id())
    versions |= {topic: snapshot.versions[topic] for topic in snapshot.topics(player.side if player else None)}
    game = game_answers.game_answer(snapshot, user_id())
    lines = [game] if game != last_state() else []
    return stream_response(lines, {} if game.view.outcome else versions, game)


def _invitation(path: str) -> Event:
    return Event(type="invited", code=path.removeprefix(LOBBY_PATH))


def _state(row: GameRow, versions: Mapping[str, int]) -> tuple[bool, int | None]:
    """Return whether a game is over, and its version if it waits for the user, else None."""
    return row.finished, versions.get(game_topic(row.code), 0) if row.waiting else None


def _game_events(row: GameRow, before: tuple[bool, int | None] | None, now: tuple[bool, int | None]) -> Iterator[Event]:
    """Yield the events of a game between two states, `before` None if it is new.

    A turn is sent again if the table has changed and still waits for the user.
    """
    if before is None:
        yield Event(type="game-start", code=row.code)
    if now[1] is not None and (before is None or before[1] != now[1]):
        yield Event(type="your-turn", code=row.code)
    if now[0] and not (before and before[0]):
        yield Event(type="game-end", code=row.code, winner=row.winner, reason=row.reason)
