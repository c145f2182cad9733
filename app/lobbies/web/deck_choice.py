"""The decks that a lobby's form offers: the site's own, the user's, listed ones, and those whose code was sent."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app import decks
from app.custom_decks import loading
from app.custom_decks.labels import byline, language_name
from app.custom_decks.models import CustomDeck
from app.i18n.languages import _, language
from app.rules import Variant

MAX_LISTED = 20  # other people's decks shown in a form


@dataclass(frozen=True)
class DeckOption:
    """A deck that can be ticked: `value` is sent by the form, `name` is the versioned name that a game stores."""

    value: str
    name: str
    label: str
    language: str
    group: str


def deck_options(variant: Variant, user_id: int | None, codes: Sequence[str] = ()) -> list[DeckOption]:
    """Return the decks that a user may tick for a variant, by group: the site's, own, shared and listed ones.

    `codes` are of decks that are shared by link; those that the user may not see are left out.
    """
    if variant.cards != "words":
        return _built_in_options(variant)
    own = loading.decks_of(user_id) if user_id else []
    listed = loading.listed_decks(but=user_id, most=MAX_LISTED)
    shown = {deck.code for deck in (*own, *listed)}
    shared = [deck for deck in loading.find_visible_decks(codes, user_id) if deck.code not in shown]
    return [
        *_built_in_options(variant),
        *(_custom_option(deck, _("Your decks")) for deck in own),
        *(_custom_option(deck, _("Decks shared with you"), byline(deck)) for deck in shared),
        *(_custom_option(deck, _("Decks listed by others"), byline(deck)) for deck in listed),
    ]


def default_option(offers: Iterable[DeckOption]) -> DeckOption:
    """Return the option ticked by default: the first one in the reader's language, or else the first."""
    return min(offers, key=lambda offer: offer.language != language())


def _built_in_options(variant: Variant) -> list[DeckOption]:
    """Return options for the site's decks of the variant's kind, those in the reader's language first."""
    fitting = [deck for deck in decks.DECKS.values() if deck.kind == variant.cards]
    fitting.sort(key=lambda deck: deck.language != language())
    return [
        DeckOption(deck.name, deck.name, str(deck.title), deck.language, language_name(deck.language))
        for deck in fitting
    ]


def _custom_option(deck: CustomDeck, group: str, by: str = "") -> DeckOption:
    about = ", ".join(filter(None, (language_name(deck.latest.language), by)))
    return DeckOption(
        deck.code, loading.stored_name(deck), f"{deck.latest.name} ({about})", deck.latest.language, group
    )
