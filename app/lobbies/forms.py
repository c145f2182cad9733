"""The form that opens a lobby."""

from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, SelectField, SelectMultipleField, StringField
from wtforms.validators import ValidationError
from wtforms.widgets import CheckboxInput

from app import decks
from app.languages import Form, _, later
from app.lobbies.words import EXPLAINED
from app.rules import VARIANTS, Variant


def decks_for(variant: Variant) -> dict[str, str]:
    """Return the titles of the decks that serve a variant, by name; the default one comes first."""
    return {name: str(deck.title) for name, deck in decks.DECKS.items() if deck.kind == variant.cards}


def offered() -> list[Variant]:
    """Return the variants that some deck serves."""
    return [variant for variant in VARIANTS.values() if decks_for(variant)]


def _tokens() -> dict[str, str]:
    standard = {"9": _("9: the standard mission"), "10": _("10: easier"), "11": _("11: easiest"), "8": _("8: harder")}
    return standard | {"7": "7", "6": "6", "5": "5"}


def _mistakes() -> dict[str, str]:
    return {"": _("as many as tokens")} | {str(number): _("at most %(number)d", number=number) for number in range(12)}


def _count(text: str | None) -> int | None:
    return int(text) if text else None


class LobbyForm(Form):
    """What a lobby of one variant is to be like; a field that is not sent takes its default."""

    name = StringField(later("Your name"), default="")
    deck = SelectField(later("Deck"))
    house = SelectMultipleField(later("House rules"), option_widget=CheckboxInput())
    tokens = SelectField(later("Timer tokens"), coerce=int, choices=_tokens, default=9)
    mistakes = SelectField(later("Mistakes"), coerce=_count, choices=_mistakes, default=None)
    public = BooleanField(later("Anyone may join: list it on the front page"), false_values=(False, "false", "0", ""))

    def __init__(self, variant: Variant, sent: MultiDict[str, str] | None = None) -> None:
        """Offer only what goes with the variant."""
        titles = decks_for(variant)
        super().__init__(sent, deck=next(iter(titles)))
        self.deck.choices = titles
        self.house.choices = {rule: str(text) for rule, text in EXPLAINED.items() if rule in variant.house}

    def validate_mistakes(self, field: Any) -> None:
        """Refuse more mistakes than there are tokens (D4)."""
        if field.data is not None and field.data > self.tokens.data:
            raise ValidationError(_("There cannot be more mistakes than tokens."))

    def settings(self) -> dict[str, Any]:
        """Return what was chosen, as `service.open_lobby` takes it."""
        tokens = self.tokens.data
        mistakes = tokens if self.mistakes.data is None else self.mistakes.data
        return {
            "deck": self.deck.data,
            "house": self.house.data or [],
            "tokens": tokens,
            "mistakes": mistakes,
            "public": self.public.data,
        }
