"""Choice of the colours of the pages, with or without an account; kept by each browser for itself."""

from typing import Any, Final

from flask import flash, redirect, request, url_for

from app.accounts.auth.login_manager import safe_path
from app.accounts.auth.views import bp
from app.http import cookies
from app.i18n.languages import COOKIE_LIFETIME, _, lazy_gettext

THEME_COOKIE: Final = "theme"
THEMES: Final = {
    "": lazy_gettext("Like this device"),
    "light": lazy_gettext("Light"),
    "dark": lazy_gettext("Dark"),
}


@bp.app_context_processor
def _template_globals() -> dict[str, object]:
    """Give templates the theme of this browser and those to choose from."""
    return {"theme": current_theme, "themes": THEMES}


def current_theme() -> str:
    """Return the theme chosen in this browser, "" for that of the device."""
    kept = cookies.get_cookie(THEME_COOKIE) or ""
    return kept if kept in THEMES else ""


@bp.post("/theme")
def choose_theme() -> Any:
    """Store `theme` in a cookie; that of the device needs none."""
    wanted = request.form.get("theme")
    response = redirect(safe_path(request.form.get("next", "")) or url_for("lobbies.home"), 303)
    if wanted in THEMES:
        if wanted:
            cookies.set_cookie(response, THEME_COOKIE, wanted, COOKIE_LIFETIME)
        else:
            cookies.delete_cookie(response, THEME_COOKIE)
        flash(_("Colours saved for this browser."))
    return response
