"""The guard before what only somebody may do who has signed in with the second factor that the account demands."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import flash, url_for
from werkzeug.wrappers import Response

from app.accounts.models import User
from app.accounts.second_factor import second_step
from app.accounts.settings.account_page import with_account
from app.http.responses import redirect_to
from app.i18n.languages import _


def with_strong_account(view: Callable[[User], Any]) -> Callable[[], Any]:
    """Decorate a view as `with_account` does; without the second factor, the user is led to the second step."""

    @with_account
    @wraps(view)
    def wrapped(user: User) -> Any:
        return ask_for_second_step(url_for("accounts.account")) if second_step.is_missing(user) else view(user)

    return wrapped


def ask_for_second_step(next_path: str) -> Response:
    """Return a redirect to the second step, which leads on to `next_path`."""
    flash(_("Confirm first that it is you."))
    return redirect_to(url_for("accounts.second_step", next=next_path))
