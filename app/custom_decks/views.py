"""The pages of custom decks: the list, one deck, and its owner's actions."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import Blueprint, Response, current_app, flash, make_response, redirect, render_template, request, url_for
from flask_login import current_user
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.wrappers import Response as AnyResponse

from app.accounts.auth.login_manager import ask_to_sign_in, current_user_id
from app.custom_decks import loading, service, word_list
from app.custom_decks.errors import DeckNotFound, WrongDeckSize
from app.custom_decks.forms import DeckForm
from app.custom_decks.models import CustomDeck
from app.decks.deck import MIN_WORDS
from app.http.form_limits import allow_long_field
from app.i18n.languages import _
from app.refusals import Refusal

bp = Blueprint("custom_decks", __name__)
View = Callable[..., AnyResponse]


@bp.errorhandler(RequestEntityTooLarge)
def too_large(_error: RequestEntityTooLarge) -> tuple[str, int]:
    """Return a 413 page that tells the greatest size of a request."""
    most = current_app.config["MAX_CONTENT_LENGTH"] // 1024
    sentence = _(
        "That is too large: the limit is %(most)d KiB, plenty for a deck of %(words)d words. Go back: what "
        "you typed is still there.",
        most=most,
        words=word_list.MAX_WORDS,
    )
    return render_template("error.html", code=413, sentence=sentence), 413


def account_required(view: View) -> View:
    """Decorate a view for account holders: visitors are redirected to sign in, guests to sign up."""

    @wraps(view)
    def wrapped(**values: Any) -> AnyResponse:
        if not current_user.is_authenticated:
            return ask_to_sign_in()  # type: ignore[no-any-return]
        if current_user.is_guest:
            flash(
                _(
                    "You need an account to keep decks. Choose a password, and your decks will be here whenever you "
                    "come back."
                )
            )
            return redirect(url_for("accounts.signup", next=url_for("custom_decks.decks")), 303)
        return view(**values)

    return wrapped


@bp.get("/decks")
def decks() -> Response:
    """Show the user's decks, the listed ones, and the form for a new one."""
    return _render_list(DeckForm())


@bp.post("/decks")
@allow_long_field("words")
@account_required
def create() -> AnyResponse:
    """Create a deck and redirect to it; show a refused form again with everything that was typed."""
    form, made = DeckForm(request.form), list[CustomDeck]()
    refused = _try_save(form, lambda text, **said: made.append(service.create(current_user_id() or 0, text, **said)))
    return _render_list(form, **refused) if refused else _redirect_saved(made[0].code)


@bp.get("/decks/<code:code>")
def deck(code: str) -> Response:
    """Show a deck's words and, to its owner, the form to edit it; 404 if the user may not see it.

    Its owner may ask for an older `version`.
    """
    found = loading.visible_deck_or_404(code, current_user_id())
    return _render_deck(found, DeckForm(deck=found))


@bp.post("/decks/<code:code>")
@allow_long_field("words")
@account_required
def revise(code: str) -> AnyResponse:
    """Save an edited deck and redirect to it; show a refused form again. 404 for anybody but its owner."""
    found = loading.visible_deck_or_404(code, current_user_id())
    if found.owner_id != current_user_id():
        raise DeckNotFound(code)
    form = DeckForm(request.form, found)
    refused = _try_save(
        form,
        lambda text, **said: service.revise(code, found.owner_id, text, edited_number=form.edited_number(), **said),
    )
    return _render_deck(found, form, **refused) if refused else _redirect_saved(code)


@bp.post("/decks/<code:code>/delete")
@account_required
def delete(code: str) -> AnyResponse:
    """Delete the user's deck and redirect to the list; 404 for anybody but its owner."""
    service.delete(code, current_user_id() or 0)
    flash(_("The deck has been deleted. Games already using it go on."))
    return redirect(url_for(".decks"), 303)


def _try_save(form: DeckForm, save: Callable[..., None]) -> dict[str, Any]:
    """Call `save` with the form's words and settings; return {} on success, or template values for a refusal.

    An uploaded file replaces the typed words. The form keeps everything.
    """
    try:
        form.use_file(request.files.get("file"))
        form.raise_for_errors()
        save(form.words.data or "", **form.settings())
    except Refusal as refusal:
        notes = refusal.checked.notes if isinstance(refusal, WrongDeckSize) else []
        return {"status": refusal.status, "notice": refusal.sentence, "field": refusal.field, "notes": notes}
    return {}


def _redirect_saved(code: str) -> AnyResponse:
    flash(_("Deck saved."))
    return redirect(url_for(".deck", code=code), 303)


def _render_list(form: DeckForm, status: int = 200, **refused: Any) -> Response:
    me = current_user_id()
    own = loading.decks_of(me) if me else []
    page = render_template(
        "custom_decks/decks.html", mine=own, listed=loading.listed_decks(but=me), form=form, **_limits(), **refused
    )
    return make_response(page, status)


def _render_deck(found: CustomDeck, form: DeckForm, status: int = 200, **refused: Any) -> Response:
    asked = request.args.get("version", "")
    own = found.owner_id == current_user_id()
    number = int(asked) if own and asked in map(str, range(1, found.number)) else found.number
    page = render_template(
        "custom_decks/deck.html",
        deck=found,
        shown=loading.version_or_404(found, number),
        own=own,
        form=form,
        **_limits(),
        **refused,
    )
    return make_response(page, status)


def _limits() -> dict[str, int]:
    return {"fewest": MIN_WORDS, "most": word_list.MAX_WORDS, "longest": word_list.MAX_WORD_LENGTH}
