"""The address in each mail that ends the mails (RFC 8058): for a mail program by one POST, for a person by a button."""

from typing import Any

from flask import Flask, render_template
from flask_wtf import CSRFProtect

from app.languages import _
from app.notifications import preferences, stopping
from app.notifications.views import bp


def init_app(app: Flask) -> None:
    """Let mail programs in, which have no token of a form: that of the address is the proof."""
    protection: CSRFProtect = app.extensions["csrf"]
    protection.exempt(stop)


@bp.get("/notices/stop/<token>")
def stopping_page(token: str) -> Any:
    """Ask; nothing changes, since programs follow links in mails too."""
    return _page(token)


@bp.post("/notices/stop/<token>")
def stop(token: str) -> Any:
    """End the mails of whoever received this address."""
    user_id = stopping.reader(token)
    if user_id is not None:
        stopping.stop(user_id)
    return _page(token)


def _page(token: str) -> Any:
    user_id = stopping.reader(token)
    if user_id is None:
        sentence = _("This link is not whole. Open it in the mail once more.")
        return render_template("error.html", code=400, sentence=sentence), 400
    return render_template("notifications/stop.html", wanted=preferences.of(user_id).mail)
