"""The account page, to which all its forms return."""

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
from app.accounts.settings import away, timezones
from app.accounts.tokens import service as tokens
from app.db import now
from app.http.fields import parse_int

EVENTS_SHOWN, EVENTS_PER_PAGE = 5, 25  # events on the account page, and per page of the full log


def with_account(view: Callable[[User], Any]) -> Callable[[], Any]:
    """Pass the signed-in account to a view; guests get 403."""

    @wraps(view)
    @login_required
    def wrapped() -> Any:
        return view(current_user._get_current_object()) if has_account() else abort(403)

    return wrapped


def with_user(view: Callable[[User], Any]) -> Callable[[], Any]:
    """Pass the signed-in user, account or guest, to a view."""

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
    """Render the account page; `failed` holds forms to show again with their errors.

    `new_token` is the secret of a token that has just been created.
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
    }


@bp.get("/account/events")
@with_account
def events_page(user: User) -> Any:
    """Show the activity log, newest first; `before` is the id of an event and selects older ones."""
    before = request.args.get("before", "")
    shown = _event_page(user, EVENTS_PER_PAGE, parse_int(before))
    return render_template("accounts/activity/activity.html", activity=shown, older=bool(before))


def _event_page(user: User, most: int, before: int | None = None) -> dict[str, Any]:
    """Return one page of events with their descriptions, and as `more` the id from which the next page continues."""
    found = activity_log.load_events(user.id, most + 1, before)
    more = found[most - 1].id if len(found) > most else None
    return {"events": [(each, activity_log.DESCRIPTIONS[each.kind]) for each in found[:most]], "more": more}


def redirect_to_account(message: str) -> Any:
    """Redirect to the account page with a message."""
    flash(message)
    return redirect(url_for(".account"), 303)


def _common_forms(user: User) -> dict[str, Form]:
    first, last = away.absence_days(user) or (None, None)
    return {
        "export": forms.ExportForm(),
        "timezone": forms.TimezoneForm(timezone=timezones.canonical_name(timezones.user_timezone(user).key)),
        "away": forms.AwayForm(first=first, last=last),
    }


def _guest_forms(user: User) -> dict[str, Form]:
    return {"name": forms.NameForm(obj=user), "signup": forms.SignupForm(obj=user)} | _common_forms(user)


def _account_forms(user: User) -> dict[str, Form]:
    return {
        "name": forms.NameForm(name=user.own_name),
        "email": forms.EmailForm(email=user.new_email or user.email),
        "profile": forms.ProfileForm(obj=user),
        "language": forms.LanguageForm(obj=user),
        "password": forms.PasswordForm(),
        "token": forms.TokenForm(scopes=[*tokens.SCOPES]),
        "deletion": forms.DeleteAccountForm(),
    } | _common_forms(user)
