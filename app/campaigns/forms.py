"""Forms of a campaign: the settings of an attempt, and the members of a new team."""

from collections.abc import Iterable
from dataclasses import replace

from werkzeug.datastructures import MultiDict
from wtforms import SelectField

from app.games.store.models import Game
from app.i18n.languages import lazy_gettext
from app.lobbies.web.forms import LobbyForm, deck_values, playable_variants
from app.rules import VARIANTS

Form = MultiDict[str, str]


class AttemptForm(LobbyForm):
    """The lobby form for an attempt: the variant, decks and house rules; the city decides tokens and mistakes."""

    variant = SelectField(lazy_gettext("Cards"))

    def __init__(self, sent: Form | None = None, kind: str = "", last: Game | None = None) -> None:
        """Offer the choices of the Duet variant in `sent`, else of `kind`, else of the team's `last` attempt.

        Without `sent`, the fields are preset from `last`.
        """
        wanted = (sent.get("variant") if sent else kind) or (last.variant if last else "duet")
        variant = wanted if wanted in duet_variants() else "duet"
        alike = last if last and last.variant == variant else None
        super().__init__(VARIANTS[variant], sent, deck_values(alike.deck) if alike else ())
        self.variant.choices = {name: name for name in duet_variants()}
        if not sent:
            self.variant.data = variant
            if last:
                self.preset(last.settings if alike else replace(last.settings, house=()))
        elif not self.variant.raw_data:
            self.variant.data = variant


def duet_variants() -> list[str]:
    """Return the names of the Duet variants that can be played here, because the site has a deck for them."""
    return [variant.name for variant in playable_variants() if variant.game == "duet"]


def split_names(sent: Iterable[str]) -> list[str]:
    """Return the names typed in repeated fields, or in one separated by commas or line breaks, without duplicates."""
    typed = [name.strip() for field in sent for name in field.replace("\n", ",").split(",")]
    return list(dict.fromkeys(filter(None, typed)))
