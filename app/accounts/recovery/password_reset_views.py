"""Views for resetting a forgotten password by a mailed link."""

from typing import Any

from flask import flash, redirect, render_template, request, url_for

from app.accounts.auth.views import bp, redirect_after_login, sign_in_user
from app.accounts.email.wording import sends_mail
from app.accounts.form_handling import handle_form
from app.accounts.forms import LinkRequestForm, ResetPasswordForm, field_text
from app.accounts.recovery import password_reset, signed_links
from app.accounts.recovery.no_store import no_store, render_invalid_link
from app.accounts.recovery.signed_links import InvalidLink
from app.i18n.languages import _


@bp.get("/password")
@no_store
def forgotten() -> Any:
    """Show the form for a name or e-mail address."""
    return render_template("accounts/forgot_password.html", form=LinkRequestForm())


@bp.post("/password")
@no_store
def ask() -> Any:
    """Send reset links; the response is the same for any input."""
    if not sends_mail():
        return redirect(url_for(".forgotten"), 303)
    form = LinkRequestForm(request.form)
    status = handle_form(form, lambda: password_reset.send_reset_links(field_text(form.who), request.remote_addr))
    if status != 303:
        return render_template("accounts/forgot_password.html", form=form), status
    return redirect(url_for(".asked"), 303)


@bp.get("/password/asked")
@no_store
def asked() -> Any:
    """Tell the user what to do next."""
    return render_template("accounts/password_reset_sent.html")


@bp.get("/password/<token>")
@no_store
def renewal(token: str) -> Any:
    """Show the form for a new password."""
    return _render_form(token, ResetPasswordForm(), 200)


@bp.post("/password/<token>")
@no_store
def renew(token: str) -> Any:
    """Change the password, end every session, and sign this browser in."""
    form = ResetPasswordForm(request.form)
    try:
        status = handle_form(
            form, lambda: sign_in_user(password_reset.reset_password(token, field_text(form.password)))
        )
    except InvalidLink as reason:
        return render_invalid_link(reason, signed_links.RESET_PASSWORD)
    if status != 303:
        return _render_form(token, form, status)
    flash(_("Your password has been changed, and all other browsers have been signed out."))
    return redirect_after_login()


def _render_form(token: str, form: ResetPasswordForm, status: int) -> Any:
    try:
        user = signed_links.user_of_token(signed_links.RESET_PASSWORD, token)
    except InvalidLink as reason:
        return render_invalid_link(reason, signed_links.RESET_PASSWORD)
    return render_template("accounts/reset_password.html", form=form, user=user), status
