"""The pages of custom decks: the list, one deck, and its owner's actions."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Blueprint, Response, current_app, flash, make_response, redirect, render_template, request, url_for
from flask_login import current_user
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from app.accounts.limits import RateLimited
from app.accounts.session import ask_to_sign_in, current_user_id
from app.decks.deck import FEWEST
from app.form_limits import allow_long_field
from app.languages import _
from app.library import checking, loading, service
from app.library.errors import NoDeck, Unfit
from app.library.forms import DeckForm
from app.library.models import OwnDeck
from app.refusals import Refusal

bp = Blueprint("library", __name__)
View = Callable[..., AnyResponse]


@bp.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge) -> tuple[str, int]:
    """Tell the maximum size of a request."""
    most = current_app.config["MAX_CONTENT_LENGTH"] // 1024
    sentence = _(
        "That is too large: %(most)d KiB are taken at once, which is ample for a deck of %(words)d words. Go back: "
        "what you typed is still there.",
        most=most,
        words=checking.MOST,
    )
    return render_template("error.html", code=413, sentence=sentence), 413


def for_accounts(view: View) -> View:
    """Decorate a view for account holders: visitors are sent to sign in, guests to sign up."""

    @wraps(view)
    def wrapped(**values: Any) -> AnyResponse:
        if not current_user.is_authenticated:
            return ask_to_sign_in()  # type: ignore[no-any-return]
        if current_user.is_guest:
            flash(_("Decks are kept for accounts. Choose a password, and yours are here whenever you come back."))
            return redirect(url_for("accounts.signup", next=url_for("library.decks")), 303)
        return view(**values)

    return wrapped


@bp.get("/decks")
def decks() -> Response:
    """My decks, the listed ones, and the form for a new one."""
    return _all(DeckForm())


@bp.post("/decks")
@allow_long_field("words")
@for_accounts
def create() -> AnyResponse:
    """Create a deck."""
    form, made = DeckForm(request.form), list[OwnDeck]()
    refused = _save(form, lambda text, **said: made.append(service.create(current_user_id() or 0, text, **said)))
    return _all(form, **refused) if refused else _saved(made[0].code)


@bp.get("/decks/<code:code>")
def deck(code: str) -> Response:
    """A deck's words and, for its owner, the form to edit it."""
    found = loading.find(code, current_user_id())
    return _one(found, DeckForm(deck=found))


@bp.post("/decks/<code:code>")
@allow_long_field("words")
@for_accounts
def revise(code: str) -> AnyResponse:
    """Save an edited deck."""
    found = loading.find(code, current_user_id())
    if found.owner_id != current_user_id():
        raise NoDeck(code)
    form = DeckForm(request.form, found)
    refused = _save(form, lambda text, **said: service.revise(code, found.owner_id, text, seen=form.seen(), **said))
    return _one(found, form, **refused) if refused else _saved(code)


@bp.post("/decks/<code:code>/delete")
@for_accounts
def delete(code: str) -> AnyResponse:
    """Delete a deck."""
    service.delete(code, current_user_id() or 0)
    flash(_("The deck is deleted. Games that are played with it go on."))
    return redirect(url_for(".decks"), 303)


def _save(form: DeckForm, save: Callable[..., None]) -> dict[str, Any]:
    """Save what was sent. Return template values for a refusal, or an empty dict on success.

    The form keeps everything typed, and the contents of an uploaded file.
    """
    try:
        form.take(request.files.get("file"))
        form.check()
        save(form.words.data or "", **form.settings())
    except Refusal as refusal:
        notes = refusal.checked.notes if isinstance(refusal, Unfit) else []
        return {"status": refusal.status, "notice": refusal.sentence, "field": refusal.field, "notes": notes}
    except RateLimited as many:
        return {"status": 429, "notice": many.sentence}
    return {}


def _saved(code: str) -> AnyResponse:
    flash(_("The deck is saved."))
    return redirect(url_for(".deck", code=code), 303)


def _all(form: DeckForm, status: int = 200, **refused: Any) -> Response:
    me = current_user_id()
    own = loading.mine(me) if me else []
    page = render_template(
        "library/decks.html", mine=own, listed=loading.listed(but=me), form=form, **_limits(), **refused
    )
    return make_response(page, status)


def _one(found: OwnDeck, form: DeckForm, status: int = 200, **refused: Any) -> Response:
    asked = request.args.get("version", "")
    own = found.owner_id == current_user_id()
    number = int(asked) if own and asked in map(str, range(1, found.number)) else found.number
    page = render_template(
        "library/deck.html",
        deck=found,
        shown=loading.version(found, number),
        own=own,
        form=form,
        **_limits(),
        **refused,
    )
    return make_response(page, status)


def _limits() -> dict[str, int]:
    return {"fewest": FEWEST, "most": checking.MOST, "longest": checking.LONGEST}
