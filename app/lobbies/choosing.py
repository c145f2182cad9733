"""The decks a lobby can be opened with: the site's own, the user's, listed ones, and those whose code was sent."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app import decks
from app.languages import _, language
from app.library import loading
from app.library.models import OwnDeck
from app.library.words import byline, tongue
from app.rules import Variant

LISTED = 20  # other people's decks shown in a form


@dataclass(frozen=True)
class Offer:
    """A deck that can be ticked: `value` is the form value, `name` the versioned name that a game stores."""

    value: str
    name: str
    label: str
    language: str
    group: str


def offers(variant: Variant, user_id: int | None, codes: Sequence[str] = ()) -> list[Offer]:
    """Return the decks that a user may tick for a variant, by group. `codes` adds decks that are shared by link."""
    if variant.cards != "words":
        return _built_in(variant)
    own = loading.mine(user_id) if user_id else []
    listed = loading.listed(but=user_id, most=LISTED)
    shown = {deck.code for deck in (*own, *listed)}
    shared = [deck for deck in loading.known(codes, user_id) if deck.code not in shown]
    return [
        *_built_in(variant),
        *(_offer(deck, _("Your decks")) for deck in own),
        *(_offer(deck, _("Decks shared with you"), byline(deck)) for deck in shared),
        *(_offer(deck, _("Decks that others list"), byline(deck)) for deck in listed),
    ]


def default(offers: Iterable[Offer]) -> Offer:
    """Return the deck ticked by default: the first one in the reader's language, or else the first."""
    return min(offers, key=lambda offer: offer.language != language())


def _built_in(variant: Variant) -> list[Offer]:
    """Return the site's decks, with those in the reader's language first."""
    fitting = [deck for deck in decks.DECKS.values() if deck.kind == variant.cards]
    fitting.sort(key=lambda deck: deck.language != language())
    return [Offer(deck.name, deck.name, str(deck.title), deck.language, tongue(deck.language)) for deck in fitting]


def _offer(deck: OwnDeck, group: str, by: str = "") -> Offer:
    about = ", ".join(filter(None, (tongue(deck.latest.language), by)))
    return Offer(deck.code, loading.name_of(deck), f"{deck.latest.name} ({about})", deck.latest.language, group)
