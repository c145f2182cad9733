"""Duet's timer tokens: how many turns are left, and what each end of a turn costs (D12-D14, D17)."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Tokens:
    """How many of Duet's timer tokens (D4) lie where: an immutable value; the methods return the next one.

    In reserve with the bystander or the check side up, spent in front of a side, on cards, discarded.
    """

    bystander: int
    check: int
    spent_a: int = 0
    spent_b: int = 0
    on_cards: int = 0
    discarded: int = 0

    @property
    def reserve(self) -> int:
        """The number of tokens in reserve, which is the number of turns left."""
        return self.bystander + self.check

    @property
    def mistake_cost(self) -> int:
        """The tokens that touching a bystander costs now: 1, or 2 without bystander-side tokens (D13)."""
        return 1 if self.bystander else 2

    @property
    def mistake_is_fatal(self) -> bool:
        """Whether touching a bystander now loses the game for lack of tokens (D14)."""
        return self.mistake_cost > self.reserve

    def spend(self, side: str) -> "Tokens":
        """Return the tokens after one, a check-side one first, goes in front of the side that guessed (D12)."""
        return replace(self._take(), spent_a=self.spent_a + (side == "a"), spent_b=self.spent_b + (side == "b"))

    def discard(self) -> "Tokens":
        """Return the tokens after one, a check-side one first, is discarded (D17)."""
        return replace(self._take(), discarded=self.discarded + 1)

    def mark(self) -> "Tokens":
        """Return the tokens after the cost of a touched bystander goes on its card (D8, D13).

        If fewer are left than that, all of them (D14).
        """
        if self.bystander:
            return replace(self, bystander=self.bystander - 1, on_cards=self.on_cards + 1)
        cost = min(self.mistake_cost, self.check)
        return replace(self, check=self.check - cost, on_cards=self.on_cards + cost)

    def _take(self) -> "Tokens":
        if self.check:
            return replace(self, check=self.check - 1)
        return replace(self, bystander=self.bystander - 1)
