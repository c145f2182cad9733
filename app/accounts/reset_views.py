"""Views for resetting a forgotten password by a mailed link."""

from typing import Any

from flask import flash, redirect, render_template, request, url_for

from app.accounts import links, resetting
from app.accounts.forms import ForgottenForm, ResetForm, typed
from app.accounts.links import Dead
from app.accounts.submitting import submit
from app.accounts.unstored import dead, unstored
from app.accounts.views import arrived, bp, welcome
from app.accounts.words import sends_mail
from app.languages import _


@bp.get("/password")
@unstored
def forgotten() -> Any:
    """Show the form for a name or e-mail address."""
    return render_template("accounts/forgotten.html", form=ForgottenForm())


@bp.post("/password")
@unstored
def ask() -> Any:
    """Send reset links; the response is the same for any input."""
    if not sends_mail():
        return redirect(url_for(".forgotten"), 303)
    form = ForgottenForm(request.form)
    status = submit(form, lambda: resetting.ask(typed(form.who), request.remote_addr))
    if status != 303:
        return render_template("accounts/forgotten.html", form=form), status
    return redirect(url_for(".asked"), 303)


@bp.get("/password/asked")
@unstored
def asked() -> Any:
    """Tell the user what to do next."""
    return render_template("accounts/asked.html")


@bp.get("/password/<token>")
@unstored
def renewal(token: str) -> Any:
    """Show the form for a new password."""
    return _page(token, ResetForm(), 200)


@bp.post("/password/<token>")
@unstored
def renew(token: str) -> Any:
    """Change the password, end every session, and sign this browser in."""
    form = ResetForm(request.form)
    try:
        status = submit(form, lambda: welcome(resetting.change(token, typed(form.password))))
    except Dead as reason:
        return dead(reason, links.RESET)
    if status != 303:
        return _page(token, form, status)
    flash(_("Your password is changed, and every other browser is signed out."))
    return arrived()


def _page(token: str, form: ResetForm, status: int) -> Any:
    try:
        user = links.opened(links.RESET, token)
    except Dead as reason:
        return dead(reason, links.RESET)
    return render_template("accounts/renewal.html", form=form, user=user), status
