"""Views of passkeys: signing in by one, and adding and removing them on the account page."""

from typing import Any

from flask import make_response, render_template, request

from app.accounts import forms
from app.accounts.auth import login_manager
from app.accounts.auth.views import bp, redirect_after_login, render_login, sign_in_user
from app.accounts.form_handling import handle_form
from app.accounts.forms import field_text
from app.accounts.models import User
from app.accounts.passkeys import service
from app.accounts.second_factor.guard import with_strong_account
from app.accounts.settings.account_page import redirect_to_account, render_account_page
from app.http.fields import parse_int
from app.i18n.languages import _


@bp.post("/login/passkey")
def sign_in_by_passkey() -> Any:
    """Sign in by the passkey whose proof is in `credential`, and redirect to `next`.

    The sign-in form is shown again with 422 if it is refused, or with 429 when rate limited.
    """
    form, found = forms.PasskeyProofForm(request.form), list[User]()
    status = handle_form(form, lambda: found.append(service.sign_in(field_text(form.credential), request.remote_addr)))
    if status != 303:
        return render_login(status, refused=form)
    sign_in_user(found[0], second_factor=True)
    return redirect_after_login()


@bp.post("/account/passkeys/new")
@with_strong_account
def new_passkey(user: User) -> Any:
    """Show the page that has the browser create a passkey, if the password is right."""
    form, options = forms.NewPasskeyForm(request.form), dict[str, Any]()
    status = handle_form(form, lambda: options.update(service.begin_adding(user, field_text(form.password))))
    if status != 303:
        return render_account_page(status, new_passkey=form)
    page = render_template("accounts/passkeys/new_passkey.html", options=options, name=field_text(form.name))
    response = make_response(page)
    response.headers["Cache-Control"] = "no-store"
    return response


@bp.post("/account/passkeys")
@with_strong_account
def add_passkey(user: User) -> Any:
    """Add the passkey in `credential` under `name`; this browser's session counts as signed in by it from now on."""
    form = forms.CreatedPasskeyForm(request.form)
    status = handle_form(
        form, lambda: service.add_passkey(user, field_text(form.passkey_name), field_text(form.credential))
    )
    if status != 303:
        return render_account_page(status, created_passkey=form)
    login_manager.start_session(user, second_factor=True)
    return redirect_to_account(_("The passkey has been added. You can sign in with it from now on."))


@bp.post("/account/passkeys/removals")
@with_strong_account
def remove_passkey(user: User) -> Any:
    """Remove the passkey whose id is in `passkey`, if the password is right, and redirect to the account page."""
    form, removed = forms.RemovePasskeyForm(request.form), list[bool]()
    number = parse_int(request.form.get("passkey", ""))
    status = handle_form(form, lambda: removed.append(service.remove_passkey(user, number, field_text(form.password))))
    if status != 303:
        return render_account_page(status, remove_passkey=form)
    return redirect_to_account(
        _("The passkey has been removed here. Remove it from your device as well.")
        if removed[0]
        else _("That passkey was already removed.")
    )
