"""Choice of the page language, for visitors and for users."""

from typing import Any

from flask import redirect, request, url_for
from flask_login import current_user

from app.accounts.auth.views import bp
from app.accounts.settings import account
from app.http import cookies
from app.http.safe_redirects import safe_path
from app.i18n.languages import COOKIE_LIFETIME, LANGUAGE_COOKIE, LANGUAGES


@bp.post("/language")
def choose_language() -> Any:
    """Store `language` in a cookie and for a signed-in user in the database; redirect to `next` or home.

    A language that the site does not have changes nothing.
    """
    wanted = request.form.get("language", "")
    response = redirect(safe_path(request.form.get("next", "")) or url_for("lobbies.home"), 303)
    if wanted not in LANGUAGES:
        return response
    if current_user.is_authenticated:
        account.change_language(current_user, wanted)
    cookies.set_cookie(response, LANGUAGE_COOKIE, wanted, COOKIE_LIFETIME)
    return response
