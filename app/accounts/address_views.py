"""The forms for one's e-mail address, and the pages behind the links that confirm it.

Such a link is followed by anybody's mail scanner, so that it shows a page with one button, which does what it says. It
signs nobody in, and needs nobody signed in.
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
    """Ask for another e-mail address, or take it away."""
    form = forms.EmailForm(request.form)
    status = submit(form, lambda: addresses.change(user, typed(form.email), typed(form.password)))
    return changed(_outcome(user)) if status == 303 else page(status, email=form)


@bp.post("/account/email/mails")
@own_account
def mails(user: User) -> Any:
    """Send the mails again that still wait for an answer."""
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
    """Ask for no other address any more."""
    addresses.withdraw(user)
    return changed(_outcome(user))


@bp.get("/email/confirm/<token>")
@unstored
def confirming(token: str) -> Any:
    """Show which address is to be confirmed, and the button."""
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
    """Show which address is to take the place of this one, and the button."""
    return _shown("accounts/agree.html", links.AGREE, token)


@bp.post("/email/agree/<token>")
@unstored
def agree(token: str) -> Any:
    """Agree to the change."""
    done = _("You agreed. The new address is used once the link in the mail to it was followed too.")
    return _followed(addresses.agree, links.AGREE, token, done)


def _shown(template: str, purpose: Purpose, token: str) -> Any:
    try:
        user = links.opened(purpose, token)
    except Dead as reason:
        return dead(reason, purpose)
    return render_template(template, user=user, masked=emails.masked(user.new_email or ""))


def _followed(does: Callable[[str], User], purpose: Purpose, token: str, done: str) -> Any:
    """Do what a link is for; `done` is said where the other link of a change still waits."""
    try:
        user = does(token)
    except Dead as reason:
        return dead(reason, purpose)
    flash(done if user.new_email else _("The e-mail address is confirmed."))
    return redirect(url_for(".account" if session.reader() == user.id else "lobbies.front"), 303)


def _outcome(user: User) -> str:
    """Return what is true now of somebody's address."""
    if user.new_email:
        return sent(user)
    if user.email:
        return _("Your e-mail address stays %(address)s.", address=user.email)
    return _("Your account has no e-mail address.")
