"""Views for signing in by a mailed link.

Mail scanners follow links, so GET shows a page with one button and only its POST signs in.
"""

from typing import Any

from flask import redirect, render_template, request, url_for

from app.accounts.auth.views import bp, redirect_after_login, sign_in_user
from app.accounts.email.wording import sends_mail
from app.accounts.form_handling import handle_form
from app.accounts.forms import LinkRequestForm, field_text
from app.accounts.recovery import login_links, signed_links
from app.accounts.recovery.no_store import no_store, render_invalid_link
from app.accounts.recovery.signed_links import InvalidLink


@bp.get("/login/link")
@no_store
def login_link() -> Any:
    """Show the form for a name or e-mail address."""
    return render_template("accounts/login_link.html", form=LinkRequestForm())


@bp.post("/login/link")
@no_store
def send_login_link() -> Any:
    """Send sign-in links; the response is the same for any input."""
    if not sends_mail():
        return redirect(url_for(".login_link"), 303)
    form = LinkRequestForm(request.form)
    status = handle_form(form, lambda: login_links.send_login_links(field_text(form.who), request.remote_addr))
    if status != 303:
        return render_template("accounts/login_link.html", form=form), status
    return redirect(url_for(".login_link_sent"), 303)


@bp.get("/login/link/sent")
@no_store
def login_link_sent() -> Any:
    """Tell the user what to do next."""
    return render_template("accounts/login_link_sent.html")


@bp.get("/login/link/<token>")
@no_store
def open_login_link(token: str) -> Any:
    """Show whose account it is, with a button."""
    try:
        user = signed_links.user_of_token(signed_links.LOGIN_LINK, token)
    except InvalidLink as reason:
        return render_invalid_link(reason, signed_links.LOGIN_LINK)
    return render_template("accounts/login_link_open.html", user=user)


@bp.post("/login/link/<token>")
@no_store
def use_login_link(token: str) -> Any:
    """Sign this browser in."""
    try:
        sign_in_user(login_links.sign_in_by_link(token))
    except InvalidLink as reason:
        return render_invalid_link(reason, signed_links.LOGIN_LINK)
    return redirect_after_login()
