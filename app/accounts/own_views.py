"""The page of one's own account, and what its forms do."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask_login import current_user, login_required
from wtforms import Form

from app.accounts import forms, own, session
from app.accounts.forms import typed
from app.accounts.models import User
from app.accounts.submitting import submit
from app.accounts.views import bp, guest, has_account
from app.languages import _


def own_account(view: Callable[[User], Any]) -> Callable[[], Any]:
    """Hand a view the account that asks; guests have nothing to change here."""

    @wraps(view)
    @login_required
    def wrapped() -> Any:
        return view(current_user._get_current_object()) if has_account() else abort(403)

    return wrapped


@bp.get("/account")
@login_required
def account() -> Any:
    """Show what one may change; a guest is shown how to become an account."""
    if guest():
        return render_template("accounts/guest.html", form=forms.SignupForm(obj=guest()))
    return page()


@bp.post("/account/name")
@own_account
def name(user: User) -> Any:
    """Change the name."""
    form = forms.NameForm(request.form)
    status = submit(form, lambda: own.rename(user, typed(form.name)))
    return changed(_("You are called %(name)s now.", name=user.name)) if status == 303 else page(status, name=form)


@bp.post("/account/email")
@own_account
def email(user: User) -> Any:
    """Change the e-mail address or take it away."""
    form = forms.EmailForm(request.form)
    status = submit(form, lambda: own.change_email(user, typed(form.email)))
    return changed(_("Your e-mail address is saved.")) if status == 303 else page(status, email=form)


@bp.post("/account/language")
@own_account
def language(user: User) -> Any:
    """Change the language."""
    form = forms.LanguageForm(request.form)
    status = submit(form, lambda: own.change_language(user, typed(form.language)))
    return changed(_("Your language is saved.")) if status == 303 else page(status, language=form)


@bp.post("/account/password")
@own_account
def password(user: User) -> Any:
    """Change the password; this browser stays signed in, all others do not."""
    form = forms.PasswordForm(request.form)
    status = submit(form, lambda: own.change_password(user, typed(form.current), typed(form.password)))
    if status != 303:
        return page(status, password=form)
    session.begin(user)
    return changed(_("Your password is changed, and every other browser is signed out."))


@bp.post("/account/sessions")
@own_account
def sessions(user: User) -> Any:
    """Sign out everywhere but in this browser."""
    own.sign_out_everywhere(user)
    session.begin(user)
    return changed(_("Every other browser is signed out."))


@bp.post("/account/deletion")
@own_account
def deletion(user: User) -> Any:
    """Delete the account."""
    form = forms.DeleteForm(request.form)
    status = submit(form, lambda: own.delete(user, typed(form.password)))
    if status != 303:
        return page(status, deletion=form)
    session.end()
    flash(_("Your account is deleted."))
    return redirect(url_for("lobbies.front"), 303)


def page(status: int = 200, **failed: Form) -> Any:
    """Return the account page; a form that failed stands in it as it was sent."""
    user = current_user
    shown = {
        "name": forms.NameForm(obj=user),
        "email": forms.EmailForm(obj=user),
        "language": forms.LanguageForm(obj=user),
        "password": forms.PasswordForm(),
        "deletion": forms.DeleteForm(),
    }
    return render_template("accounts/account.html", forms=shown | failed), status


def changed(message: str) -> Any:
    """Lead back to the account page with what was done."""
    flash(message)
    return redirect(url_for(".account"), 303)
