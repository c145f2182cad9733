"""Views for the time zone and days away, for accounts and guests."""

from datetime import date
from typing import Any

from flask import request

from app.accounts import away, forms, limits, own
from app.accounts.account_page import changed, own_person, page
from app.accounts.forms import day, typed
from app.accounts.models import User
from app.accounts.submitting import submit
from app.accounts.views import bp
from app.languages import _


@bp.post("/account/timezone")
@own_person
def timezone(user: User) -> Any:
    """Change the time zone."""
    form = forms.ZoneForm(request.form)
    status = submit(form, lambda: own.change_timezone(user, typed(form.timezone)))
    return changed(_("Your time zone is saved.")) if status == 303 else page(status, timezone=form)


@bp.post("/account/away")
@own_person
def leave(user: User) -> Any:
    """Set the days away, from `first` to `last`."""
    form = forms.AwayForm(request.form)
    status = submit(form, lambda: _go(user, day(form.first), day(form.last)))
    return changed(_("Your days away are saved.")) if status == 303 else page(status, away=form)


@bp.post("/account/return")
@own_person
def come_back(user: User) -> Any:
    """End the current absence, or cancel a planned one."""
    away.come_back(user)
    return changed(_("You are expected in your games again."))


def _go(user: User, first: date, last: date) -> None:
    """Set the days away, rate limited because it recomputes the deadlines of all the user's games."""
    limits.away(user.id)
    away.go_away(user, first, last)
