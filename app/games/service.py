"""Making a game, and the path of one move: lock, compare, replay, play, record, beat, commit."""

import secrets
from collections.abc import Iterable, Sequence

from app import decks, rules
from app.db import db, now
from app.games import clues, fresh
from app.games.errors import TooLate
from app.games.loading import changing, replay
from app.games.models import Game, Move, Player
from app.games.seating import can_play_on
from app.rules import Ask, Clue, Resign
from app.web import new_code

DICE = secrets.SystemRandom()


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
    sheet_id: int | None = None,
    city: str | None = None,
) -> Game:
    """Deal a new game to (user id, seat) pairs and flush it; the caller's transaction commits.

    `drawn` names the cards to lay, each by its place in the deck and its side; without it they are drawn fresh, and
    those to `avoid`, then those that these people have met (K5), only where there are too few others. An attempt has
    the `sheet_id` it counts for, and its `city`.
    """
    chosen, players = decks.load(deck), [Player(user_id=user_id, seat=seat) for user_id, seat in seats]
    cards = [list(card) for card in drawn or _fresh(chosen, variant, players, avoid)]
    deal = rules.deal(variant, DICE, tokens=tokens, mistakes=mistakes, house=sorted(house))
    game = Game(
        code=new_code(),
        variant=variant,
        deck=deck,
        deal=deal,
        drawn=cards,
        words=decks.words(chosen, cards),
        turn=list(rules.start(deal).turn),
        rematch_of=rematch_of,
        sheet_id=sheet_id,
        city=city,
    )
    game.players = players
    db.session.add(game)
    db.session.flush()
    return game


def _fresh(
    deck: decks.Deck, variant: str, players: Iterable[Player], avoid: Sequence[Sequence[int]]
) -> list[list[int]]:
    """Draw the cards of a new table."""
    met = fresh.met([player.user_id for player in players])
    return decks.draw(deck, rules.VARIANTS[variant].size, DICE, avoid=avoid, met=met)


def play(code: str, user_id: int, move: rules.Move, seen: int, sure: str = "") -> None:
    """Play one move for a person's seat.

    `seen` is how many moves the person was looking at, `sure` the word that they want to give in spite of advice.
    Raises NotHere for who has no seat, TooLate, IllegalMove, and clues.Doubtful when the clue was found wanting.
    """
    with changing(code, user_id) as (game, player):
        if seen != game.version:
            raise TooLate("stale")
        table = replay(game)
        after = table.play(player.seat, move)
        if isinstance(move, Clue | Ask):
            clues.examine(game, table.view(player.seat), move, sure)
        if isinstance(move, Resign) and can_play_on(game, player.side, without=player):
            player.left_at = now()  # the side plays on without them; otherwise it gives up (L1)
        else:
            _record(game, player, move, after)


def _record(game: Game, player: Player, move: rules.Move, after: rules.Table) -> None:
    """Write the move, and what the lists of games tell of the table after it."""
    db.session.add(Move(game_id=game.id, seq=after.version, seat=player.seat, text=str(move), user_id=player.user_id))
    game.version, game.turn, game.moved_at = after.version, list(after.turn), now()
    if after.outcome is not None:
        game.winner, game.reason, game.finished_at = after.outcome.winner, after.outcome.reason, game.moved_at
