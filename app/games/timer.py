"""Duet's timer tokens as a page tells them: where they lie, what a mistake costs, and what threatens (D12-D17)."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.rules import Tokens


@dataclass(frozen=True)
class Pile:
    """Tokens in one place. `faces`: of each token, which side is up, `bystander` or `check`, or `away`."""

    place: str
    faces: Sequence[str]
    words: str


@dataclass(frozen=True)
class Timer:
    """What there is to say of the tokens, as they lie now."""

    tokens: Tokens

    @property
    def piles(self) -> Sequence[Pile]:
        """Every place that tokens lie in: those used for a stop check side up, those on cards bystander side up."""
        tokens = self.tokens
        reserve = _pile("In reserve", tokens.bystander, tokens.check)
        away = [Pile("Discarded", ["away"] * tokens.discarded, str(tokens.discarded))] if tokens.discarded else []
        laid = [_pile("In front of A", 0, tokens.spent_a), _pile("In front of B", 0, tokens.spent_b)]
        return [reserve, *laid, _pile("On cards", tokens.on_cards, 0), *away]

    @property
    def cost(self) -> str:
        """What the next mistake costs (D8, D13, D14)."""
        if self.tokens.mistake_is_fatal:
            return "the game: it would take two tokens, and only one is left"
        return "two tokens" if self.tokens.mistake_cost == 2 else "one token"

    @property
    def turning(self) -> str:
        """That a stop will turn a token to its check side, where there is none of that side left to take (D12)."""
        if self.tokens.check or not self.tokens.bystander:
            return ""
        if self.tokens.bystander == 1:
            return "Only a token for mistakes is left: stopping turns it to its check side."
        return "Only tokens for mistakes are left: stopping turns one of them to its check side."

    @property
    def threat(self) -> str:
        """What this turn may lead to, where that is worse than the loss of one token of several (D13-D15)."""
        if self.tokens.mistake_is_fatal and self.tokens.reserve:
            return "The last token: a bystander now loses the game at once, and a stop leads to sudden death."
        if self.tokens.reserve == 1:
            return "The last token: unless this turn wins, sudden death comes after it."
        if self.tokens.reserve and self.tokens.mistake_cost == 2:
            last = ", the last ones: then comes sudden death" if self.tokens.reserve == 2 else ""
            return f"A bystander now costs two tokens{last}."
        return ""

    @property
    def calling(self) -> str:
        """What it costs to call a clue invalid (D17)."""
        if self.tokens.reserve == 1:
            return "the last token is discarded, and sudden death comes at once"
        return "a token is discarded, then the turn goes on"


def _pile(place: str, bystander: int, check: int) -> Pile:
    return Pile(place, ["bystander"] * bystander + ["check"] * check, _count(bystander, check))


def _count(bystander: int, check: int) -> str:
    if bystander and check:
        return f"{bystander} bystander side up, {check} check side up"
    if bystander or check:
        return f"{bystander or check} {'bystander' if bystander else 'check'} side up"
    return "none"
