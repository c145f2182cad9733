"""Views for changing an account's e-mail address; guests get 403."""

from typing import Any

from flask import request

from app.accounts import forms
from app.accounts.auth.views import bp
from app.accounts.email import addresses
from app.accounts.email.wording import confirmation_message
from app.accounts.form_handling import add_error, handle_form
from app.accounts.forms import field_text
from app.accounts.models import User
from app.accounts.rate_limits import RateLimited
from app.accounts.settings.account_page import redirect_to_account, render_account_page, with_account
from app.i18n.languages import _


@bp.post("/account/email")
@with_account
def email(user: User) -> Any:
    """Request another e-mail address, or remove the current one if `email` is empty; the password is needed.

    Redirects to the account page; an invalid or refused form is shown there again with its errors.
    """
    form = forms.EmailForm(request.form)
    status = handle_form(
        form, lambda: addresses.change_address(user, field_text(form.email), field_text(form.password))
    )
    return redirect_to_account(_address_message(user)) if status == 303 else render_account_page(status, email=form)


@bp.post("/account/email/mails")
@with_account
def resend_confirmations(user: User) -> Any:
    """Send the pending confirmation messages again and redirect to the account page; 429 when rate limited."""
    try:
        addresses.resend_confirmations(user)
    except RateLimited as many:
        form = forms.EmailForm(email=user.new_email or user.email)
        return render_account_page(add_error(form, many), email=form)
    return redirect_to_account(_address_message(user))


@bp.post("/account/email/withdrawal")
@with_account
def cancel_change(user: User) -> Any:
    """Cancel the pending change of address and redirect to the account page."""
    addresses.cancel_change(user)
    return redirect_to_account(_address_message(user))


def _address_message(user: User) -> str:
    """Return the message to flash about the account's address: pending, in use, or none."""
    if user.new_email:
        return confirmation_message(user)
    if user.email:
        return _("Your e-mail address is still %(address)s.", address=user.email)
    return _("Your account has no e-mail address.")
