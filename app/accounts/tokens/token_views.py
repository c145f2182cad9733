"""Views that create and revoke personal tokens, on the account page."""

from typing import Any

from flask import make_response, request

from app.accounts import forms
from app.accounts.auth.views import bp
from app.accounts.form_handling import handle_form
from app.accounts.forms import field_text
from app.accounts.models import User
from app.accounts.settings.account_page import redirect_to_account, render_account_page, with_account
from app.accounts.tokens import service
from app.http.fields import parse_int
from app.i18n.languages import _


@bp.post("/account/tokens")
@with_account
def create_token(user: User) -> Any:
    """Create a token and show the account page with its secret, this once; or with the form's errors."""
    form, made = forms.TokenForm(request.form), list[str]()
    status = handle_form(
        form,
        lambda: made.append(
            service.create_token(user, field_text(form.name), form.scopes.data or (), form.days.data or 0)
        ),
    )
    if status != 303:
        return render_account_page(status, token=form)
    response = make_response(render_account_page(new_token=made[0]))
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.post("/account/tokens/revocations")
@with_account
def revoke_token(user: User) -> Any:
    """Revoke the token whose id is in `token`, and redirect to the account page."""
    number = parse_int(request.form.get("token", ""))
    revoked = number is not None and service.revoke_token(user, number)
    return redirect_to_account(_("The token has been revoked.") if revoked else _("That token was already revoked."))
