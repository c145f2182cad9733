"""What one reader sees on a game page, gathered from the snapshot and from what is this reader's own."""

from app import decks, rules
from app.games.board import cards
from app.games.chat import messages, reactions
from app.games.clock.panel import build_clock_panel
from app.games.moves import seating
from app.games.postgame.aftermath import load_aftermath
from app.games.store.players import find_player, present_players
from app.games.store.snapshot import SeatedPlayer, TableSnapshot
from app.games.table import marks, unread_moves, void_votes, votes
from app.games.table.unread_moves import Visit
from app.games.web.page_context import PageContext
from app.games.web.reader import Reader
from app.games.wording.side_names import side_names
from app.games.wording.status import status
from app.rules.missions import MAP


def build_context(game: TableSnapshot, reader: Reader | None, user_id: int | None, visit: Visit) -> PageContext:
    """Gather everything that this reader may see now."""
    player = find_player(game, user_id)
    seat, side = (player.seat, player.side) if player else (None, "")
    view = game.view(seat)
    people = _players_by_seat(game)
    mine = reader if player else None
    hidden, has_notes = reader.hidden if reader else (), mine is not None and not view.outcome
    talk, has_hidden_lines = messages.visible_lines(reactions.without_reactions(game, side), hidden)
    has_teammate, late = _has_teammate(game, player), votes.deadline_touches(game, game.moves)
    return PageContext(
        code=game.code,
        variant=rules.VARIANTS[game.variant],
        house=tuple(sorted(game.table.house)),
        words=tuple(cards.card_names(game)),
        pictures=cards.picture_files(game),
        outlines=cards.outline_urls(game),
        language=decks.load(game.deck).language,
        view=view,
        people=people,
        names=side_names(game),
        side=side,
        status=status(view, {seat: [player.user.display_name for player in who] for seat, who in people.items()}),
        me=user_id,
        marks=marks.marks_of(game, view),
        talk=talk,
        has_hidden_lines=has_hidden_lines,
        shows_talk=bool(talk) or has_hidden_lines or has_teammate,
        reactions=reactions.latest_reactions(game, side, hidden),
        may_mark=marks.may_mark(view) and (has_teammate or bool(game.late_touch and game.clock)),
        talk_refusal=messages.talk_refusal(view, game.table.house),
        leaving=_leave_effect(game, player),
        may_volunteer=seating.may_become_spymaster(game, player),
        city=MAP[game.city] if game.city else None,
        team=reader.team if reader else None,
        clock=build_clock_panel(game, user_id, reader is not None and reader.is_muted),
        news=unread_moves.find_unread_moves(game, mine.trace if mine else None, view, visit, late),
        has_notes=has_notes,
        dots=mine.notes.dots if mine and has_notes else {},
        deciding=votes.touch_vote_of(game, player),
        void_vote=void_votes.void_vote_of(game, player),
        late=late,
        aftermath=load_aftermath(game.code, user_id) if view.outcome else None,
    )


def _leave_effect(game: TableSnapshot, player: SeatedPlayer | None) -> str:
    """Return whether leaving `ends` the game or only `leaves` a seat empty; empty if the player cannot leave."""
    if player is None or game.finished_at is not None:
        return ""
    return "leaves" if seating.has_enough_players(game, player.side, without=player) else "ends"


def _has_teammate(game: TableSnapshot, player: SeatedPlayer | None) -> bool:
    """Whether somebody else on the reader's side would see what the reader says and marks there."""
    return player is not None and any(one.side == player.side for one in present_players(game) if one is not player)


def _players_by_seat(game: TableSnapshot) -> dict[str, list[SeatedPlayer]]:
    present, seats = present_players(game), rules.VARIANTS[game.variant].seats
    return {seat: [player for player in present if player.seat == seat] for seat in seats}
