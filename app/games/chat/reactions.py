"""Quick reactions to the other side, out of a fixed set.

None of them may carry a hint (V14, D31). So there is nothing to write; who knows the key on which others are guessing
sends none meanwhile; each player sends at most one between two moves; and only the latest of each player is shown, for
an order or a count of several could point at a card. They are kept as chat lines of the side that reads them, so that
hidden authors, reports, erasure and the data export are those of the chat.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import select

from app import rules
from app.db import db
from app.games.store.errors import ActionRefused
from app.games.store.models import ChatMessage, Game, Player
from app.games.store.move_records import load_table
from app.games.store.snapshot import ChatLine, TableSnapshot
from app.games.table.loading import player_action
from app.i18n.languages import lazy_gettext
from app.rules.seats import TEAMS, other, role_of, side_of

REACTIONS: Final[Mapping[str, str]] = {  # by the text that is stored
    "Good luck!": lazy_gettext("Good luck!"),
    "Well done!": lazy_gettext("Well done!"),
    "Oh no!": lazy_gettext("Oh no!"),
    "Ha ha!": lazy_gettext("Ha ha!"),
    "Thank you!": lazy_gettext("Thank you!"),
}


class Reaction(NamedTuple):
    """The latest reaction of a player; `by_other_side`: the reader may hide it."""

    user_id: int
    name: str
    text: str
    by_other_side: bool


def react(code: str, user_id: int, text: str) -> None:
    """Send a reaction to the other side; raises GameNotFound, ActionRefused."""
    with player_action(code, user_id) as (game, player):
        if text not in REACTIONS:
            raise ActionRefused("no-reaction")
        if refusal := reaction_refusal(load_table(game).view(player.seat)) or _has_reacted(game, player):
            raise ActionRefused(refusal)
        db.session.add(ChatMessage(game_id=game.id, side=other(player.side), user_id=user_id, text=text))


def reaction_refusal(view: rules.View) -> str:
    """Return the code why this seat may not react now, or ""."""
    if view.seat is None or view.outcome is not None:
        return "game-over"
    if role_of(view.seat) == "spymaster":
        return "talk-silent" if view.turns else ""
    is_giver = side_of(view.seat) not in TEAMS and view.phase != "clue" and view.seat not in view.turn
    return "react-later" if is_giver or view.phase == "sudden-death" else ""


def latest_reactions(game: TableSnapshot, side: str, hidden: Collection[int]) -> Sequence[Reaction]:
    """Return the latest reaction of each player whom the reader has not hidden, by name; nothing for watchers."""
    if not side:
        return ()
    found = {
        line.user.id: Reaction(line.user.id, line.user.display_name, str(REACTIONS[line.text]), line.side == side)
        for line in game.lines
        if _is_reaction(game, line) and line.user.id not in hidden
    }
    return tuple(sorted(found.values(), key=lambda reaction: reaction.name))


def without_reactions(game: TableSnapshot, side: str) -> Sequence[ChatLine]:
    """Return the chat of one side alone."""
    return [line for line in game.chat(side) if not _is_reaction(game, line)]


def _is_reaction(game: TableSnapshot, line: ChatLine) -> bool:
    """Whether a line was sent by the other side."""
    author = next(player for player in game.players if player.user_id == line.user.id)
    return author.side != line.side and line.text in REACTIONS


def _has_reacted(game: Game, player: Player) -> str:
    """Return the refusal of a second reaction since the last move, or ""."""
    since = select(ChatMessage.id).where(
        ChatMessage.game_id == game.id,
        ChatMessage.side == other(player.side),
        ChatMessage.user_id == player.user_id,
        ChatMessage.said_at >= game.moved_at,
    )
    return "react-again" if db.session.scalar(since.limit(1)) else ""
