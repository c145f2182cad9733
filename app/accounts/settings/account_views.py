"""Views for the settings forms: name, language, profile, password, sessions, data export and deletion.

Each redirects when it succeeds; a form that is invalid or refused is shown again on the account page with its errors.
"""

from typing import Any

from flask import Response, flash, redirect, request, url_for

from app.accounts import forms
from app.accounts.auth import login_manager
from app.accounts.auth.views import bp
from app.accounts.form_handling import add_error, handle_form
from app.accounts.forms import field_text
from app.accounts.models import User
from app.accounts.rate_limits import RateLimited
from app.accounts.settings import account, data_export
from app.accounts.settings.account_page import redirect_to_account, render_account_page, with_account, with_user
from app.http.fields import parse_int
from app.http.safe_redirects import safe_path
from app.i18n.languages import _


@bp.post("/account/name")
@with_user
def name(user: User) -> Any:
    """Change the user's name and redirect to the page in `next`, or else to the account page."""
    form = forms.NameForm(request.form)
    status = handle_form(form, lambda: account.change_name(user, field_text(form.name)))
    if status != 303:
        return render_account_page(status, name=form)
    flash(_("Your name is now %(name)s.", name=user.name))
    return redirect(safe_path(request.values.get("next", "")) or url_for(".account"), 303)


@bp.post("/account/language")
@with_account
def language(user: User) -> Any:
    """Change the account's language."""
    form = forms.LanguageForm(request.form)
    status = handle_form(form, lambda: account.change_language(user, field_text(form.language)))
    return redirect_to_account(_("Language saved.")) if status == 303 else render_account_page(status, language=form)


@bp.post("/account/profile")
@with_account
def profile(user: User) -> Any:
    """Set whether everybody may see the user's profile, from the checkbox `public`."""
    form = forms.ProfileForm(request.form)
    account.set_profile_public(user, bool(form.public.data))
    return redirect_to_account(
        _("Everyone can see your profile now.") if user.public else _("Only you can see your profile now.")
    )


@bp.post("/account/answers")
@with_user
def answers(user: User) -> Any:
    """Set whether the user's answers to the computer's clues may be kept, from the checkbox `shares_answers`."""
    form = forms.AnswersForm(request.form)
    account.set_shares_answers(user, bool(form.shares_answers.data))
    return redirect_to_account(
        _("From now on, your answers to the computer’s clues are kept, without your name.")
        if user.shares_answers
        else _("From now on, your answers to the computer’s clues are not kept.")
    )


@bp.post("/account/password")
@with_account
def password(user: User) -> Any:
    """Change the password, sign out every other browser, and start a new session in this one."""
    form = forms.PasswordForm(request.form)
    status = handle_form(
        form, lambda: account.change_password(user, field_text(form.current), field_text(form.password))
    )
    if status != 303:
        return render_account_page(status, password=form)
    login_manager.renew_session(user)
    return redirect_to_account(_("Your password has been changed, and all other browsers have been signed out."))


@bp.post("/account/sessions")
@with_account
def sessions(user: User) -> Any:
    """Sign out the browser whose session id is in `session`, or without it all browsers but this one."""
    sent = request.form.get("session", "")
    if sent:
        number = parse_int(sent)
        ended = number is not None and account.end_session(user, number)
        return redirect_to_account(
            _("That browser has been signed out.") if ended else _("That browser was already signed out.")
        )
    account.sign_out_everywhere(user)
    login_manager.renew_session(user)
    return redirect_to_account(_("All other browsers have been signed out."))


@bp.post("/account/export", endpoint="export")
@with_user
def download_data(user: User) -> Any:
    """Return the user's data as a JSON file to download; 429 with the account page when rate limited."""
    try:
        text = data_export.build_export(user)
    except RateLimited as many:
        form = forms.ExportForm()
        return render_account_page(add_error(form, many), export=form)
    headers = {"Content-Disposition": 'attachment; filename="dead-drop-data.json"', "Cache-Control": "no-store"}
    return Response(text, mimetype="application/json", headers=headers)


@bp.post("/account/deletion")
@with_account
def deletion(user: User) -> Any:
    """Delete the account if the password is right, sign out, and redirect to the home page."""
    form = forms.DeleteAccountForm(request.form)
    status = handle_form(form, lambda: account.delete_account(user, field_text(form.password)))
    if status != 303:
        return render_account_page(status, deletion=form)
    login_manager.end_session()
    flash(_("Your account has been deleted."))
    return redirect(url_for("lobbies.home"), 303)
