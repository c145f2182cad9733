"""Views for people who cannot sign in: requesting a mailed link, and the pages behind the links.

Mail scanners follow links, so GET only shows a page with a button, whose POST has the effect.
"""

from typing import Any, Final

from flask import flash, redirect, render_template, request, url_for

from app.accounts.auth.views import complete_first_step
from app.accounts.email.wording import sends_mail
from app.accounts.form_handling import handle_form
from app.accounts.forms import LinkRequestForm, ResetPasswordForm, field_text
from app.accounts.models import User
from app.accounts.recovery import service
from app.accounts.recovery.pages import bp
from app.accounts.recovery.signed_links import LOGIN_LINK, RESET_PASSWORD, LinkPurpose, user_of_token
from app.i18n.languages import _

RESET: Final = {"purpose": RESET_PASSWORD}
LOGIN: Final = {"purpose": LOGIN_LINK}


@bp.get("/password", endpoint="forgot_password", defaults=RESET)
@bp.get("/login/link", endpoint="login_link", defaults=LOGIN)
def request_link(purpose: LinkPurpose) -> Any:
    """Show the form that asks for the name or e-mail address to which a link is sent."""
    return _render_request(purpose, LinkRequestForm())


@bp.post("/password", endpoint="send_reset", defaults=RESET)
@bp.post("/login/link", endpoint="send_login_link", defaults=LOGIN)
def send_link(purpose: LinkPurpose) -> Any:
    """Send the links and redirect to a page that says so, whether or not an account matched.

    The form is shown again with 422 if empty and 429 when rate limited. A site that sends no e-mail redirects to the
    form.
    """
    if not sends_mail():
        return redirect(request.path, 303)
    form = LinkRequestForm(request.form)
    status = handle_form(form, lambda: service.send_links(purpose, field_text(form.who), request.remote_addr))
    if status != 303:
        return _render_request(purpose, form), status
    return redirect(url_for(".reset_sent" if purpose is RESET_PASSWORD else ".login_link_sent"), 303)


@bp.get("/password/asked", endpoint="reset_sent", defaults=RESET)
@bp.get("/login/link/sent", endpoint="login_link_sent", defaults=LOGIN)
def link_sent(purpose: LinkPurpose) -> Any:
    """Show the page that says a mail is on its way if the account exists, and what to do next."""
    return render_template("accounts/recovery/link_sent.html", is_reset=purpose is RESET_PASSWORD)


@bp.get("/password/<token>")
def reset_form(token: str) -> Any:
    """Show the form for a new password; an invalid link shows why."""
    return _render_reset(token, ResetPasswordForm())


@bp.post("/password/<token>")
def reset_password(token: str) -> Any:
    """Set the new password, which ends every session, sign this browser in or lead to the second step.

    The form is shown again with its errors if the password is refused.
    """
    form, found = ResetPasswordForm(request.form), list[User]()
    status = handle_form(form, lambda: found.append(service.reset_password(token, field_text(form.password))))
    if status != 303:
        return _render_reset(token, form), status
    answer = complete_first_step(found[0])
    flash(_("Your password has been changed, and all other browsers have been signed out."))
    return answer


@bp.get("/login/link/<token>")
def open_login_link(token: str) -> Any:
    """Show whose account the link signs in to, with a button that posts to the same URL."""
    return render_template("accounts/auth/login_link_open.html", user=user_of_token(LOGIN_LINK, token))


@bp.post("/login/link/<token>")
def use_login_link(token: str) -> Any:
    """Use the link up, sign this browser in or lead to the second step, and redirect to `next` or the home page."""
    return complete_first_step(service.sign_in_by_link(token))


def _render_request(purpose: LinkPurpose, form: LinkRequestForm) -> str:
    return render_template("accounts/recovery/request_link.html", form=form, is_reset=purpose is RESET_PASSWORD)


def _render_reset(token: str, form: ResetPasswordForm) -> str:
    return render_template(
        "accounts/recovery/reset_password.html", form=form, user=user_of_token(RESET_PASSWORD, token)
    )
