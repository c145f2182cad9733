"""The account page, to which all its forms return."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask_login import current_user, login_required
from wtforms import Form

from app.accounts import away, events, forms, session, sessions, zones
from app.accounts.models import User
from app.accounts.views import bp, has_account
from app.db import now

FEW, MANY = 5, 25  # events on the account page, and per page of the full log
LATER = re.compile("[0-9]{1,18}")


def own_account(view: Callable[[User], Any]) -> Callable[[], Any]:
    """Pass the signed-in account to a view; guests get 403."""

    @wraps(view)
    @login_required
    def wrapped() -> Any:
        return view(current_user._get_current_object()) if has_account() else abort(403)

    return wrapped


def own_person(view: Callable[[User], Any]) -> Callable[[], Any]:
    """Pass the signed-in user, account or guest, to a view."""

    @wraps(view)
    @login_required
    def wrapped() -> Any:
        return view(current_user._get_current_object())

    return wrapped


@bp.get("/account")
@own_person
def account(user: User) -> Any:
    """Show the settings of an account, or the sign-up form of a guest."""
    return page()


def page(status: int = 200, **failed: Form) -> Any:
    """Render the account page; `failed` holds forms to show again with their errors."""
    user: User = current_user._get_current_object()
    shown = _of_guest(user) if user.is_guest else _of_account(user)
    template = "accounts/guest.html" if user.is_guest else "accounts/account.html"
    values = {"days": away.days(user), "is_away": user.is_away(now()), "now": now(), "here": session.number()}
    known = {} if user.is_guest else {"sessions": sessions.of(user.id), "happened": _happened(user, FEW)}
    return render_template(template, forms=shown | failed, **values, **known), status


@bp.get("/account/events")
@own_account
def events_page(user: User) -> Any:
    """Show the activity log, newest first; `before` is the id of an event and selects older ones."""
    before = request.args.get("before", "")
    shown = _happened(user, MANY, int(before) if LATER.fullmatch(before) else None)
    return render_template("accounts/events.html", happened=shown, older=bool(before))


def _happened(user: User, most: int, before: int | None = None) -> dict[str, Any]:
    """Return one page of events with their descriptions, and as `more` the id from which the next page continues."""
    found = events.of(user.id, most + 1, before)
    more = found[most - 1].id if len(found) > most else None
    return {"events": [(each, events.SENTENCES[each.kind]) for each in found[:most]], "more": more}


def changed(message: str) -> Any:
    """Redirect to the account page with a message."""
    flash(message)
    return redirect(url_for(".account"), 303)


def _of_anybody(user: User) -> dict[str, Form]:
    first, last = away.days(user) or (None, None)
    return {
        "export": forms.ExportForm(),
        "timezone": forms.ZoneForm(timezone=zones.canonical(zones.of(user).key)),
        "away": forms.AwayForm(first=first, last=last),
    }


def _of_guest(user: User) -> dict[str, Form]:
    return {"signup": forms.SignupForm(obj=user)} | _of_anybody(user)


def _of_account(user: User) -> dict[str, Form]:
    return {
        "name": forms.NameForm(obj=user),
        "email": forms.EmailForm(email=user.new_email or user.email),
        "profile": forms.ProfileForm(obj=user),
        "language": forms.LanguageForm(obj=user),
        "password": forms.PasswordForm(),
        "deletion": forms.DeleteForm(),
    } | _of_anybody(user)
