"""Create a game, and play a move: lock, check the version, replay, apply, save, bump topics, commit."""

import secrets
from collections.abc import Iterable, Sequence

from app import decks, rules
from app.db import db, now
from app.games.clock import proposals
from app.games.moves import clue_checks, seen_words
from app.games.moves.seating import has_enough_players
from app.games.store import clocks, turn_notifications
from app.games.store.clocks import Clock
from app.games.store.errors import TooLate
from app.games.store.models import Game, Player
from app.games.store.move_records import load_table, record_move
from app.games.store.settings import GameSettings
from app.games.table import marks, unread_moves, void_votes, votes
from app.games.table.loading import finish_action, lock_game, require_player
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


def play_move(code: str, user_id: int, move: rules.Move, seen: int, sure: str = "") -> None:
    """Play one move for a user. If the house rule needs more votes for a card, touching it only marks it.

    The game is void once all players have asked for it (V23); until then, asking only adds a vote.
    `seen` is the version the user was looking at; `sure` is the clue they have confirmed in spite of advice.
    Raises GameNotFound without a seat, TooLate if the game has moved on, IllegalMove, and ClueObjection if there is
    advice on the clue.
    """
    with lock_game(code) as game:
        player = require_player(game, user_id)
        if seen != game.version:
            raise TooLate("stale")
        table = load_table(game)
        after = table.play(player.seat, move)
        if isinstance(move, Guess) and votes.has_too_few_votes(game, player, move.card):
            marks.add_mark(game, player, move.card)
            finish_action(game, player, private=True)
        elif isinstance(move, Void) and not void_votes.add_vote(game, player):
            finish_action(game, player)
        else:
            _apply_move(game, player, table, after, move, sure)
            finish_action(game, player)


def _apply_move(
    game: Game, player: Player, table: rules.Table, after: rules.Table, move: rules.Move, sure: str
) -> None:
    """Save a legal move. A player who resigns only leaves if their side has enough players without them."""
    if isinstance(move, Clue | Ask):
        clue_checks.check_clue(game, table.view(player.seat), move, sure)
    if isinstance(move, Resign) and has_enough_players(game, player.side, without=player):
        player.left_at = now()  # the side plays on without them (L1)
        clocks.update_deadline(game, table, player.left_at)
        proposals.apply_if_agreed(game, table)
    else:
        record_move(game, table, after, player.seat, move, player.user_id, now())
        votes.archive_marks([(game, table, after)])
        unread_moves.mark_as_read(player, after.version)
