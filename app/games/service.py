"""Making a game, and the path of one move: lock, compare, replay, play, record, beat, commit."""

import secrets
from collections.abc import Iterable, Sequence

from app import decks, pulse, rules
from app.db import db, now
from app.games import clues
from app.games.loading import locked, replay, seated
from app.games.models import Game, Mark, Move, Player
from app.rules import Clue, Guess, Resign
from app.rules.moves import Ask
from app.rules.seats import side_of
from app.web import new_code

DICE = secrets.SystemRandom()


class Stale(Exception):
    """The player was looking at an older table than there is now."""


def create(
    variant: str,
    deck: str,
    seats: Iterable[tuple[int, str]],
    *,
    house: Iterable[str] = (),
    tokens: int = 9,
    mistakes: int = 9,
    drawn: Sequence[Sequence[int]] | None = None,
    avoid: Sequence[Sequence[int]] = (),
    rematch_of: int | None = None,
) -> Game:
    """Deal a new game to (user id, seat) pairs and flush it; the caller's transaction commits.

    `drawn` names the cards to lay, each by its place in the deck and its side; without it they are drawn fresh, and
    those to `avoid` only where there are too few others.
    """
    chosen = decks.load(deck)
    size = rules.VARIANTS[variant].size
    cards = [list(card) for card in drawn or decks.draw(chosen, size, DICE, avoid=avoid)]
    deal = rules.deal(variant, DICE, tokens=tokens, mistakes=mistakes, house=sorted(house))
    table = rules.start(deal)
    game = Game(
        code=new_code(),
        variant=variant,
        deck=deck,
        deal=deal,
        drawn=cards,
        words=decks.words(chosen, cards),
        turn=list(table.turn),
        phase=table.phase,
        rematch_of=rematch_of,
    )
    game.players = [Player(user_id=user_id, seat=seat) for user_id, seat in seats]
    db.session.add(game)
    db.session.flush()
    return game


def play(code: str, user_id: int, move: rules.Move, seen: int, sure: str = "") -> None:
    """Play one move for a person's seat and commit it.

    `seen` is how many moves the person was looking at, `sure` the word that they want to give in spite of advice.
    Raises NotHere for who has no seat, Stale, IllegalMove, and clues.Doubtful when the clue was found wanting.
    """
    game = locked(code)
    player = seated(game, user_id)
    table = replay(game)
    if seen != table.version:
        raise Stale
    after = table.play(player.seat, move)
    if isinstance(move, Clue | Ask):
        clues.examine(game, table.view(player.seat), move, sure)
    if isinstance(move, Resign):
        resign(game, player, after)
    else:
        record(game, player, move, after)
    pulse.beat(f"game:{game.code}")
    db.session.commit()


def record(game: Game, player: Player, move: rules.Move, after: rules.Table) -> None:
    """Write the move and what the lists of games tell of the table after it."""
    db.session.add(Move(game_id=game.id, seq=after.version, seat=player.seat, text=str(move), user_id=player.user_id))
    if isinstance(move, Guess):
        db.session.query(Mark).filter_by(game_id=game.id, card=move.card).delete()
    game.version = after.version
    game.turn, game.phase, game.moved_at = list(after.turn), after.phase, now()
    if after.outcome is not None:
        game.winner, game.reason, game.finished_at = after.outcome.winner, after.outcome.reason, game.moved_at


def resign(game: Game, player: Player, after: rules.Table) -> None:
    """Let a player leave a side that can play on without them; else the side gives up, and nobody leaves (L1)."""
    if can_play_on(game, side_of(player.seat), without=player):
        player.left_at = now()
    else:
        record(game, player, Resign(), after)


def can_play_on(game: Game, side: str, without: Player | None = None) -> bool:
    """Whether a side has enough players left: two in Versus, of whom one may become spymaster, one in Duet (V1, D1)."""
    present = [player for player in game.players if player.is_present and side_of(player.seat) == side]
    return len([player for player in present if player is not without]) >= (
        2 if rules.VARIANTS[game.variant].game == "versus" else 1
    )
