"""Operations on decks: listing, getting and making them."""

from werkzeug.datastructures import MultiDict

from app import decks
from app.api.caller import user_id
from app.api.models.decks import BuiltInDeck, Deck, DeckList, DeckRequest, DeckRow
from app.api.models.problems import Problem
from app.api.operations import operation
from app.custom_decks import loading, service
from app.custom_decks.forms import DeckForm
from app.custom_decks.models import CustomDeck


@operation("GET", "/decks", "read", answer=DeckList)
def list_decks() -> DeckList:
    """List the decks that you may play with: the site's, your own, and the newest listed by others."""
    return DeckList(
        built_in=[
            BuiltInDeck(name=deck.name, title=str(deck.title), language=deck.language, kind=deck.kind)
            for deck in decks.DECKS.values()
        ],
        own=[DeckRow.model_validate(_columns(deck)) for deck in loading.decks_of(user_id())],
        listed=[DeckRow.model_validate(_columns(deck)) for deck in loading.listed_decks(but=user_id())],
    )


@operation("GET", "/decks/<code:code>", "read", answer=Deck, refusals={404: Problem})
def get_deck(code: str) -> Deck:
    """Get the words of a deck, your own or one that is shared."""
    return _load_answer(loading.visible_deck_or_404(code, user_id()))


@operation("POST", "/decks", "lobby", body=DeckRequest, answer=Deck, status=201, refusals={422: Problem})
def create_deck(body: DeckRequest) -> Deck:
    """Make a deck of your own."""
    form = DeckForm(MultiDict({"name": body.name, "language": body.language, "sharing": body.sharing}))
    form.raise_for_errors()
    return _load_answer(service.create(user_id(), "\n".join(body.lines), **form.settings()))


def _load_answer(deck: CustomDeck) -> Deck:
    version = loading.version_or_404(deck, deck.number)
    notes = version.notes if deck.owner_id == user_id() else []
    return Deck.model_validate(_columns(deck) | {"lines": version.lines, "notes": notes})


def _columns(deck: CustomDeck) -> dict[str, object]:
    latest = deck.versions[0] if deck.latest is None else deck.latest
    return {
        "code": deck.code,
        "name": latest.name,
        "language": latest.language,
        "sharing": deck.sharing,
        "size": latest.size,
        "number": deck.number,
    }
