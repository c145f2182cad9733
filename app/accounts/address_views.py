"""Views for changing an account's e-mail address and for its confirmation links.

Mail scanners follow links, so GET shows a page with one button and only its POST has an effect. The links neither sign
in nor need a signed-in user.
"""

from collections.abc import Callable
from typing import Any

from flask import flash, redirect, render_template, request, url_for

from app.accounts import addresses, emails, forms, links, session
from app.accounts.account_page import changed, own_account, page
from app.accounts.forms import typed
from app.accounts.limits import TooMany
from app.accounts.links import Dead, Purpose
from app.accounts.models import User
from app.accounts.submitting import submit
from app.accounts.unstored import dead, unstored
from app.accounts.views import bp
from app.accounts.words import sent
from app.languages import _


@bp.post("/account/email")
@own_account
def email(user: User) -> Any:
    """Request another e-mail address, or remove the current one."""
    form = forms.EmailForm(request.form)
    status = submit(form, lambda: addresses.change(user, typed(form.email), typed(form.password)))
    return changed(_outcome(user)) if status == 303 else page(status, email=form)


@bp.post("/account/email/mails")
@own_account
def mails(user: User) -> Any:
    """Send the pending confirmation messages again."""
    try:
        addresses.send_again(user)
    except TooMany as many:
        form = forms.EmailForm(email=user.new_email or user.email)
        form.form_errors.append(many.sentence)
        return page(429, email=form)
    return changed(_outcome(user))


@bp.post("/account/email/withdrawal")
@own_account
def withdrawal(user: User) -> Any:
    """Cancel the pending change of address."""
    addresses.withdraw(user)
    return changed(_outcome(user))


@bp.get("/email/confirm/<token>")
@unstored
def confirming(token: str) -> Any:
    """Show which address will be confirmed, with a button."""
    return _shown("accounts/confirm.html", links.CONFIRM, token)


@bp.post("/email/confirm/<token>")
@unstored
def confirm(token: str) -> Any:
    """Confirm a new address."""
    done = _("The new address is confirmed. It is used once the link in the mail to the old one was followed too.")
    return _followed(addresses.confirm, links.CONFIRM, token, done)


@bp.get("/email/agree/<token>")
@unstored
def agreeing(token: str) -> Any:
    """Show which address will replace the current one, with a button."""
    return _shown("accounts/agree.html", links.AGREE, token)


@bp.post("/email/agree/<token>")
@unstored
def agree(token: str) -> Any:
    """Approve the change from the old address."""
    done = _("You agreed. The new address is used once the link in the mail to it was followed too.")
    return _followed(addresses.agree, links.AGREE, token, done)


def _shown(template: str, purpose: Purpose, token: str) -> Any:
    try:
        user = links.opened(purpose, token)
    except Dead as reason:
        return dead(reason, purpose)
    return render_template(template, user=user, masked=emails.masked(user.new_email or ""))


def _followed(does: Callable[[str], User], purpose: Purpose, token: str, done: str) -> Any:
    """Apply a link and redirect; `done` is the message if the change still needs the other link."""
    try:
        user = does(token)
    except Dead as reason:
        return dead(reason, purpose)
    flash(done if user.new_email else _("The e-mail address is confirmed."))
    return redirect(url_for(".account" if session.reader() == user.id else "lobbies.front"), 303)


def _outcome(user: User) -> str:
    """Return a message about the account's current and pending address."""
    if user.new_email:
        return sent(user)
    if user.email:
        return _("Your e-mail address stays %(address)s.", address=user.email)
    return _("Your account has no e-mail address.")
