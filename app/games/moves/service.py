"""Create a game, and play a move: lock and load, check the version, apply, save with all that follows, commit."""

import secrets
from collections.abc import Iterable, Sequence

from app import decks, rules
from app.db import db, now
from app.games.clock import proposals
from app.games.moves import clue_checks, seen_words
from app.games.moves.saving import Played, Query, save_move
from app.games.moves.seating import has_enough_players
from app.games.store import clocks, move_records, turn_notifications
from app.games.store.clocks import Clock
from app.games.store.errors import TooLate
from app.games.store.models import Game, Player
from app.games.store.settings import GameSettings
from app.games.table import marks, unread_moves, void_votes, votes
from app.games.table.loading import finish_action, load_game, require_player
from app.games.table.locked_tables import lock_table
from app.http.responses import new_code
from app.rules import Ask, Clue, Guess, Resign, Void

SECURE_RANDOM = secrets.SystemRandom()


def create_game(
    settings: GameSettings,
    seats: Iterable[tuple[int, str]],
    *,
    drawn: Sequence[Sequence[int]] | None = None,
    avoid: Sequence[Sequence[int]] = (),
    rematch_of: int | None = None,
) -> Game:
    """Create a game for (user id, seat) pairs and flush it; the caller commits.

    `drawn` are the cards, each as its index in the deck and its side. Without it cards are drawn at random; cards in
    `avoid`, and words these users have seen (K5), are used only if too few others are left.
    """
    chosen, players = decks.load(settings.deck), [Player(user_id=user_id, seat=seat) for user_id, seat in seats]
    cards = [list(card) for card in drawn or _draw_cards(chosen, settings.variant, players, avoid)]
    numbers = {"tokens": settings.tokens, "mistakes": settings.mistakes}
    deal = rules.deal(settings.variant, SECURE_RANDOM, house=sorted(settings.house), **numbers)
    table = rules.start(deal)
    game = Game(
        code=new_code(),
        variant=settings.variant,
        deck=settings.deck,
        deal=deal,
        drawn=cards,
        words=decks.words(chosen, cards),
        turn=list(table.turn),
        phase=table.phase,
        touching=settings.touching,
        late_touch=settings.late_touch,
        rematch_of=rematch_of,
        sheet_id=settings.sheet_id,
        city=settings.city,
    )
    game.players = players
    db.session.add(game)
    db.session.flush()
    clocks.set_clock(game, table, Clock.parse(settings.clock), now())
    turn_notifications.sync([game])
    return game


def _draw_cards(
    deck: decks.Deck, variant: str, players: Iterable[Player], avoid: Sequence[Sequence[int]]
) -> list[list[int]]:
    """Draw the cards of a new game at random."""
    met = seen_words.load_seen_words([player.user_id for player in players])
    return decks.draw(deck, rules.VARIANTS[variant].size, SECURE_RANDOM, avoid=avoid, met=met)


def play_move(
    code: str, user_id: int, move: rules.Move, seen: int, sure: str = "", query: Query | None = None
) -> Played | None:
    """Play one move for a user. If the house rule needs more votes for a card, touching it only marks it.

    The game is void once all players have asked for it (V23); until then, asking only adds a vote.
    `seen` is the version the user was looking at; `sure` is the clue they have confirmed in spite of advice.
    Returns the next snapshot of the game, with what `query` finds about it, if all went the usual way. Raises
    GameNotFound without a seat, TooLate if the game has moved on, IllegalMove, and ClueObjection if there is advice on
    the clue.
    """
    with lock_table(code) as locked:
        game, player = locked.game, require_player(locked.game, user_id)
        if seen != game.version:
            raise TooLate("stale")
        after = game.table.play(player.seat, move)
        if isinstance(move, Clue | Ask):
            clue_checks.check_clue(game, game.view(player.seat), move, sure)
        lacks_votes = isinstance(move, Guess) and votes.has_too_few_votes(game, player, move.card)
        is_rare = lacks_votes or isinstance(move, Resign | Void) or game.stalled_at or game.void_votes or after.outcome
        if not is_rare:
            return save_move(locked, player, move, after, query)
        _play_rare_move(load_game(code), user_id, game.table, move, lacks_votes)
    return None


def _play_rare_move(game: Game, user_id: int, before: rules.Table, move: rules.Move, lacks_votes: bool) -> None:
    """Play a legal move that may have further consequences, or none yet.

    A player who resigns only leaves if their side has enough players without them.
    """
    player = require_player(game, user_id)
    after = before.play(player.seat, move)
    if isinstance(move, Guess) and lacks_votes:
        marks.add_mark(game, player, move.card)
    elif isinstance(move, Resign) and has_enough_players(game, player.side, without=player):
        player.left_at = now()  # the side plays on without them (L1)
        clocks.update_deadline(game, before, player.left_at)
        proposals.apply_if_agreed(game, before)
    elif not isinstance(move, Void) or void_votes.add_vote(game, player):
        move_records.record_move(game, before, after, player.seat, move, user_id, now())
        votes.archive_marks([(game, before, after)])
        unread_moves.mark_as_read(player, after.version)
    finish_action(game, player, private=lacks_votes)
