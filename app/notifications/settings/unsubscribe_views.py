"""The unsubscribe URL in each email (RFC 8058): mail programs POST to it, people press a button on its page."""

from typing import Any

from flask import Flask, render_template
from flask_wtf import CSRFProtect

from app.i18n.languages import _
from app.notifications.settings import preferences, unsubscribe_links
from app.notifications.views import bp


def init_app(app: Flask) -> None:
    """Exempt the POST from CSRF protection: mail programs have no form token, and the URL's own token is the proof."""
    protection: CSRFProtect = app.extensions["csrf"]
    protection.exempt(unsubscribe)


@bp.get("/notices/stop/<token>")
def unsubscribe_page(token: str) -> Any:
    """Show a button to unsubscribe; changes nothing, since programs follow links in emails too. 400 if invalid."""
    return _page(token)


@bp.post("/notices/stop/<token>")
def unsubscribe(token: str) -> Any:
    """Turn off the emails of the user whose URL this is, and show that; 400 if the token is invalid."""
    user_id = unsubscribe_links.user_id_of_token(token)
    if user_id is not None:
        unsubscribe_links.unsubscribe_user(user_id)
    return _page(token)


def _page(token: str) -> Any:
    user_id = unsubscribe_links.user_id_of_token(token)
    if user_id is None:
        sentence = _("This link is incomplete. Open it again from the e-mail.")
        return render_template("error.html", code=400, sentence=sentence), 400
    return render_template("notifications/unsubscribe.html", wanted=preferences.load_preference(user_id).mail)
