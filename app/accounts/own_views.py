"""Views for the settings forms: name, language, profile, password, sessions, data export and deletion."""

import re
from typing import Any

from flask import Response, flash, redirect, request, url_for

from app.accounts import export, forms, own, session
from app.accounts.account_page import changed, own_account, own_person, page
from app.accounts.forms import typed
from app.accounts.limits import TooMany
from app.accounts.models import User
from app.accounts.submitting import submit
from app.accounts.views import bp
from app.languages import _

NUMBER = re.compile("[0-9]{1,18}")


@bp.post("/account/name")
@own_account
def name(user: User) -> Any:
    """Change the name."""
    form = forms.NameForm(request.form)
    status = submit(form, lambda: own.rename(user, typed(form.name)))
    return changed(_("You are called %(name)s now.", name=user.name)) if status == 303 else page(status, name=form)


@bp.post("/account/language")
@own_account
def language(user: User) -> Any:
    """Change the language."""
    form = forms.LanguageForm(request.form)
    status = submit(form, lambda: own.change_language(user, typed(form.language)))
    return changed(_("Your language is saved.")) if status == 303 else page(status, language=form)


@bp.post("/account/profile")
@own_account
def profile(user: User) -> Any:
    """Set who may see the profile."""
    form = forms.ProfileForm(request.form)
    own.show_profile(user, bool(form.public.data))
    return changed(_("Everybody can see your profile now.") if user.public else _("Only you can see your profile now."))


@bp.post("/account/password")
@own_account
def password(user: User) -> Any:
    """Change the password and sign out every other browser."""
    form = forms.PasswordForm(request.form)
    status = submit(form, lambda: own.change_password(user, typed(form.current), typed(form.password)))
    if status != 303:
        return page(status, password=form)
    session.begin(user)
    return changed(_("Your password is changed, and every other browser is signed out."))


@bp.post("/account/sessions")
@own_account
def sessions(user: User) -> Any:
    """Sign out all other browsers, or only the one given by `session`."""
    number = request.form.get("session", "")
    if number:
        ended = NUMBER.fullmatch(number) and own.end_session(user, int(number))
        return changed(_("That browser is signed out.") if ended else _("That browser was signed out already."))
    own.sign_out_everywhere(user)
    session.begin(user)
    return changed(_("Every other browser is signed out."))


@bp.post("/account/export", endpoint="export")
@own_person
def take_along(user: User) -> Any:
    """Return the user's data as a file."""
    try:
        text = export.made(user)
    except TooMany as many:
        form = forms.ExportForm()
        form.form_errors.append(many.sentence)
        return page(429, export=form)
    headers = {"Content-Disposition": 'attachment; filename="dead-drop-data.json"', "Cache-Control": "no-store"}
    return Response(text, mimetype="application/json", headers=headers)


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
