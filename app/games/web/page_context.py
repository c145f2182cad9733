"""What one reader sees on a game page: the view of their seat and the people around it, never the deal itself."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from werkzeug.datastructures import MultiDict

from app import rules
from app.games.board.card_view import CardDisplay, card_displays
from app.games.chat import reactions
from app.games.chat.reactions import Reaction
from app.games.clock.panel import ClockPanel
from app.games.postgame.aftermath import Aftermath
from app.games.store.snapshot import ChatLine, SeatedPlayer
from app.games.table.unread_moves import UnreadMoves
from app.games.table.void_votes import VoidVote
from app.games.table.votes import TouchVote
from app.games.web.panels import Desk, Header
from app.games.web.reader import TeamLink
from app.games.wording import clue_touches, recap
from app.games.wording.clue_touches import CluesSoFar
from app.games.wording.computer_stops import stop_texts
from app.games.wording.recap import LateTouches
from app.games.wording.sentences import game_title, touch_text
from app.games.wording.side_names import SideNames
from app.games.wording.timer_tokens import TokenText
from app.rules import Guessed, Turn, View
from app.rules.missions import City
from app.rules.seats import TEAMS, role_of, side_of


@dataclass(frozen=True)
class PageContext:
    """Everything the game templates get."""

    code: str
    variant: rules.Variant
    house: tuple[str, ...]
    words: tuple[str, ...]
    pictures: Sequence[str]
    outlines: Sequence[str]
    language: str
    view: View
    people: Mapping[str, Sequence[SeatedPlayer]]
    names: SideNames
    side: str
    status: str
    me: int | None
    marks: Mapping[int, Mapping[int, str]]
    talk: Sequence[ChatLine]
    has_hidden_lines: bool
    shows_talk: bool
    reactions: Sequence[Reaction]
    may_mark: bool
    talk_refusal: str
    may_volunteer: bool
    leaving: str
    city: City | None
    team: TeamLink | None
    clock: ClockPanel
    news: UnreadMoves | None
    has_notes: bool
    dots: Mapping[int, str]
    deciding: TouchVote | None
    void_vote: VoidVote | None
    late: LateTouches
    aftermath: Aftermath | None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.view.outcome is not None

    @property
    def polls(self) -> bool:
        """Whether something on the page polls: the table until the end, then what follows, for those who played."""
        return self.aftermath is None or self.aftermath.rematch.plays

    @property
    def may_talk(self) -> bool:
        """Whether the reader may write in the chat of their side now (V14)."""
        return not self.talk_refusal

    @property
    def reaction_refusal(self) -> str:
        """The code why the reader may not react now, or ""."""
        return reactions.reaction_refusal(self.view)

    @property
    def reaction_choices(self) -> tuple[tuple[str, str], ...]:
        """The reactions, as (value, label)."""
        return tuple((text, str(label)) for text, label in reactions.REACTIONS.items())

    @property
    def duet(self) -> bool:
        """Whether this is Duet (two sides instead of two teams)."""
        return self.variant.game == "duet"

    @property
    def title(self) -> str:
        """The title of the game."""
        return game_title(self.variant.name, self.city.name if self.city else None)

    @property
    def timer(self) -> TokenText | None:
        """Sentences about Duet's tokens; None in Versus."""
        return TokenText(self.view.tokens) if self.view.tokens else None

    @property
    def header(self) -> Header:
        """What is above the board."""
        touched = touch_text(self.last, self.words, self.names) if self.last else ""
        return Header(
            city=self.city,
            team=self.team,
            team_to_move=self.team_to_move,
            is_own_turn=self.view.seat in self.view.turn and not self.over,
            status=self.status,
            clue=self.view.clue,
            last=self.timeout or touched,
            duet=self.duet,
            left=tuple(self.view.left[side] for side in (("team",) if self.duet else TEAMS)),
            tokens_left=self.timer.left if self.timer else "",
            seat=self.view.seat,
            side=self.side,
            is_by_name=bool(self.names),
        )

    @property
    def desk(self) -> Desk:
        """What the board is played with."""
        deciding = self.deciding if self.verb == "guess" else None
        return Desk(
            duet=self.duet,
            threat=self.threat,
            over=self.over,
            verb=self.verb,
            wanted=self.vote_lines if self.verb else (),
            button=deciding.button if deciding else "",
            late=str(deciding.late) if deciding else "",
            may=self.view.may,
            asked=self.view.asked,
            challenge_hint=self.timer.challenge_hint if self.timer and "challenge" in self.view.may else "",
            gave_clue=self.gave_clue,
            chooses_cards=self.choosing_clue_cards,
            numbers=self.numbers if self.choosing_clue_cards else (),
            may_mark=self.may_mark,
            may_talk=self.may_talk,
            may_volunteer=self.may_volunteer,
            has_notes=self.has_notes,
        )

    @property
    def threat(self) -> str:
        """What the running turn of Duet risks, if that is more than usual (D13-D15); else empty."""
        return self.timer.threat if self.timer and not self.over else ""

    @cached_property
    def verb(self) -> str:
        """The move that choosing a card makes now: `guess`, `cover` or nothing."""
        return next((verb for verb in ("guess", "cover") if any(verb in card.verbs for card in self.view.cards)), "")

    @property
    def choosing_clue_cards(self) -> bool:
        """Whether the reader can choose the cards that a clue is meant for."""
        return "clue" in self.view.may

    @property
    def may_ever_give(self) -> bool:
        """Whether the reader's seat gives clues in some turns: a spymaster, or either side of Duet."""
        return self.view.seat is not None and role_of(self.view.seat) != "operative"

    @property
    def has_teammates(self) -> bool:
        """Whether somebody else is on the reader's side."""
        return sum(len(players) for seat, players in self.people.items() if side_of(seat) == self.side) > 1

    @property
    def team_to_move(self) -> str:
        """`red` or `blue`, whose turn it is; empty in Duet and after the end."""
        sides = {side_of(seat) for seat in self.view.turn}
        return "" if self.duet or len(sides) != 1 else sides.pop()

    @property
    def gave_clue(self) -> bool:
        """Whether the last clue is the reader's own, which they may call invalid too (V21, D17)."""
        return bool(self.view.turns) and self.view.turns[-1].giver == self.view.seat

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers that a clue may have at this table (V6, D30)."""
        zero = ["0"] if "zero" in self.house else []
        return *"123456789", *zero, *(["inf"] if "unlimited" in self.house else [])

    @property
    def pairs(self) -> tuple[tuple[str, int], ...]:
        """How many cards there are of each pair of identities in Duet (D20)."""
        return tuple(rules.DUET_COUNTS.items())

    @property
    def counts(self) -> Sequence[int]:
        """How many cards there are of each identity in Versus (V2)."""
        return rules.VERSUS_COUNTS[self.variant.size]

    @property
    def last(self) -> Guessed | None:
        """The last touched card."""
        return recap.last_touch(self.view)

    @property
    def timeout(self) -> str:
        """Who ran out of time in the turn before, if anybody did; else empty."""
        return recap.last_timeout(self.view, self.names)

    @property
    def news_range(self) -> Mapping[str, int]:
        """Query parameters that a page showing news sends with each request, so that the news stays."""
        return {"since": self.news.since, "until": self.news.until} if self.news else {}

    @property
    def vote_lines(self) -> tuple[str, ...]:
        """The votes of the reader's side while it is guessing and several players have to agree."""
        guessing = self.view.phase in ("guess", "sudden-death") and self.side in map(side_of, self.view.turn)
        needs_several = guessing and self.deciding is not None and self.deciding.needs_several
        return self.deciding.vote_sentences(self.marks, self.words) if needs_several and self.deciding else ()

    @property
    def covered(self) -> tuple[tuple[str, tuple[tuple[str, bool], ...]], ...]:
        """The words by key letter for a clue giver, own agents first; True marks cards still hidden."""
        own = "rb" if self.side == "red" else "br"
        piles = {letter: [card for card in self.view.cards if card.key == letter] for letter in own + "g.x"}
        return tuple(
            (letter, tuple((self.words[card.index], card.face == "hidden") for card in pile))
            for letter, pile in piles.items()
            if any(card.face == "hidden" for card in pile)
        )

    @property
    def found_by_partner(self) -> tuple[str, ...]:
        """In Duet, the agents on the reader's key that the partner has found."""
        turned = (card for card in self.view.cards if card.face == "agent" and card.key == "g")
        return tuple(self.words[card.index] for card in turned) if self.duet else ()

    @property
    def clues_so_far(self) -> Sequence[CluesSoFar]:
        """The clues given so far, with the number of cards touched for each (V12)."""
        return clue_touches.list_clues(self.view, self.names)

    @property
    def seats(self) -> tuple[tuple[str, tuple[tuple[str, bool, str], ...]], ...]:
        """The people on each seat: name, whether they are a guest, and their absence."""
        told = self.clock.absences
        return tuple(
            (seat, tuple((one.user.display_name, one.user.is_guest, told.get(one.user_id, "")) for one in players))
            for seat, players in self.people.items()
        )

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """The chat of the reader's side as (name, text), without people the reader has hidden."""
        return tuple((line.user.display_name, line.text) for line in self.talk)

    def cards(self, typed: MultiDict[str, str]) -> tuple[CardDisplay, ...]:
        """Return the cards; `typed` is the form of a refused move, whose choices stay selected."""
        return card_displays(self, typed)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The log, newest turn first."""
        return recap.turns_newest_first(self.view)

    @property
    def stops(self) -> tuple[str, ...]:
        """Why the computer stopped, for each of `turns`, once the game is over; "" where it did not."""
        return stop_texts(self.view, self.aftermath.stops, self.words) if self.aftermath else ()
