"""Forms of a campaign: the settings of an attempt, and the members of a new team."""

from collections.abc import Iterable
from dataclasses import replace

from werkzeug.datastructures import MultiDict
from wtforms import SelectField

from app.decks.pools import deck_names
from app.games.store.clocks import Clock
from app.games.store.models import Game
from app.i18n.languages import lazy_gettext
from app.lobbies.web.forms import LobbyForm, playable_variants
from app.rules import VARIANTS

Form = MultiDict[str, str]


class AttemptForm(LobbyForm):
    """A lobby form without what the city decides: the kind of cards, the decks and the house rules remain."""

    variant = SelectField(lazy_gettext("Cards"))

    def __init__(self, sent: Form | None = None, kind: str = "", last: Game | None = None) -> None:
        """Offer the choices for the kind of cards sent or asked for, preset from the team's `last` attempt."""
        wanted = (sent.get("variant") if sent else kind) or (last.variant if last else "duet")
        variant = wanted if wanted in duet_variants() else "duet"
        alike = last if last and last.variant == variant else None
        super().__init__(
            VARIANTS[variant], sent, [name.partition(".")[0] for name in deck_names(alike.deck)] if alike else ()
        )
        self.variant.choices = {name: name for name in duet_variants()}
        if not sent:
            self.variant.data = variant
            self.house.data = list(alike.settings.house) if alike else []
            self._preset_timing(last)
        elif not self.variant.raw_data:
            self.variant.data = variant

    def _preset_timing(self, last: Game | None) -> None:
        """Preset the clock and the touch rules from the team's last attempt."""
        if last:
            clock = Clock.parse(last.clock)
            self.clock.data, self.bank.data = str(replace(clock, bank=0)), clock.bank // (clock.phase or 1)
            self.touching.data, self.late_touch.data = last.touching, last.late_touch

    def error_text(self) -> str:
        """Return all validation errors as one text."""
        return " ".join(str(error) for errors in self.errors.values() for error in errors)


def duet_variants() -> list[str]:
    """Return the names of the Duet variants for which the site has a deck."""
    return [variant.name for variant in playable_variants() if variant.game == "duet"]


def split_names(sent: Iterable[str]) -> list[str]:
    """Return the names that were typed, in repeated fields or in one field separated by commas or line breaks."""
    typed = [name.strip() for field in sent for name in field.replace("\n", ",").split(",")]
    return list(dict.fromkeys(filter(None, typed)))
