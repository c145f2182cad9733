"""What Versus and Duet share: checking moves, turns and their end, missed phases, and building a View."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, Self

from app.rules.errors import Code, IllegalMove
from app.rules.log import Guessed, Outcome, Turn, shown_turn
from app.rules.moves import INF, Clue, Move, Resign, Void
from app.rules.seats import CLOCK, VERBS, role_of, side_of
from app.rules.tokens import Tokens
from app.rules.variants import VARIANTS, allows
from app.rules.views import CardView, View
from app.rules.words import is_several

_MISSES: Final = 3
_NOTHING: Final[frozenset[str]] = frozenset()


@lru_cache(maxsize=1024)
def places(key: str, letter: str) -> frozenset[int]:
    """Return the indexes of a letter in a key. Cached, since replays ask for the same few keys many times."""
    return frozenset(place for place, other in enumerate(key) if other == letter)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(ABC):
    """Base class of the tables of Versus and Duet: an immutable value; `play` returns the next one.

    Revealed cards are derived from `turns`.

    `missed` has a side once for each phase it let time out since its last move (T4).
    """

    variant: str
    house: frozenset[str]
    phase: str = "clue"
    turns: tuple[Turn, ...] = ()
    missed: tuple[str, ...] = ()
    outcome: Outcome | None = None
    version: int = 0

    def play(self, seat: str, move: Move) -> Self:
        """Return the table after a seat's move; this one is unchanged. Raises IllegalMove if the rules refuse it."""
        self._know(seat, CLOCK)
        if self.outcome:
            raise IllegalMove("game-over")
        ends = isinstance(move, Resign | Void) and seat != CLOCK
        if not ends and move.verb not in self.may(seat):
            raise IllegalMove(self._refusal(seat, move.verb))
        missed = tuple(side for side in self.missed if side != side_of(seat))
        now = replace(self, version=self.version + 1, missed=missed)
        if ends:
            return now._over(None, "void") if isinstance(move, Void) else now._lose(side_of(seat), "forfeit")
        return now._step(seat, move)

    def may(self, seat: str | None) -> frozenset[str]:
        """Return the verbs of the moves that a seat can play now, none for a watcher (None).

        `resign` and `void`, which are always legal, are left out.
        """
        if self.outcome or seat is None:
            return _NOTHING
        return frozenset({"timeout"}) if seat == CLOCK else self._verbs(seat)

    def view(self, seat: str | None) -> View:
        """Return what a seat, or a watcher (None), may see. Raises IllegalMove `unknown-seat`."""
        if seat is not None:
            self._know(seat)
        guessing = self.phase == "guess"
        turns = self.turns if self.outcome else tuple(shown_turn(turn, seat) for turn in self.turns)
        return View(
            variant=self.variant,
            seat=seat,
            version=self.version,
            phase=self.phase,
            turn=self.turn,
            may=self.may(seat),
            cards=self._cards(seat),
            clue=turns[-1].clue if guessing else None,
            asked=self._shown_ask(seat),
            guesses_left=self._guesses_left() if guessing else None,
            turns=turns,
            left=self._left(),
            tokens=self._tokens(),
            finished=self.finished,
            outcome=self.outcome,
            score=self._score(),
        )

    def hindsight(self) -> View:
        """Return a watcher's view with the key, all intended cards and all refused clues (V15, D18).

        Only for games that have ended.
        """
        opened = replace(self, outcome=self.outcome or Outcome(None, "abandoned"))
        asked = self._shown_ask(self.turn[0]) if self.phase == "consult" else None
        return replace(self.view(None), cards=opened._cards(None), turns=self.turns, asked=asked)

    @property
    @abstractmethod
    def turn(self) -> tuple[str, ...]:
        """The seats whose move is awaited; empty when the game is over."""

    @property
    @abstractmethod
    def finished(self) -> tuple[str, ...]:
        """The sides of Duet whose agents are all found (D16); empty in Versus."""

    @abstractmethod
    def _step(self, seat: str, move: Move) -> Self:
        """Return the table after a move whose verb the seat may use. Raises IllegalMove for its word or card."""

    @abstractmethod
    def _verbs(self, seat: str) -> frozenset[str]:
        """Return the verbs of the moves that a player's seat can play while the game runs."""

    @abstractmethod
    def _not_now(self, seat: str, verb: str) -> Code:
        """Return the code that refuses a verb which the seat's role has, but cannot use now."""

    @abstractmethod
    def _hidden_of(self, side: str) -> frozenset[int]:
        """Return the indexes of the cards that a side's clues are about and that are not found yet."""

    @abstractmethod
    def _winner_without(self, side: str) -> str | None:
        """Return who wins if a side loses by assassin, forfeit or absence; None for nobody, as in Duet."""

    @abstractmethod
    def _shown_key(self, seat: str | None) -> Sequence[str] | None:
        """Return the letters of the key that a seat may see, by card, or None if it may see none."""

    @abstractmethod
    def _faces(self) -> Mapping[int, str]:
        """Return the face of each covered card, by index."""

    @abstractmethod
    def _marks(self) -> Mapping[int, str]:
        """Return the sides that have touched a bystander on a card, by index (D8); empty in Versus."""

    @abstractmethod
    def _shown_ask(self, seat: str | None) -> Clue | None: ...

    @abstractmethod
    def _guesses_left(self) -> int | None: ...

    @abstractmethod
    def _left(self) -> Mapping[str, int]: ...

    @abstractmethod
    def _tokens(self) -> Tokens | None: ...

    @abstractmethod
    def _score(self) -> int | None: ...

    @property
    def guesses(self) -> tuple[Guessed, ...]:
        """Every card touched so far, in order."""
        return tuple(guess for turn in self.turns for guess in turn.guesses)

    def _cards(self, seat: str | None) -> tuple[CardView, ...]:
        key, faces, marks, verbs = self._shown_key(seat), self._faces(), self._marks(), self._card_verbs(seat)
        named = {card: may for verb, cards in verbs.items() for may in (frozenset({verb}),) for card in cards}
        return tuple(
            CardView(
                index=index,
                face=faces.get(index, "hidden"),
                key=key[index] if key else None,
                marked=marks.get(index, ""),
                verbs=named.get(index, _NOTHING),
            )
            for index in range(VARIANTS[self.variant].size)
        )

    def _card_verbs(self, seat: str | None) -> Mapping[str, Collection[int]]:
        """Return the indexes of the cards that a seat can name in a move now, by the verb of such moves, if any."""
        may = self.may(seat)
        if seat is None or not may & {"guess", "cover", "clue"}:
            return {}
        if "guess" in may:
            faces, marks = self._faces(), self._marks()
            cards = range(VARIANTS[self.variant].size)
            return {"guess": [card for card in cards if card not in faces and seat not in marks.get(card, "")]}
        return {"cover" if "cover" in may else "intend": self._hidden_of(side_of(seat))}

    def _know(self, seat: str, *more: str) -> None:
        if seat not in (*VARIANTS[self.variant].seats, *more):
            raise IllegalMove("unknown-seat")

    def _refusal(self, seat: str, verb: str) -> Code:
        return self._not_now(seat, verb) if verb in VERBS[role_of(seat)] else "not-your-role"

    def _check_clue(self, side: str, clue: Clue, *, consulted: bool = False) -> None:
        """Raise IllegalMove if a clue breaks the house rules (V6, D30, C6) or names cards of another side.

        The opposing spymaster may allow a clue of several words in spite of the house rules (V20).
        """
        if clue.number == 0 and "zero" not in self.house:
            raise IllegalMove("zero-not-allowed")
        if clue.number == INF and "unlimited" not in self.house:
            raise IllegalMove("unlimited-not-allowed")
        if is_several(clue.word) and not (consulted or allows(self.house, "several-words")):
            raise IllegalMove("one-word")
        for card in clue.cards:
            self._check_own(side, card)

    def _check_card(self, card: int) -> None:
        if not 0 <= card < VARIANTS[self.variant].size:
            raise IllegalMove("no-such-card")

    def _check_own(self, side: str, card: int) -> None:
        self._check_card(card)
        if card not in self._hidden_of(side):
            raise IllegalMove("not-your-card")

    def _open(self, giver: str) -> Self:
        """Return the table with a running turn: itself, or with a new turn of this giver if the last one has ended."""
        if self.turns and not self.turns[-1].ended:
            return self
        return replace(self, turns=(*self.turns, Turn(giver)))

    def _amend(self, **changes: Any) -> Self:
        """Return the table with these fields of its last turn changed."""
        return replace(self, turns=(*self.turns[:-1], replace(self.turns[-1], **changes)))

    def _record(self, seat: str, card: int, face: str) -> Self:
        return self._amend(guesses=(*self.turns[-1].guesses, Guessed(seat, card, face)))

    def _miss(self, *sides: str) -> Self:
        """Return the table after these sides let a phase time out; the third in a row loses the game (T4)."""
        missed = (*self.missed, *sides)
        gone = [side for side in sides if missed.count(side) >= _MISSES]
        after = replace(self, missed=missed)
        return after._lose(gone[0], "abandoned") if gone else after

    def _lose(self, side: str, reason: str) -> Self:
        return self._over(self._winner_without(side), reason)

    def _over(self, winner: str | None, reason: str) -> Self:
        closed = self._amend(ended="over") if self.turns and not self.turns[-1].ended else self
        return replace(closed, phase="over", outcome=Outcome(winner, reason))
