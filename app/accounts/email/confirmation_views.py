"""Views for the links that confirm an e-mail address.

Mail scanners follow links, so GET only shows a page with a button, whose POST has the effect. The links neither sign
anybody in nor need a signed-in user. An invalid link shows the page of recovery.pages.
"""

from typing import Any

from flask import flash, redirect, render_template, url_for

from app.accounts.auth import login_manager
from app.accounts.email import addresses, syntax
from app.accounts.models import User
from app.accounts.recovery import signed_links
from app.accounts.recovery.pages import bp
from app.accounts.recovery.signed_links import LinkPurpose
from app.i18n.languages import _


@bp.get("/email/confirm/<token>")
def show_confirmation(token: str) -> Any:
    """Show which address will be confirmed, with a button that posts to the same URL."""
    return _render_confirmation("accounts/email/confirm_email.html", signed_links.CONFIRM_EMAIL, token)


@bp.post("/email/confirm/<token>")
def confirm(token: str) -> Any:
    """Confirm the new address by its link, and redirect to the account page or, for others, to the home page."""
    done = _("Your new address is confirmed. It takes effect once you also open the link sent to the old one.")
    return _redirect_done(addresses.confirm_address(token), done)


@bp.get("/email/agree/<token>")
def show_approval(token: str) -> Any:
    """Show, to the owner of the old address, which one will replace it, with a button."""
    return _render_confirmation("accounts/email/approve_email_change.html", signed_links.APPROVE_EMAIL_CHANGE, token)


@bp.post("/email/agree/<token>")
def agree(token: str) -> Any:
    """Approve a change by the link sent to the old address, and redirect as `confirm` does."""
    done = _("Change approved. The new address takes effect once you also open the link sent to it.")
    return _redirect_done(addresses.approve_change(token), done)


def _render_confirmation(template: str, purpose: LinkPurpose, token: str) -> str:
    user = signed_links.user_of_token(purpose, token)
    return render_template(template, user=user, masked=syntax.mask_email(user.new_email or ""))


def _redirect_done(user: User, done: str) -> Any:
    """Flash the result of a confirmation and redirect to the account page, or home if not signed in to it.

    `done` is the message for a change that still needs the other link.
    """
    flash(done if user.new_email else _("Your e-mail address is confirmed."))
    mine = login_manager.current_user_id() == user.id
    return redirect(url_for("accounts.account" if mine else "lobbies.home"), 303)
