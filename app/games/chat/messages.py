"""A side's private chat (V14, D31)."""

from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Integer, cast, func, select, union_all

from app import rules
from app.accounts.models import Block
from app.accounts.users import display_name, preload_users
from app.db import db
from app.games.store.errors import ActionRefused
from app.games.store.models import ChatMessage, Game
from app.games.store.move_records import load_table
from app.games.store.snapshot import LINES_SHOWN, ChatLine
from app.games.table.loading import player_action
from app.http.fields import strip_invisible
from app.i18n.languages import _
from app.notifications import muting
from app.notifications.models import Mute
from app.notifications.muting import TopicLink
from app.rules.seats import other, role_of, side_of

MAX_LINE = 300  # characters
MUTE_PREFIX = "talk"  # prefix of the topics of muted chats


def post_line(code: str, user_id: int, line: str) -> None:
    """Post a line to the chat of the user's side."""
    with player_action(code, user_id, private=True) as (game, player):
        table = load_table(game)
        if refusal := talk_refusal(table.view(player.seat), table.house):
            raise ActionRefused(refusal)
        db.session.add(ChatMessage(game_id=game.id, side=player.side, user_id=user_id, text=_clean_line(line)))


def delete_line(code: str, user_id: int, line_id: int) -> None:
    """Delete one of the user's own lines; raises GameNotFound, or ActionRefused if there is no such line."""
    with player_action(code, user_id, private=True) as (game, _player):
        line = db.session.get(ChatMessage, line_id)
        if line is None or (line.game_id, line.user_id) != (game.id, user_id):
            raise ActionRefused("no-line")
        db.session.delete(line)


def set_muted(code: str, user_id: int, person: int, muted: bool) -> None:
    """Mute another player's chat lines for this user at all tables, or unmute them."""
    with player_action(code, user_id, private=True) as (game, _player):
        if person == user_id or person not in [each.user_id for each in game.players]:
            raise ActionRefused("no-line")
        change = muting.mute if muted else muting.unmute
        change(user_id, mute_topic(person))


def mute_topic(person: int | str) -> str:
    """Return the topic under which a user's chat is muted."""
    return f"{MUTE_PREFIX}:{person}"


@muting.topic_namer(MUTE_PREFIX)
def describe_mutes(topics: Collection[str]) -> Mapping[str, TopicLink]:
    """Describe muted chat topics for the settings page."""
    ids = {int(each.partition(":")[2]): each for each in topics}
    with preload_users(ids):
        return {
            each: TopicLink(_("Chat messages from %(name)s", name=display_name(number)), "")
            for number, each in ids.items()
        }


def hidden_authors(user_id: int) -> Collection[int]:
    """Return the ids of users whose lines a reader does not see: those they blocked or muted."""
    person = cast(func.split_part(Mute.topic, ":", 2), Integer)
    muted = select(person).where(Mute.user_id == user_id, Mute.topic.startswith(mute_topic("")))
    blocked = select(Block.blocked_id).where(Block.user_id == user_id)
    return frozenset(db.session.scalars(union_all(blocked, muted)))


def talk_refusal(view: rules.View, house: frozenset[str]) -> str:
    """Return the code why this seat may not write now, or "": a spymaster may not from the first clue to the end (V14).

    With the house rule `free-talk` they may while the other team has the turn.
    """
    if view.seat is None or view.outcome is not None:
        return "game-over"
    if role_of(view.seat) != "spymaster" or not any(turn.clue or turn.refused for turn in view.turns):
        return ""
    if "free-talk" not in house:
        return "talk-silent"
    return "talk-own-turn" if _team_with_turn(view) == side_of(view.seat) else ""


def _team_with_turn(view: rules.View) -> str:
    """Return the team whose turn it is: while a clue is asked, the one that asks (V20)."""
    side = side_of(view.turn[0])
    return other(side) if view.phase == "consult" else side


def recent_lines(game: Game, side: str) -> Sequence[ChatMessage]:
    """Return the last lines of one side's chat, oldest first."""
    query = (
        select(ChatMessage)
        .where(ChatMessage.game_id == game.id, ChatMessage.side == side)
        .order_by(ChatMessage.id.desc())
        .limit(LINES_SHOWN)
    )
    return db.session.scalars(query).all()[::-1]


def visible_lines(lines: Sequence[ChatLine], hidden: Collection[int]) -> tuple[Sequence[ChatLine], bool]:
    """Return the lines of a chat without those of hidden authors, and whether there are any such."""
    shown = [line for line in lines if line.user.id not in hidden]
    return shown, len(shown) < len(lines)


def _clean_line(line: str) -> str:
    """Return a line without line breaks and invisible characters; raises ActionRefused if it is empty or too long."""
    line = strip_invisible(" ".join(line.split()))
    if not line.strip():
        raise ActionRefused("talk-empty")
    if len(line) > MAX_LINE:
        raise ActionRefused("talk-too-long")
    return line
