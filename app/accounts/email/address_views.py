"""Views for changing an account's e-mail address and for its confirmation links.

Mail scanners follow links, so GET shows a page with one button and only its POST has an effect. The links neither sign
in nor need a signed-in user.
"""

from collections.abc import Callable
from typing import Any

from flask import flash, redirect, render_template, request, url_for

from app.accounts import forms
from app.accounts.auth import login_manager
from app.accounts.auth.views import bp
from app.accounts.email import addresses, syntax
from app.accounts.email.wording import confirmation_message
from app.accounts.form_handling import add_error, handle_form
from app.accounts.forms import field_text
from app.accounts.models import User
from app.accounts.rate_limits import RateLimited
from app.accounts.recovery import signed_links
from app.accounts.recovery.no_store import no_store, render_invalid_link
from app.accounts.recovery.signed_links import InvalidLink, LinkPurpose
from app.accounts.settings.account_page import redirect_to_account, render_account_page, with_account
from app.i18n.languages import _


@bp.post("/account/email")
@with_account
def email(user: User) -> Any:
    """Request another e-mail address, or remove the current one."""
    form = forms.EmailForm(request.form)
    status = handle_form(
        form, lambda: addresses.change_address(user, field_text(form.email), field_text(form.password))
    )
    return redirect_to_account(_address_message(user)) if status == 303 else render_account_page(status, email=form)


@bp.post("/account/email/mails")
@with_account
def mails(user: User) -> Any:
    """Send the pending confirmation messages again."""
    try:
        addresses.resend_confirmations(user)
    except RateLimited as many:
        form = forms.EmailForm(email=user.new_email or user.email)
        return render_account_page(add_error(form, many), email=form)
    return redirect_to_account(_address_message(user))


@bp.post("/account/email/withdrawal")
@with_account
def withdrawal(user: User) -> Any:
    """Cancel the pending change of address."""
    addresses.cancel_change(user)
    return redirect_to_account(_address_message(user))


@bp.get("/email/confirm/<token>")
@no_store
def confirming(token: str) -> Any:
    """Show which address will be confirmed, with a button."""
    return _render_confirmation("accounts/confirm_email.html", signed_links.CONFIRM_EMAIL, token)


@bp.post("/email/confirm/<token>")
@no_store
def confirm(token: str) -> Any:
    """Confirm a new address."""
    done = _("Your new address is confirmed. It takes effect once you also open the link sent to the old one.")
    return _follow_link(addresses.confirm_address, signed_links.CONFIRM_EMAIL, token, done)


@bp.get("/email/agree/<token>")
@no_store
def agreeing(token: str) -> Any:
    """Show which address will replace the current one, with a button."""
    return _render_confirmation("accounts/approve_email_change.html", signed_links.APPROVE_EMAIL_CHANGE, token)


@bp.post("/email/agree/<token>")
@no_store
def agree(token: str) -> Any:
    """Approve the change from the old address."""
    done = _("Change approved. The new address takes effect once you also open the link sent to it.")
    return _follow_link(addresses.approve_change, signed_links.APPROVE_EMAIL_CHANGE, token, done)


def _render_confirmation(template: str, purpose: LinkPurpose, token: str) -> Any:
    try:
        user = signed_links.user_of_token(purpose, token)
    except InvalidLink as reason:
        return render_invalid_link(reason, purpose)
    return render_template(template, user=user, masked=syntax.mask_email(user.new_email or ""))


def _follow_link(does: Callable[[str], User], purpose: LinkPurpose, token: str, done: str) -> Any:
    """Apply a link and redirect; `done` is the message if the change still needs the other link."""
    try:
        user = does(token)
    except InvalidLink as reason:
        return render_invalid_link(reason, purpose)
    flash(done if user.new_email else _("Your e-mail address is confirmed."))
    return redirect(url_for(".account" if login_manager.current_user_id() == user.id else "lobbies.front"), 303)


def _address_message(user: User) -> str:
    """Return a message about the account's current and pending address."""
    if user.new_email:
        return confirmation_message(user)
    if user.email:
        return _("Your e-mail address is still %(address)s.", address=user.email)
    return _("Your account has no e-mail address.")
