"""Sentences about Duet's timer tokens: how many are left, what a mistake costs, and what may follow (D12-D17)."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.i18n.languages import _, ngettext
from app.rules import Tokens


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
    def faces(self) -> Sequence[str]:
        """The tokens in a row: those in reserve by the side up, `bystander` or `check`, then those `away`."""
        tokens = self.tokens
        away = tokens.spent_a + tokens.spent_b + tokens.on_cards + tokens.discarded
        return ["bystander"] * tokens.bystander + ["check"] * tokens.check + ["away"] * away

    @property
    def outlook(self) -> str:
        """How many turns are left, and what the next mistake costs (D8, D13, D14)."""
        tokens = self.tokens
        if not tokens.reserve:
            return _("No tokens are left.")
        if tokens.mistake_is_fatal:
            return _("One token left: the next mistake loses the game.")
        if tokens.mistake_cost == 2:
            return ngettext(
                "%(num)d token left, one for each turn; a mistake costs two.",
                "%(num)d tokens left, one for each turn; a mistake costs two.",
                tokens.reserve,
            )
        return ngettext(
            "%(num)d token left, one for each turn; you can afford %(mistakes)s.",
            "%(num)d tokens left, one for each turn; you can afford %(mistakes)s.",
            tokens.reserve,
            mistakes=ngettext("%(num)d mistake", "%(num)d mistakes", tokens.bystander),
        )

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
