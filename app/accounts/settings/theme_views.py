"""Choice of a light or dark theme, for visitors and users, kept in a cookie by each browser."""

from typing import Any, Final

from flask import flash, redirect, request, url_for

from app.accounts.auth.views import bp
from app.http import cookies
from app.http.safe_redirects import safe_path
from app.i18n.languages import COOKIE_LIFETIME, _, lazy_gettext

THEME_COOKIE: Final = "theme"
THEMES: Final = {
    "": lazy_gettext("Like this device"),
    "light": lazy_gettext("Light"),
    "dark": lazy_gettext("Dark"),
}


@bp.app_context_processor
def _template_globals() -> dict[str, object]:
    """Return the template variables `theme`, a function that returns this browser's theme, and `themes`."""
    return {"theme": current_theme, "themes": THEMES}


def current_theme() -> str:
    """Return the theme chosen in this browser: "light", "dark", or "" to follow the device."""
    kept = cookies.get_cookie(THEME_COOKIE) or ""
    return kept if kept in THEMES else ""


@bp.post("/theme")
def choose_theme() -> Any:
    """Store `theme` in a cookie, or delete the cookie if it is ""; redirect to `next` or home.

    An unknown theme changes nothing.
    """
    wanted = request.form.get("theme")
    response = redirect(safe_path(request.form.get("next", "")) or url_for("lobbies.home"), 303)
    if wanted in THEMES:
        if wanted:
            cookies.set_cookie(response, THEME_COOKIE, wanted, COOKIE_LIFETIME)
        else:
            cookies.delete_cookie(response, THEME_COOKIE)
        flash(_("Colours saved for this browser."))
    return response
