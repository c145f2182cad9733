"""The form that opens a lobby."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, SelectField, SelectMultipleField, StringField
from wtforms.validators import ValidationError
from wtforms.widgets import CheckboxInput

from app import decks
from app.accounts.auth.login_manager import current_user_id
from app.games.store.clocks import Clock
from app.games.store.settings import GameSettings
from app.games.table import votes
from app.games.wording import clock_labels
from app.games.wording.clock_labels import LATE_TOUCH, TOUCH_RULE_LABELS
from app.i18n.languages import Form, _, lazy_gettext
from app.lobbies.labels import HOUSE_RULES
from app.lobbies.web.deck_choice import DeckOption, deck_options, default_option
from app.rules import VARIANTS, Variant

MAX_DECKS = 10  # per game
FALSE_VALUES = (False, "false", "0", "")  # values sent for an unticked checkbox


def playable_variants() -> list[Variant]:
    """Return the variants that can be played here, because the site has a deck of their kind of cards."""
    kinds = {deck.kind for deck in decks.DECKS.values()}
    return [variant for variant in VARIANTS.values() if variant.cards in kinds]


def _token_choices() -> dict[str, str]:
    standard = {"9": _("9: standard mission"), "10": _("10: easier"), "11": _("11: easiest"), "8": _("8: harder")}
    return standard | {"7": "7", "6": "6", "5": "5"}


def _mistake_choices() -> dict[str, str]:
    return {"": _("as many as there are tokens")} | {
        str(number): _("at most %(number)d", number=number) for number in range(12)
    }


def _int_or_none(text: str | None) -> int | None:
    return int(text) if text else None


def _touch_choices() -> dict[str, str]:
    return {rule: str(TOUCH_RULE_LABELS[rule]) for rule in votes.TOUCH_RULES}


def deck_values(deck: str) -> list[str]:
    """Return the form values (codes, without versions) of the decks in a game's stored deck name."""
    return [name.partition(".")[0] for name in decks.deck_names(deck)]


class LobbyForm(Form):
    """The settings of a lobby for one variant; fields that are not sent take their defaults."""

    name = StringField(lazy_gettext("Your name"), default="")
    deck = SelectMultipleField(lazy_gettext("Decks"), option_widget=CheckboxInput())
    house = SelectMultipleField(lazy_gettext("House rules"), option_widget=CheckboxInput())
    tokens = SelectField(lazy_gettext("Timer tokens"), coerce=int, choices=_token_choices, default=9)
    mistakes = SelectField(lazy_gettext("Mistakes"), coerce=_int_or_none, choices=_mistake_choices, default=None)
    clock = SelectField(lazy_gettext("Clock"), choices=clock_labels.choices, default="")
    bank = SelectField(lazy_gettext("Time bank"), coerce=int, choices=clock_labels.bank_choices, default=0)
    touching = SelectField(lazy_gettext("Who may touch cards"), choices=_touch_choices, default="anyone")
    late_touch = BooleanField(LATE_TOUCH, false_values=FALSE_VALUES)
    public = BooleanField(lazy_gettext("Let anyone join: list this lobby on the front page"), false_values=FALSE_VALUES)
    bots = BooleanField(lazy_gettext("Let bots join, too: programs that play by themselves"), false_values=FALSE_VALUES)

    def __init__(self, variant: Variant, sent: MultiDict[str, str] | None = None, wanted: Sequence[str] = ()) -> None:
        """Offer the decks and house rules of this variant.

        `wanted` are the values of decks to tick before anything is sent; if none is ticked, the default one is.
        """
        self.game_variant = variant
        ticked = sent.getlist("deck") if sent else list(wanted)
        self.offers = {offer.value: offer for offer in deck_options(variant, current_user_id(), ticked)}
        super().__init__(sent, deck=[value for value in ticked if value in self.offers])
        if not (sent and "ticks" in sent):  # the page's own form sends `ticks`
            self.deck.data = self.deck.data or [default_option(self.offers.values()).value]
        self.deck.choices = {value: offer.label for value, offer in self.offers.items()}
        fitting = variant.house - ({"soundalikes"} if variant.cards == "pictures" else set())  # C9: no sounds
        self.house.choices = {rule: str(text) for rule, text in HOUSE_RULES.items() if rule in fitting}

    def preset(self, settings: GameSettings) -> None:
        """Set the fields, except the decks, to these settings, for a form that has not been sent."""
        clock, known = Clock.parse(settings.clock), {choice[0] for choice in self.house.iter_choices()}
        self.house.data = [rule for rule in settings.house if rule in known]
        self.tokens.data = settings.tokens
        self.mistakes.data = None if settings.mistakes == settings.tokens else settings.mistakes
        self.clock.data, self.bank.data = str(replace(clock, bank=0)), clock.bank // (clock.phase or 1)
        self.touching.data, self.late_touch.data = settings.touching, settings.late_touch

    def error_text(self) -> str:
        """Return the sentences of all validation errors, joined by spaces."""
        return " ".join(str(error) for errors in self.errors.values() for error in errors)

    def deck_groups(self) -> list[tuple[str, list[tuple[Any, DeckOption]]]]:
        """Return the deck checkboxes with their options, grouped: pairs of a heading and (box, option) pairs."""
        boxes = {box.data: box for box in self.deck}
        grouped = groupby(self.offers.values(), key=lambda offer: offer.group)
        return [(heading, [(boxes[offer.value], offer) for offer in group]) for heading, group in grouped]

    def pool_name(self) -> str:
        """Return the deck name that a game stores: that of the ticked deck, or a joint name for several."""
        return decks.pool_name(offer.name for offer in self._ticked())

    def validate_deck(self, _field: Any) -> None:
        """Raise ValidationError if no deck is ticked, too many, or decks in different languages (K6)."""
        ticked = self._ticked()
        if not ticked:
            raise ValidationError(_("Tick at least one deck."))
        if len(ticked) > MAX_DECKS:
            raise ValidationError(_("You can mix at most %(most)d decks.", most=MAX_DECKS))
        if len({offer.language for offer in ticked}) > 1:
            raise ValidationError(_("A game uses one language, so tick only decks in the same language."))

    def _ticked(self) -> list[DeckOption]:
        return [self.offers[value] for value in dict.fromkeys(self.deck.data or ()) if value in self.offers]

    def validate_mistakes(self, field: Any) -> None:
        """Raise ValidationError for more mistakes than tokens (D4)."""
        if field.data is not None and field.data > self.tokens.data:
            raise ValidationError(_("There cannot be more mistakes than tokens."))

    def settings(self) -> GameSettings:
        """Return what was sent as the settings of a game; without a clock, `late_touch` is False."""
        tokens, clock = self.tokens.data, Clock.parse(self.clock.data or "")
        timed = str(replace(clock, bank=clock.phase * self.bank.data))
        return GameSettings(
            variant=self.game_variant.name,
            deck=self.pool_name(),
            house=self.house.data or [],
            tokens=tokens,
            mistakes=tokens if self.mistakes.data is None else self.mistakes.data,
            clock=timed,
            touching=self.touching.data,
            late_touch=bool(timed) and self.late_touch.data,
        )
