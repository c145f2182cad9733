"""The computer's moves: the worker plays them as people play theirs, from what the computer's seat sees."""

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from sqlalchemy import or_, select

from app import decks, rules
from app.accounts.models import User
from app.computer import choose_move
from app.db import db, now
from app.games.moves.computer_retries import Retries
from app.games.moves.service import play_move
from app.games.store.errors import TooLate
from app.games.store.models import Game, Player
from app.games.store.move_records import load_table
from app.games.store.players import present_people, present_players
from app.games.table.loading import load_game
from app.i18n.languages import force_language

PAUSE: Final = timedelta(seconds=1.5)
"""Between two moves of a game, so that people can follow; always the same, so that it tells nothing."""
log = logging.getLogger(__name__)
retries = Retries()


def play_due_moves(most: int) -> int:
    """Play one move in up to `most` games that await the computer; return in how many.

    It may run twice, and at once: whichever comes later sees that the game has moved on (`seen`).
    """
    return sum(_try_to_play(code) for code in _awaiting_games(most))


def thinks_in(game: Game) -> str:
    """Return the language in which the computer gives clues: the deck's, or of pictures that of the first person."""
    people = present_people(game)
    return decks.load(game.deck).language or (people[0].user.language if people else "en")


def _awaiting_games(most: int) -> Sequence[str]:
    """Return the codes of games in which a computer's seat is in turn, those that have waited longest first."""
    at = now()
    query = (
        select(Game.code, Game.moved_at).join(Player, Player.game_id == Game.id).join(User, User.id == Player.user_id)
    )
    has_paused = or_(Game.moved_at <= at - PAUSE, Game.moved_at > at + PAUSE)  # or the clock was put back since
    query = query.where(Game.finished_at.is_(None), has_paused)
    query = query.where(User.computer, Player.left_at.is_(None), Player.seat == Game.turn.any_())
    query = query.where(Game.code.not_in(retries.waiting(at)))
    return [row.code for row in db.session.execute(query.distinct().order_by(Game.moved_at).limit(most))]


def _try_to_play(code: str) -> bool:
    """Play one move in a game; a failure is logged and tried again later, so that the other games go on."""
    try:
        played = _play(code)
    except Exception:
        log.exception("The computer cannot play in %s", code)
        retries.add_failure(code, now())
        db.session.rollback()
        return False
    retries.remove(code)
    return played


def _play(code: str) -> bool:
    """Play the move of the first of the computer's seats that has one; return whether there was one to play."""
    game = load_game(code)
    table, language = load_table(game), thinks_in(game)
    for player in present_players(game):
        if not (player.user.computer and player.seat in table.turn):
            continue
        move = choose_move(table.view(player.seat), game.words, decks.load(game.deck), language, table.house)
        if move is not None:
            return _play_as(player.user_id, code, table.version, move, language)
    return False


def _play_as(user_id: int, code: str, seen: int, move: rules.Move, language: str) -> bool:
    """Play a move as one of the computer's users; return whether the game had not moved on."""
    db.session.rollback()  # what has been read so far may be old once the game is locked
    try:
        with force_language(language):
            play_move(code, user_id, move, seen, sure=move.word if isinstance(move, rules.Clue) else "")
    except TooLate:
        return False
    return True
