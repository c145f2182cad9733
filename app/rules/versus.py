"""Versus: two teams, one key (V1-V22, T2)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Self, cast

from app.rules.errors import Code, IllegalMove
from app.rules.game import Game, places
from app.rules.log import FACES, Ending, shown_clue
from app.rules.moves import Allow, Ask, Challenge, Clue, Cover, Decline, Guess, Move, Refuse, Stop
from app.rules.seats import TEAMS, other, role_of, side_of

_PHASES: Final[Mapping[str, tuple[str, frozenset[str]]]] = {
    "clue": ("spymaster", frozenset({"clue", "ask"})),
    "consult": ("spymaster", frozenset({"allow", "refuse"})),
    "guess": ("operative", frozenset({"guess", "stop"})),
    "cover": ("spymaster", frozenset({"cover", "decline"})),
}
"""The role that moves in each phase, and its verbs. In `consult` it is the other team's spymaster."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Versus(Game):
    """The table of a game of Versus: its deal and what has happened, as in Game.

    `team` has the turn; `asked` is the clue shown to the opposing spymaster (V20). After a challenge the phase is
    `cover`, and the turn is already the challenging team's (V21).
    """

    key: str
    team: str
    asked: Clue | None = None

    @classmethod
    def start(cls, deal: Mapping[str, Any]) -> "Versus":
        """Return the table of a well-formed deal of Versus, with no move played (V4)."""
        house = frozenset(deal.get("house", ()))
        return cls(variant=deal["variant"], house=house, key=deal["key"], team=deal["first"])

    @property
    def turn(self) -> tuple[str, ...]:
        if self.outcome:
            return ()
        team = other(self.team) if self.phase == "consult" else self.team
        return (f"{team}-{_PHASES[self.phase][0]}",)

    @property
    def finished(self) -> tuple[str, ...]:
        return ()

    @property
    def revealed(self) -> frozenset[int]:
        """The indexes of the cards that are covered, by a guess (V9) or after a challenge (V21)."""
        covered = {turn.covered for turn in self.turns if turn.covered is not None}
        return frozenset(covered | {guess.card for guess in self.guesses})

    def _verbs(self, seat: str) -> frozenset[str]:
        if seat in self.turn:
            verbs = _PHASES[self.phase][1]
            return verbs - {"stop"} if self.phase == "guess" and not self.turns[-1].guesses else verbs
        return frozenset({"challenge"}) if self._can_challenge(seat) else frozenset()

    def _can_challenge(self, seat: str) -> bool:
        """Whether a spymaster, the giver included, may challenge: before the first guess, unless allowed (V20-V22)."""
        if self.phase != "guess" or role_of(seat) != "spymaster":
            return False
        return not self.turns[-1].guesses and not self.turns[-1].consulted

    def _not_now(self, seat: str, verb: str) -> Code:
        if verb == "challenge":
            return "cannot-challenge"
        if verb in {"allow", "refuse"} and self.phase != "consult":
            return "nothing-asked"
        return "must-guess" if verb == "stop" and seat in self.turn else "not-your-turn"

    def _step(self, seat: str, move: Move) -> Self:
        match move:
            case Clue():
                return self._give(move, consulted=False)
            case Ask():
                return self._ask(move.clue)
            case Allow():
                return self._allow()
            case Refuse():
                return replace(self._amend(refused=(*self.turns[-1].refused, self.asked)), phase="clue", asked=None)
            case Challenge():
                return self._amend(challenger=seat)._end("challenge", phase="cover")
            case Cover(card):
                return self._cover(card)
            case Decline():
                return replace(self, phase="clue")
            case Guess(card):
                return self._guess(seat, card)
            case Stop():
                return self._end("stop")
            case _:
                return self._timeout()

    def _begin(self) -> Self:
        return self._open(f"{self.team}-spymaster")

    def _give(self, clue: Clue, *, consulted: bool) -> Self:
        self._check_clue(self.team, clue, consulted=consulted)
        return replace(self._begin()._amend(clue=clue, consulted=consulted), phase="guess", asked=None)

    def _ask(self, clue: Clue) -> Self:
        self._check_clue(self.team, clue, consulted=True)
        return replace(self._begin(), phase="consult", asked=clue)

    def _allow(self) -> Self:
        return self._give(cast(Clue, self.asked), consulted=True)

    def _cover(self, card: int) -> Self:
        self._check_own(self.team, card)
        after = replace(self._amend(covered=card), phase="clue")
        return after._win_if_found() or after

    def _guess(self, seat: str, card: int) -> Self:
        self._check_card(card)
        if card in self.revealed:
            raise IllegalMove("already-revealed")
        face = FACES[self.key[card]]
        after = self._record(seat, card, face)
        if face == "assassin":
            return after._lose(self.team, "assassin")
        return after._win_if_found() or after._go_on(right=face == self.team)

    def _go_on(self, *, right: bool) -> Self:
        """Return the table after a guess that did not end the game: the turn goes on, or ends (V9, V11)."""
        if not right:
            return self._end("wrong")
        return self._end("limit") if self._guesses_left() == 0 else self

    def _win_if_found(self) -> Self | None:
        """Return the won table if all cards of a team are revealed, whoever revealed the last one (V10); else None."""
        done = [team for team in TEAMS if not self._hidden_of(team)]
        return self._over(done[0], "agents") if done else None

    def _end(self, ended: Ending, phase: str = "clue") -> Self:
        return replace(self._amend(ended=ended), team=other(self.team), phase=phase)

    def _timeout(self) -> Self:
        """Return the table after a phase timed out (T2): an asked clue is allowed, no card is covered, a turn ends."""
        if self.phase == "consult":
            after = self._allow()
        elif self.phase == "cover":
            after = replace(self, phase="clue")
        else:
            after = self._begin()._end("timeout")
        return after._miss(side_of(self.turn[0]))

    def _hidden_of(self, side: str) -> frozenset[int]:
        return places(self.key, side[0]) - self.revealed

    def _winner_without(self, side: str) -> str:
        return other(side)

    def _guesses_left(self) -> int | None:
        limit = self.turns[-1].limit
        return None if limit is None else limit - len(self.turns[-1].guesses)

    def _left(self) -> Mapping[str, int]:
        return MappingProxyType({team: len(self._hidden_of(team)) for team in TEAMS})

    def _tokens(self) -> None:
        return None

    def _score(self) -> None:
        return None

    def _shown_ask(self, seat: str | None) -> Clue | None:
        """Return the clue being asked as a seat may see it; None for all but the two spymasters (V20)."""
        if self.phase != "consult" or seat is None or role_of(seat) != "spymaster":
            return None
        return shown_clue(cast(Clue, self.asked), f"{self.team}-spymaster", seat)

    def _shown_key(self, seat: str | None) -> str | None:
        """Return the key for spymasters (V3), and for everyone at the end (V15); otherwise None."""
        return self.key if self.outcome or (seat is not None and role_of(seat) == "spymaster") else None

    def _faces(self) -> Mapping[int, str]:
        return {card: FACES[self.key[card]] for card in self.revealed}

    def _marks(self) -> Mapping[int, str]:
        return {}
