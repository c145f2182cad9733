"""The account page, which its forms redirect to or, with errors, render again."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask_login import current_user, login_required
from wtforms import Form

from app.accounts import activity_log, forms
from app.accounts.auth import login_manager, session_store
from app.accounts.auth.views import bp, has_account
from app.accounts.models import User
from app.accounts.passkeys import service as passkeys
from app.accounts.passkeys.relying_party import find_relying_party
from app.accounts.second_factor import authenticator, recovery_codes
from app.accounts.settings import away, timezones
from app.accounts.tokens import service as tokens
from app.accounts.user_agents import current_client
from app.db import now
from app.http.fields import parse_int

EVENTS_SHOWN, EVENTS_PER_PAGE = 5, 25  # events on the account page, and per page of the full log


def with_account(view: Callable[[User], Any]) -> Callable[[], Any]:
    """Decorate a view to get the signed-in account as its argument; guests get 403, visitors are sent to sign in."""

    @wraps(view)
    @login_required
    def wrapped() -> Any:
        return view(current_user._get_current_object()) if has_account() else abort(403)

    return wrapped


def with_user(view: Callable[[User], Any]) -> Callable[[], Any]:
    """Decorate a view to get the signed-in account or guest as its argument; visitors are sent to sign in."""

    @wraps(view)
    @login_required
    def wrapped() -> Any:
        return view(current_user._get_current_object())

    return wrapped


@bp.get("/account")
@with_user
def account(user: User) -> Any:
    """Show the settings of an account, or the sign-up form of a guest."""
    return render_account_page()


def render_account_page(status: int = 200, new_token: str = "", **failed: Form) -> Any:
    """Return the account page and its status; `failed` are forms to show with their errors, by name.

    `new_token` is the secret of a token that has just been created, to be shown once. A guest gets the guest's page.
    """
    user: User = current_user._get_current_object()
    shown = _guest_forms(user) if user.is_guest else _account_forms(user)
    template = "accounts/auth/guest.html" if user.is_guest else "accounts/settings/account.html"
    values = {
        "days": away.absence_days(user),
        "is_away": user.is_away(now()),
        "now": now(),
        "here": login_manager.current_session_id(),
    }
    known = {} if user.is_guest else _security_values(user)
    page = render_template(template, forms=shown | failed, new_token=new_token, **values, **known)
    return page, status


def _security_values(user: User) -> dict[str, Any]:
    return {
        "sessions": session_store.load_sessions(user.id),
        "tokens": tokens.load_tokens(user.id),
        "scope_labels": tokens.SCOPES,
        "activity": _event_page(user, EVENTS_SHOWN),
        "passkeys": passkeys.load_passkeys(user.id),
        "passkeys_work": find_relying_party() is not None,
        "app_since": authenticator.confirmed_at(user.id),
        "codes_left": recovery_codes.count_codes(user.id),
    }


@bp.get("/account/events")
@with_account
def events_page(user: User) -> Any:
    """Show a page of the activity log, newest first; with `before`, the id of an event, only older ones."""
    before = request.args.get("before", "")
    shown = _event_page(user, EVENTS_PER_PAGE, parse_int(before))
    return render_template("accounts/activity/activity.html", activity=shown, older=bool(before))


def _event_page(user: User, most: int, before: int | None = None) -> dict[str, Any]:
    """Return one page of events with their descriptions, and as `more` the `before` of the next page or None."""
    found = activity_log.load_events(user.id, most + 1, before)
    more = found[most - 1].id if len(found) > most else None
    return {"events": [(each, activity_log.DESCRIPTIONS[each.kind]) for each in found[:most]], "more": more}


def redirect_to_account(message: str) -> Any:
    """Flash a message and return a redirect to the account page."""
    flash(message)
    return redirect(url_for(".account"), 303)


def _common_forms(user: User) -> dict[str, Form]:
    first, last = away.absence_days(user) or (None, None)
    return {
        "export": forms.ExportForm(),
        "answers": forms.AnswersForm(obj=user),
        "timezone": forms.TimezoneForm(timezone=timezones.canonical_name(timezones.user_timezone(user).key)),
        "away": forms.AwayForm(first=first, last=last),
    }


def _guest_forms(user: User) -> dict[str, Form]:
    return {"name": forms.NameForm(obj=user), "signup": forms.SignupForm(obj=user)} | _common_forms(user)


def _account_forms(user: User) -> dict[str, Form | None]:
    return {
        "name": forms.NameForm(name=user.own_name),
        "email": forms.EmailForm(email=user.new_email or user.email),
        "profile": forms.ProfileForm(obj=user),
        "language": forms.LanguageForm(obj=user),
        "password": forms.PasswordForm(),
        "token": forms.TokenForm(scopes=[*tokens.SCOPES]),
        "deletion": forms.DeleteAccountForm(),
        "new_passkey": forms.NewPasskeyForm(name=current_client().browser),
        "created_passkey": None,
        "remove_passkey": forms.RemovePasskeyForm(),
        "authenticator": forms.AuthenticatorForm(),
        "recovery_codes": forms.RecoveryCodesForm(),
    } | _common_forms(user)
