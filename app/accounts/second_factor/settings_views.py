"""Views of the account page's forms for an authenticator app and recovery codes.

Secrets and codes are shown by the answer to a form alone, which nobody stores.
"""

from typing import Any

import segno
from flask import make_response, render_template, request
from werkzeug.wrappers import Response

from app.accounts import forms
from app.accounts.auth import login_manager
from app.accounts.auth.views import bp
from app.accounts.form_handling import handle_form
from app.accounts.forms import field_text
from app.accounts.models import User
from app.accounts.second_factor import authenticator, recovery_codes
from app.accounts.second_factor.guard import with_strong_account
from app.accounts.settings.account_page import redirect_to_account, render_account_page
from app.i18n.languages import _


@bp.post("/account/authenticator")
@with_strong_account
def set_up_authenticator(user: User) -> Any:
    """Show a new secret to be scanned, if the password is right."""
    form = forms.AuthenticatorForm(request.form)
    status = handle_form(form, lambda: authenticator.begin_setup(user, field_text(form.password)))
    return _render_setup(user, 200) if status == 303 else render_account_page(status, authenticator=form)


@bp.post("/account/authenticator/confirmation")
@with_strong_account
def confirm_authenticator(user: User) -> Any:
    """Turn the app on if its `code` is right, and show new recovery codes."""
    form, codes = forms.CodeForm(request.form), list[str]()
    status = handle_form(form, lambda: codes.extend(authenticator.confirm(user, field_text(form.code))))
    if status != 303:
        return _render_setup(user, status, form)
    login_manager.start_session(user, second_factor=True)
    return _render_codes(codes, is_new_app=True)


@bp.post("/account/authenticator/removal")
@with_strong_account
def remove_authenticator(user: User) -> Any:
    """Turn the app off if the password is right, and redirect to the account page."""
    form = forms.AuthenticatorForm(request.form)
    status = handle_form(form, lambda: authenticator.remove(user, field_text(form.password)))
    if status != 303:
        return render_account_page(status, authenticator=form)
    return redirect_to_account(_("The authenticator app is no longer needed to sign in."))


@bp.post("/account/recovery-codes")
@with_strong_account
def make_recovery_codes(user: User) -> Any:
    """Show new recovery codes, which replace the earlier ones, if the password is right."""
    form, codes = forms.RecoveryCodesForm(request.form), list[str]()
    status = handle_form(form, lambda: codes.extend(recovery_codes.renew_codes(user, field_text(form.password))))
    return _render_codes(codes) if status == 303 else render_account_page(status, recovery_codes=form)


def _render_setup(user: User, status: int, form: forms.CodeForm | None = None) -> Any:
    """Return the page with the secret that waits for a first code; the account page where there is none."""
    secret = authenticator.load_pending_secret(user.id)
    if secret is None:
        return redirect_to_account(_("Start again: the authenticator app was set up or changed in another tab."))
    shown = {"form": form or forms.CodeForm(), "secret": secret, "picture": _qr_code(user, secret)}
    return _unstored(render_template("accounts/second_factor/set_up_app.html", **shown), status)


def _qr_code(user: User, secret: str) -> str:
    """Return the QR code of a secret as a `data:` address."""
    code = segno.make(authenticator.provisioning_uri(user, secret), micro=False)
    return str(code.svg_data_uri(scale=4, dark="#000", light="#fff", xmldecl=False))


def _render_codes(codes: list[str], is_new_app: bool = False) -> Response:
    return _unstored(render_template("accounts/second_factor/new_codes.html", codes=codes, is_new_app=is_new_app), 200)


def _unstored(page: str, status: int) -> Response:
    response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    return response
