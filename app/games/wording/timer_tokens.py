"""Sentences about Duet's timer tokens: where they are, what a mistake costs, and what may follow (D12-D17)."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.i18n.languages import _, ngettext
from app.rules import Tokens


@dataclass(frozen=True)
class TokenPile:
    """The tokens in one place, in words; each entry of `faces` is `bystander`, `check` or `away` (discarded)."""

    words: str
    faces: Sequence[str]


@dataclass(frozen=True)
class TokenText:
    """Sentences about the tokens in their current state."""

    tokens: Tokens

    @property
    def left(self) -> str:
        """How many tokens are in reserve and, if limited, how many of them allow mistakes."""
        tokens = self.tokens
        if not tokens.check:
            return ngettext("%(num)d token left", "%(num)d tokens left", tokens.reserve)
        return ngettext(
            "%(num)d token left, %(mistakes)d for mistakes",
            "%(num)d tokens left, %(mistakes)d for mistakes",
            tokens.reserve,
            mistakes=tokens.bystander,
        )

    @property
    def piles(self) -> Sequence[TokenPile]:
        """The tokens by place: those spent on stops lie check side up, those on cards bystander side up."""
        tokens = self.tokens
        gone = _("Discarded: %(tokens)d", tokens=tokens.discarded)
        return [
            _pile(_("In reserve: %(tokens)s"), tokens.bystander, tokens.check),
            _pile(_("In front of Side A: %(tokens)s"), 0, tokens.spent_a),
            _pile(_("In front of Side B: %(tokens)s"), 0, tokens.spent_b),
            _pile(_("On cards: %(tokens)s"), tokens.on_cards, 0),
            *([TokenPile(gone, ["away"] * tokens.discarded)] if tokens.discarded else []),
        ]

    @property
    def cost(self) -> str:
        """What the next mistake costs (D8, D13, D14)."""
        if self.tokens.mistake_is_fatal:
            return _("The next mistake loses the game: there are not enough tokens left to pay for it.")
        if self.tokens.mistake_cost == 2:
            return _("The next mistake costs two tokens.")
        return _("The next mistake costs one token.")

    @property
    def stop_hint(self) -> str:
        """A reminder that a stop costs a mistake token too, if no check token is left (D12); else empty."""
        if self.tokens.check or not self.tokens.bystander:
            return ""
        return _("Each turn costs one token.")

    @property
    def threat(self) -> str:
        """What this turn risks, if that is more than one token of several (D13-D15); else empty."""
        if self.tokens.mistake_is_fatal and self.tokens.reserve:
            return _("Last token: a bystander now loses the game at once, and stopping leads to sudden death.")
        if self.tokens.reserve == 1:
            return _("Last token: unless you win in this turn, sudden death begins.")
        if not self.tokens.reserve or self.tokens.mistake_cost == 1:
            return ""
        if self.tokens.reserve == 2:
            return _("A bystander now costs the last two tokens and leads to sudden death.")
        return _("A bystander now costs two tokens.")

    @property
    def challenge_hint(self) -> str:
        """How to call a clue invalid, and what it costs (D17)."""
        if self.tokens.reserve == 1:
            return _(
                "Call it invalid before the first guess: the last token is discarded, and sudden death begins at once."
            )
        return _("Call it invalid before the first guess: a token is discarded, and the turn goes on.")


def _pile(words: str, bystander: int, check: int) -> TokenPile:
    return TokenPile(words % {"tokens": _count(bystander, check)}, ["bystander"] * bystander + ["check"] * check)


def _count(bystander: int, check: int) -> str:
    mistakes = ngettext("%(num)d with the bystander side up", "%(num)d with the bystander side up", bystander)
    checks = ngettext("%(num)d with the check side up", "%(num)d with the check side up", check)
    if bystander and check:
        return f"{mistakes}, {checks}"
    if bystander or check:
        return mistakes if bystander else checks
    return _("no tokens")
