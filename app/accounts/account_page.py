"""The page of one's own account, to which all its forms come back."""

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

FEW, MANY = 5, 25  # events on the page of the account, and on their own
LATER = re.compile("[0-9]{1,18}")


def own_account(view: Callable[[User], Any]) -> Callable[[], Any]:
    """Hand a view the account that asks; guests have nothing of this to change."""

    @wraps(view)
    @login_required
    def wrapped() -> Any:
        return view(current_user._get_current_object()) if has_account() else abort(403)

    return wrapped


def own_person(view: Callable[[User], Any]) -> Callable[[], Any]:
    """Hand a view the person who asks, who may be a guest."""

    @wraps(view)
    @login_required
    def wrapped() -> Any:
        return view(current_user._get_current_object())

    return wrapped


@bp.get("/account")
@own_person
def account(user: User) -> Any:
    """Show what one may change; a guest is shown how to become an account."""
    return page()


def page(status: int = 200, **failed: Form) -> Any:
    """Return the account page; a form that failed stands in it as it was sent."""
    user: User = current_user._get_current_object()
    shown = _of_guest(user) if user.is_guest else _of_account(user)
    template = "accounts/guest.html" if user.is_guest else "accounts/account.html"
    values = {"days": away.days(user), "is_away": user.is_away(now()), "now": now(), "here": session.number()}
    known = {} if user.is_guest else {"sessions": sessions.of(user.id), "happened": _happened(user, FEW)}
    return render_template(template, forms=shown | failed, **values, **known), status


@bp.get("/account/events")
@own_account
def events_page(user: User) -> Any:
    """Show what happened with the account, the latest first; `before` is the number of an event, for what is older."""
    before = request.args.get("before", "")
    shown = _happened(user, MANY, int(before) if LATER.fullmatch(before) else None)
    return render_template("accounts/events.html", happened=shown, older=bool(before))


def _happened(user: User, most: int, before: int | None = None) -> dict[str, Any]:
    """Return a page of events in words, and from where on there are more."""
    found = events.of(user.id, most + 1, before)
    more = found[most - 1].id if len(found) > most else None
    return {"events": [(each, events.SENTENCES[each.kind]) for each in found[:most]], "more": more}


def changed(message: str) -> Any:
    """Lead back to the account page with what was done."""
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
