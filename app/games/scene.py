"""What one reader's page of a game shows: the view of their seat and the people around it. Never a deal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app import decks, rules
from app.games import cards, marks, missions, rematch, seating, talking
from app.games.loading import player_of, replay
from app.games.missions import Verdict
from app.games.models import Game, Player, Talk
from app.games.sentences import title
from app.games.status import status
from app.games.timer import Timer
from app.rules import Guessed, Turn, View
from app.rules.missions import MAP, City
from app.rules.seats import side_of
from app.teams.models import Team


@dataclass(frozen=True)
class Scene:
    """All that the templates of a game are given."""

    code: str
    variant: rules.Variant
    house: Sequence[str]
    words: Sequence[str]
    pictures: Sequence[str]
    language: str
    view: View
    people: Mapping[str, Sequence[Player]]
    side: str
    status: str
    me: int | None
    marks: Mapping[int, Mapping[int, str]]
    talk: Sequence[Talk]
    may_mark: bool
    may_talk: bool
    may_volunteer: bool
    leaving_ends_it: bool
    next_code: str | None
    may_flip: bool
    no_rematch: str
    city: City | None
    team: Team | None
    verdict: Verdict | None
    may_found: bool

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.view.outcome is not None

    @property
    def duet(self) -> bool:
        """Whether this is a game of two sides rather than two teams."""
        return self.variant.game == "duet"

    @property
    def title(self) -> str:
        """What the game is called."""
        return title(self.variant.name, self.city)

    @property
    def timer(self) -> Timer | None:
        """What there is to say of a Duet's tokens."""
        return Timer(self.view.tokens) if self.view.tokens else None

    @property
    def threat(self) -> str:
        """What the running turn of a Duet may lead to, where that is worse than usual (D13-D15)."""
        return self.timer.threat if self.timer and not self.over else ""

    @property
    def verb(self) -> str:
        """What choosing a card leads to now: `guess`, `cover`, or nothing."""
        return next((verb for verb in ("guess", "cover") if any(verb in card.verbs for card in self.view.cards)), "")

    @property
    def intending(self) -> bool:
        """Whether cards may be named as those a clue is for."""
        return "clue" in self.view.may

    @property
    def numbers(self) -> Sequence[str]:
        """The numbers that a clue may have at this table (V6, D30)."""
        zero = ["0"] if "zero" in self.house else []
        return [*"123456789", *zero, *(["inf"] if "unlimited" in self.house else [])]

    @property
    def pairs(self) -> Mapping[str, int]:
        """How often each pair of identities lies on every table of Duet (D20)."""
        return rules.DUET_COUNTS

    @property
    def counts(self) -> Sequence[int]:
        """How many cards of each identity lie on every such table of Versus (V2)."""
        return rules.VERSUS_COUNTS[self.variant.size]

    @property
    def last(self) -> Guessed | None:
        """The card that was touched last."""
        return next((guess for turn in reversed(self.view.turns) for guess in reversed(turn.guesses)), None)

    @property
    def turns(self) -> Sequence[Turn]:
        """The log, the newest turn first."""
        return [turn for turn in reversed(self.view.turns) if turn.clue or turn.guesses or turn.refused or turn.ended]


def build(game: Game, user_id: int | None) -> Scene:
    """Gather what this reader may see now."""
    player = player_of(game, user_id)
    seat = player.seat if player else None
    side = side_of(seat) if seat else ""
    table = replay(game)
    view = table.view(seat)
    following = rematch.follower(game) if view.outcome else None
    people = _people(game)
    team = missions.team_of(game, user_id)
    return Scene(
        code=game.code,
        variant=rules.VARIANTS[game.variant],
        house=sorted(table.house),
        words=cards.called(game),
        pictures=cards.drawings(game),
        language=decks.load(game.deck).language,
        view=view,
        people=people,
        side=side,
        status=status(view, {seat: [player.user.display_name for player in who] for seat, who in people.items()}),
        me=user_id,
        marks=marks.marks_of(game, view),
        talk=talking.talk_of(game, side) if side else (),
        may_mark=marks.may_mark(view),
        may_talk=talking.may_talk(view),
        leaving_ends_it=player is not None and not seating.can_play_on(game, side, without=player),
        may_volunteer=seating.needs_spymaster(game, player),
        next_code=following.code if following else None,
        may_flip=bool(view.outcome) and rematch.may_flip(game),
        no_rematch=rematch.refusal(game, player.user_id) if player and view.outcome and not following else "",
        city=MAP[game.city] if game.city else None,
        team=team,
        verdict=missions.verdict(game) if team and view.outcome else None,
        may_found=missions.may_found(game, player),
    )


def _people(game: Game) -> dict[str, list[Player]]:
    seats = rules.VARIANTS[game.variant].seats
    return {seat: [player for player in game.players if player.seat == seat and player.is_present] for seat in seats}
