"""Views for the time zone and days away, for accounts and guests.

Each redirects to the account page, or shows it again with the form's errors.
"""

from datetime import date
from typing import Any

from flask import request

from app.accounts import forms, rate_limits
from app.accounts.auth.views import bp
from app.accounts.form_handling import handle_form
from app.accounts.forms import field_date, field_text
from app.accounts.models import User
from app.accounts.settings import account, away
from app.accounts.settings.account_page import redirect_to_account, render_account_page, with_user
from app.i18n.languages import _


@bp.post("/account/timezone")
@with_user
def timezone(user: User) -> Any:
    """Change the user's time zone."""
    form = forms.TimezoneForm(request.form)
    status = handle_form(form, lambda: account.change_timezone(user, field_text(form.timezone)))
    return redirect_to_account(_("Time zone saved.")) if status == 303 else render_account_page(status, timezone=form)


@bp.post("/account/away")
@with_user
def set_away(user: User) -> Any:
    """Set the user's days away, from `first` to `last`, inclusive."""
    form = forms.AwayForm(request.form)
    status = handle_form(form, lambda: _set_absence(user, field_date(form.first), field_date(form.last)))
    return redirect_to_account(_("Days away saved.")) if status == 303 else render_account_page(status, away=form)


@bp.post("/account/return")
@with_user
def end_away(user: User) -> Any:
    """End the user's current absence, or cancel a planned one."""
    away.end_absence(user)
    return redirect_to_account(_("You are no longer marked as away."))


def _set_absence(user: User, first: date, last: date) -> None:
    """Set the days away; raise RateLimited or Refusal.

    Rate limited because it recomputes the deadlines of all the user's games.
    """
    rate_limits.enforce(f"away {user.id}")
    away.set_absence(user, first, last)
