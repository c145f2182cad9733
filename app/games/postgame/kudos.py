"""Kudos for clues: once the game is over, its players can like each other's clues."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from sqlalchemy import select

from app import rules
from app.db import db
from app.games.store.errors import ActionRefused
from app.games.store.models import Game, Kudos, Move, Player
from app.games.store.topics import game_topic
from app.games.table.loading import lock_game, require_player
from app.live import topic_versions


@dataclass(frozen=True)
class PraisedClue:
    """A clue by its move number; `names` liked it, `mine` means the reader did, `may` that the reader can."""

    seq: int
    side: str
    word: str
    number: int | str
    giver: str
    names: tuple[str, ...]
    mine: bool
    may: bool


def toggle_kudos(code: str, user_id: int, seq: int) -> None:
    """Give kudos for the clue of move `seq`, or withdraw them; raises GameNotFound, ActionRefused."""
    with lock_game(code) as game:
        require_player(game, user_id)
        if game.finished_at is None:
            raise ActionRefused("not-finished")
        clue = next((move for move in clue_moves(load_moves(game)) if move.seq == seq), None)
        if clue is None or clue.user_id in {user_id, *_computers(game)}:
            raise ActionRefused("no-kudos")
        old = db.session.get(Kudos, (game.id, seq, user_id))
        if old:
            db.session.delete(old)
        else:
            db.session.add(Kudos(game.id, seq, user_id))
        topic_versions.bump(game_topic(code))


def praised_clues(game: Game, player: Player | None) -> tuple[PraisedClue, ...]:
    """Return an ended game's clues that this player (None: a watcher) can like or that have kudos."""
    people = {one.user_id: one.user.display_name for one in game.players}
    liked: dict[int, list[int]] = defaultdict(list)
    query = select(Kudos.seq, Kudos.user_id).where(Kudos.game_id == game.id).order_by(Kudos.seq, Kudos.user_id)
    for seq, user_id in db.session.execute(query):
        liked[seq].append(user_id)
    given = [move for move in clue_moves(load_moves(game)) if move.user_id not in _computers(game)]
    clues = [_praised_clue(move, people, liked[move.seq], player) for move in given]
    return tuple(clue for clue in clues if clue.may or clue.names)


def _praised_clue(move: Move, people: dict[int, str], liked: Sequence[int], player: Player | None) -> PraisedClue:
    clue = cast(rules.Clue | rules.Ask, rules.parse(move.text))
    return PraisedClue(
        seq=move.seq,
        side=rules.side_of(move.seat),
        word=clue.word,
        number=clue.number,
        giver=people.get(move.user_id or 0, ""),
        names=tuple(people[user_id] for user_id in liked),
        mine=player is not None and player.user_id in liked,
        may=player is not None and player.user_id != move.user_id,
    )


def _computers(game: Game) -> set[int]:
    """Return the players who have nothing from kudos."""
    return {player.user_id for player in game.players if player.user.computer}


def load_moves(game: Game) -> Sequence[Move]:
    """Return the moves of a game, in order."""
    return db.session.scalars(select(Move).where(Move.game_id == game.id).order_by(Move.seq)).all()


def clue_moves(moves: Iterable[Move]) -> Iterator[Move]:
    """Yield the moves that gave clues; a clue shown to the other spymaster first counts if the next move allows it.

    A timeout allows such a clue too (V20, T2).
    """
    asked = None
    for move in moves:
        verb = move.text.partition(" ")[0]
        if verb == "clue":
            yield move
        elif verb in ("allow", "timeout") and asked:
            yield asked
        asked = move if verb == "ask" else None
