"""Duet: two sides, two keys, timer tokens, sudden death (D1-D33, T3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Self

from app.rules.errors import Code, IllegalMove
from app.rules.game import Game, places
from app.rules.log import FACES, Ending
from app.rules.moves import Challenge, Clue, Guess, Move, Stop
from app.rules.seats import SIDES, other
from app.rules.tokens import Tokens

_STANDARD = (9, 9)


@dataclass(frozen=True, slots=True, kw_only=True)
class Duet(Game):
    """The table of a game of Duet: its deal and what has happened, as in Game.

    `keys` are the key cards of sides A and B, `mission` the tokens and mistakes dealt (D4), `tokens` where they lie
    now.
    """

    keys: tuple[str, str]
    mission: tuple[int, int]
    tokens: Tokens

    @classmethod
    def start(cls, deal: Mapping[str, Any]) -> "Duet":
        """Return the table of a well-formed deal of Duet, with no move played."""
        tokens, mistakes = deal["tokens"], deal["mistakes"]
        return cls(
            variant=deal["variant"],
            house=frozenset(deal.get("house", ())),
            keys=(deal["keys"]["a"], deal["keys"]["b"]),
            mission=(tokens, mistakes),
            tokens=Tokens(bystander=mistakes, check=tokens - mistakes),
        )

    @property
    def turn(self) -> tuple[str, ...]:
        if self.phase == "clue":
            return self._givers()
        if self.phase == "guess":
            return (other(self.turns[-1].giver),)
        if self.phase == "sudden-death":
            return tuple(side for side in SIDES if other(side) not in self.finished)
        return ()

    @property
    def finished(self) -> tuple[str, ...]:
        return tuple(side for side in SIDES if not self._hidden_of(side))

    @property
    def found(self) -> frozenset[int]:
        """The indexes of the cards that were revealed as agents (D7)."""
        return frozenset(guess.card for guess in self.guesses if guess.face == "agent")

    def key_of(self, side: str) -> str:
        """Return the key that a side (`a` or `b`) sees: 25 letters, `g`, `.` or `x`."""
        return self.keys[SIDES.index(side)]

    def _givers(self) -> tuple[str, ...]:
        """Return the sides that may give the next clue (D5, D16, D32).

        At first both may, then they alternate, or give two clues in a row with that house rule. A side whose agents are
        all found gives none.
        """
        sides = tuple(side for side in SIDES if side not in self.finished)
        return tuple(side for side in sides if side != self._resting()) if len(sides) > 1 else sides

    def _resting(self) -> str | None:
        """Return the side that may not give the next clue because it gave the last, or with a house rule the last two.

        A turn whose clue timed out counts too. None if both may.
        """
        last = [turn.giver for turn in self.turns if turn.giver][-2:]
        if "several-clues" in self.house:
            return last[0] if len(last) == 2 and last[0] == last[1] else None
        return last[-1] if last else None

    def _verbs(self, seat: str) -> frozenset[str]:
        challenge = frozenset({"challenge"}) if self._can_challenge(seat) else frozenset()
        if seat not in self.turn:
            return challenge
        if self.phase == "clue":
            return frozenset({"clue"})
        if self.phase == "sudden-death":
            return frozenset({"guess"})
        return frozenset({"guess", "stop"}) if self.turns[-1].guesses else frozenset({"guess"}) | challenge

    def _can_challenge(self, seat: str) -> bool:
        """Whether a side may call the clue invalid, its giver too: once, before the first touch (D17)."""
        return self.phase == "guess" and not self.turns[-1].guesses and not self.turns[-1].challenged

    def _not_now(self, seat: str, verb: str) -> Code:
        if verb == "challenge":
            return "cannot-challenge"
        if self.phase == "sudden-death" and verb != "stop":
            return "no-more-clues" if verb == "clue" else "nothing-to-find"
        if self.phase == "clue" and verb == "clue":
            return self._no_clue(seat)
        return "must-guess" if verb == "stop" and self.phase == "guess" and seat in self.turn else "not-your-turn"

    def _no_clue(self, seat: str) -> Code:
        if seat in self.finished:
            return "finished-side"
        return "two-in-a-row" if "several-clues" in self.house else "not-your-turn"

    def _step(self, seat: str, move: Move) -> Self:
        match move:
            case Clue():
                self._check_clue(seat, move)
                return replace(self._open(seat)._amend(clue=move), phase="guess")
            case Guess(card):
                return self._guess(seat, card)
            case Stop():
                return self._pay(self.tokens.spend(seat))._end("stop")
            case Challenge():
                after = self._pay(self.tokens.discard())._amend(challenger=seat)
                return after if after.tokens.reserve else after._end("challenge")
            case _:
                return self._timeout()

    def _guess(self, seat: str, card: int) -> Self:
        """Return the table after a side touches a card, whose face the other side's key decides (D6).

        Raises IllegalMove if the card does not exist, is covered, or was a bystander for this side.
        """
        self._check_card(card)
        if card in self.found:
            raise IllegalMove("already-revealed")
        if seat in self._marks().get(card, ""):
            raise IllegalMove("already-marked")
        face = FACES[self.key_of(other(seat))[card]]
        after = self._open("")._record(seat, card, face)
        if face == "assassin":
            return after._over(None, "assassin")
        return after._meet_agent(seat) if face == "agent" else after._meet_bystander()

    def _meet_agent(self, seat: str) -> Self:
        """Return the table after an agent was found: the last one wins (D3), after others guessing goes on (D7).

        The last agent of the clue's side ends the turn (D16), which costs a token as a stop does (D12) except in sudden
        death (D15).
        """
        won = self.finished == SIDES
        if self.phase == "sudden-death":
            return self._over("team", "sudden-death") if won else self
        if other(seat) not in self.finished:
            return self
        paid = self._pay(self.tokens.spend(seat))
        return paid._over("team", "agents") if won else paid._end("finished")

    def _meet_bystander(self) -> Self:
        """Return the table after a bystander was touched, which ends the turn (D8).

        In sudden death (D15) or without enough tokens (D14) the game is lost.
        """
        if self.phase == "sudden-death":
            return self._over(None, "time")
        after = self._pay(self.tokens.mark())
        return after._over(None, "time") if self.tokens.mistake_is_fatal else after._end("wrong")

    def _pay(self, tokens: Tokens) -> Self:
        return replace(self, tokens=tokens)

    def _end(self, ended: Ending) -> Self:
        """Return the table with its turn ended; sudden death begins once the reserve is empty (D15)."""
        return replace(self._amend(ended=ended), phase="clue" if self.tokens.reserve else "sudden-death")

    def _timeout(self) -> Self:
        """Return the table after a timeout (T3): the game is lost in sudden death, otherwise the turn ends for a token.

        The token goes to the side that was guessing (D12). If no clue came in time, nobody was guessing, and the token
        is discarded. If both sides could have given the clue, both have missed it, and the turn has no giver.
        """
        awaited = self.turn
        if self.phase == "sudden-death":
            return self._over(None, "time")
        if self.phase == "guess":
            return self._pay(self.tokens.spend(awaited[0]))._end("timeout")._miss(*awaited)
        giver = awaited[0] if len(awaited) == 1 else ""
        return self._pay(self.tokens.discard())._open(giver)._end("timeout")._miss(*awaited)

    def _hidden_of(self, side: str) -> frozenset[int]:
        return places(self.key_of(side), "g") - self.found

    def _winner_without(self, side: str) -> None:
        return None

    def _guesses_left(self) -> None:
        return None

    def _left(self) -> Mapping[str, int]:
        return MappingProxyType({"team": len(self._hidden_of("a") | self._hidden_of("b"))})

    def _tokens(self) -> Tokens:
        return self.tokens

    def _score(self) -> int | None:
        """Return the score of a won 9-9 mission (D19); None for other missions and games not won."""
        if self.outcome is None or self.outcome.winner is None or self.mission != _STANDARD:
            return None
        sudden = self.outcome.reason == "sudden-death"
        return 3 * self.tokens.reserve + self.tokens.spent_a + self.tokens.spent_b - sudden

    def _shown_ask(self, seat: str | None) -> None:
        return None

    def _shown_key(self, seat: str | None) -> Sequence[str] | None:
        """Return the seat's own key (D1), None for watchers; after the end, each card's letters on both keys (D18)."""
        if self.outcome:
            return [a + b for a, b in zip(*self.keys, strict=True)]
        return self.key_of(seat) if seat else None

    def _faces(self) -> Mapping[int, str]:
        """Return the face of each covered card, by index; a bystander only if both sides touched it (D8, D10)."""
        closed = {card: "bystander" for card, sides in self._marks().items() if sides == "ab"}
        return closed | {guess.card: guess.face for guess in self.guesses if guess.face != "bystander"}

    def _marks(self) -> Mapping[int, str]:
        """Return the sides that touched a bystander on a card, as `a`, `b` or `ab`, by index (D8)."""
        met = sorted((guess.seat, guess.card) for guess in self.guesses if guess.face == "bystander")
        return {card: "".join(side for side, place in met if place == card) for _, card in met}
