"""House rule: how many teammates must mark a card before it may be touched. Marks count as votes (V13, D31)."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import and_, func, select, text

from app import rules
from app.db import db, now
from app.games.store.models import Game, Mark, Move, Player
from app.games.store.players import present_people
from app.games.store.snapshot import PlayedMove, SeatedPlayer, TableSnapshot
from app.games.store.state import AnyGame, GameState, P
from app.games.store.topics import game_topic
from app.games.table import past_marks
from app.games.wording.clock_labels import LATE_TOUCH
from app.games.wording.recap import LateTouches
from app.i18n.languages import _, format_list, ngettext
from app.live import topic_versions
from app.rules import Guess
from app.rules.seats import side_of

TOUCH_RULES: Final = ("anyone", "majority", "all")
_ARCHIVE_MARKS: Final = text(f"WITH {past_marks.ARCHIVE_MARKS} SELECT game_id FROM gone")  # noqa: S608 - a constant
MarksByCard = Mapping[int, Collection[int]]  # by card, the ids of the users who marked it


@dataclass(frozen=True)
class TouchVote:
    """How a side decides which card to touch: `needed` of its `voters` (names by user id) must mark it.

    `late` is the sentence that the deadline touches a card for them, or "".
    """

    voters: Mapping[int, str]
    needed: int
    late: str

    @property
    def needs_several(self) -> bool:
        """Whether more than one vote is needed."""
        return self.needed > 1

    @property
    def button(self) -> str:
        """The label of the button that touches a card, where several have to agree; else empty."""
        if not self.needs_several:
            return ""
        return _("Reveal when %(needed)d of %(all)d agree", needed=self.needed, all=len(self.voters))

    def vote_count(self, who: Collection[int]) -> int:
        """Return how many of these users are voters."""
        return len(self.voters.keys() & set(who))

    def vote_sentences(self, marks: MarksByCard, words: Sequence[str]) -> tuple[str, ...]:
        """Return a sentence per marked card: how many want it, and who has not marked it yet. Most votes first."""
        wanted = sorted((-self.vote_count(who), card) for card, who in marks.items() if self.vote_count(who))
        return tuple(self._vote_sentence(marks[card], words[card].upper()) for _count, card in wanted)

    def _vote_sentence(self, who: Collection[int], card: str) -> str:
        count, missing = self.vote_count(who), [name for user_id, name in self.voters.items() if user_id not in who]
        values = {"count": count, "all": len(self.voters), "card": card, "people": format_list(missing)}
        if count >= self.needed:
            return _("%(count)d of %(all)d want %(card)s: it can be touched.", **values)
        if count > 1:
            return ngettext(
                "%(count)d of %(all)d want %(card)s: %(people)s has not marked it yet.",
                "%(count)d of %(all)d want %(card)s: %(people)s have not marked it yet.",
                len(missing),
                **values,
            )
        return ngettext(
            "1 of %(all)d wants %(card)s: %(people)s has not marked it yet.",
            "1 of %(all)d wants %(card)s: %(people)s have not marked it yet.",
            len(missing),
            **values,
        )


def touch_vote_of(game: TableSnapshot, player: SeatedPlayer | None) -> TouchVote | None:
    """Return how a player's side decides; None for watchers and finished games."""
    if player is None or game.finished_at is not None:
        return None
    seat = player.side if player.seat == player.side else f"{player.side}-operative"
    counted = {voter.user_id: voter.user.display_name for voter in voters(game, seat, now())}
    return TouchVote(counted, _votes_needed(game, len(counted)), LATE_TOUCH if game.late_touch and game.clock else "")


def has_too_few_votes(game: TableSnapshot, player: SeatedPlayer, card: int) -> bool:
    """Whether too few players have marked the card that a player is about to touch.

    The player's own vote counts, even if they are away.
    """
    if game.touching == "anyone":
        return False
    counted = {voter.user_id for voter in voters(game, player.seat, now())} | {player.user_id}
    marked = {user_id for user_id, marked_card in game.marks if marked_card == card}
    return len(counted & {player.user_id, *marked}) < _votes_needed(game, len(counted))


def voters(game: GameState[P], seat: str, at: datetime) -> list[P]:
    """Return the people on a seat whose marks count: present and not away."""
    return [player for player in present_people(game) if player.seat == seat and not player.user.is_away(at)]


def cards_touched_at_deadline(games: Sequence[Game], tables: Mapping[int, rules.Table]) -> dict[int, int]:
    """Return the card that the deadline touches, by game id, for games with that house rule; one query.

    It is the card with most marks, on a tie the one marked first. Only marks made since the current clue count. Games
    without such a mark are left out.
    """
    choosing = {game.id: game for game in games if game.late_touch and tables[game.id].phase == "guess"}
    wanted: dict[int, list[int]] = defaultdict(list)
    for mark in _marks_of_this_turn(choosing) if choosing else ():
        if _is_valid_vote(mark, choosing[mark.game_id], tables[mark.game_id]):
            wanted[mark.game_id].append(mark.card)
    return {game_id: Counter(cards).most_common(1)[0][0] for game_id, cards in wanted.items()}


def deadline_touches(game: Game | TableSnapshot, moves: Iterable[Move | PlayedMove]) -> LateTouches:
    """Return (seat, card) of each card touched by a deadline: guesses without a user."""
    late = [(move.seat, rules.parse(move.text)) for move in moves if move.user_id is None] if game.late_touch else []
    return frozenset((seat, move.card) for seat, move in late if isinstance(move, Guess))


def archive_marks(turns: Iterable[tuple[Game, rules.Table, rules.Table]]) -> None:
    """Delete and archive the marks of sides whose guessing has ended, and bump their topics. At most one statement.

    `turns` are (game, table before, table after).
    """
    over = [(game, seat, after.version) for game, before, after in turns if (seat := ended_seat(before, after))]
    if over:
        db.session.flush()
        values = past_marks.archive_values((game.id, seat, version) for game, seat, version in over)
        changed = set(db.session.scalars(_ARCHIVE_MARKS, values))
        topic_versions.bump(*(game_topic(game.code, side_of(seat)) for game, seat, _ in over if game.id in changed))


def ended_seat(before: rules.Table, after: rules.Table) -> str:
    """Return the seat whose guessing has ended, "" if none has."""
    ended = before.phase == "guess" and (after.phase != "guess" or after.turn != before.turn)
    return before.turn[0] if ended else ""


def _marks_of_this_turn(game_ids: Collection[int]) -> Iterable[Mark]:
    """Return the marks made since the last move of another seat, which is the clue. Oldest first."""
    before = select(func.max(Move.played_at)).where(Move.game_id == Mark.game_id, Move.seat != Player.seat)
    query = select(Mark).join(Player, and_(Player.game_id == Mark.game_id, Player.user_id == Mark.user_id))
    query = query.where(Mark.game_id.in_(game_ids), Mark.marked_at >= before.correlate(Mark, Player).scalar_subquery())
    return db.session.scalars(query.order_by(Mark.marked_at, Mark.card))


def _is_valid_vote(mark: Mark, game: Game, table: rules.Table) -> bool:
    """Whether a mark counts: it belongs to a voter at the deadline, and the card may still be touched."""
    (seat,) = table.turn
    counted = {voter.user_id for voter in voters(game, seat, game.deadline or now())}
    return mark.user_id in counted and "guess" in table.view(seat).cards[mark.card].verbs


def _votes_needed(game: AnyGame, count: int) -> int:
    """Return how many of `count` voters must mark a card before it may be touched."""
    return {"anyone": 1, "majority": count // 2 + 1, "all": max(1, count)}[game.touching]
