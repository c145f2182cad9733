"""Views for signing in by a mailed link.

Mail scanners follow links, so GET shows a page with one button and only its POST signs in.
"""

from typing import Any

from flask import redirect, render_template, request, url_for

from app.accounts import links, login_links
from app.accounts.forms import ForgottenForm, typed
from app.accounts.links import Dead
from app.accounts.submitting import submit
from app.accounts.unstored import dead, unstored
from app.accounts.views import arrived, bp, welcome
from app.accounts.words import sends_mail


@bp.get("/login/link")
@unstored
def login_link() -> Any:
    """Show the form for a name or e-mail address."""
    return render_template("accounts/login_link.html", form=ForgottenForm())


@bp.post("/login/link")
@unstored
def send_login_link() -> Any:
    """Send sign-in links; the response is the same for any input."""
    if not sends_mail():
        return redirect(url_for(".login_link"), 303)
    form = ForgottenForm(request.form)
    status = submit(form, lambda: login_links.ask(typed(form.who), request.remote_addr))
    if status != 303:
        return render_template("accounts/login_link.html", form=form), status
    return redirect(url_for(".login_link_sent"), 303)


@bp.get("/login/link/sent")
@unstored
def login_link_sent() -> Any:
    """Tell the user what to do next."""
    return render_template("accounts/login_link_sent.html")


@bp.get("/login/link/<token>")
@unstored
def open_login_link(token: str) -> Any:
    """Show whose account it is, with a button."""
    try:
        user = links.opened(links.LOGIN, token)
    except Dead as reason:
        return dead(reason, links.LOGIN)
    return render_template("accounts/login_link_open.html", user=user)


@bp.post("/login/link/<token>")
@unstored
def use_login_link(token: str) -> Any:
    """Sign this browser in."""
    try:
        welcome(login_links.sign_in(token))
    except Dead as reason:
        return dead(reason, links.LOGIN)
    return arrived()
