"""The page of the notification settings, and its forms."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask_login import current_user, login_required
from wtforms import Form

from app.accounts.form_handling import handle_form
from app.db import db
from app.http.fields import parse_int
from app.http.refusal_pages import refused_on
from app.i18n.languages import _
from app.notifications import muting
from app.notifications.settings import forms, preferences, test_message
from app.notifications.views import bp


def _page(
    status: int = 200, failed: Mapping[str, Form] = MappingProxyType({}), notice: str = "", **_values: object
) -> Any:
    """Return the settings page with this status; the `failed` forms, by channel, keep their input."""
    me, chosen = current_user.id, preferences.load_preference(current_user.id)
    page = render_template(
        "notifications/settings.html",
        forms={**forms.filled_forms(chosen), **failed},
        webhook=chosen.webhook and preferences.mask_url(chosen.webhook),
        browsers=preferences.load_browsers(me),
        muted=muting.load_muted_topics(me),
        notice=notice,
    )
    return page, status


@bp.get("/notices/settings")
@login_required
def settings() -> Any:
    """Show the page of the user's notification settings."""
    return _page()


@bp.post("/notices/settings")
@login_required
def choose() -> Any:
    """Save the settings of one channel (field `channel`), and redirect to the page; 422 if they are invalid."""
    channel = _channel()
    form = forms.FORMS[channel](request.form)
    status = handle_form(form, lambda: preferences.save_preference(current_user.id, **form.data))
    return _flash_and_redirect(_("Your settings are saved.")) if status == 303 else _page(status, {channel: form})


@bp.post("/notices/test")
@login_required
@refused_on(_page)
def test() -> Any:
    """Enqueue a test message on one channel (field `channel`), and redirect to the settings."""
    count = test_message.enqueue_test(current_user.id, _channel())
    db.session.commit()
    return _flash_and_redirect(
        _("A test message is on its way.") if count else _("There is nowhere to send a test yet.")
    )


@bp.post("/notices/browsers")
@login_required
def browsers() -> Any:
    """Delete one of the user's push subscriptions (field `remove`, its id), and redirect to the settings."""
    preferences.delete_browser(current_user.id, parse_int(request.form.get("remove", "")) or 0)
    return _flash_and_redirect(_("That browser will no longer get notifications."))


@bp.post("/notices/mutes")
@login_required
def mutes() -> Any:
    """Unmute a topic for the user (field `unmute`), and redirect to the settings."""
    muting.unmute(current_user.id, request.form.get("unmute", "").replace("\0", ""))
    db.session.commit()
    return _flash_and_redirect(_("Unmuted: you will be notified again."))


def _channel() -> str:
    """Return the channel that a form names; abort with 400 for an unknown one, 403 for a guest's other than push."""
    channel = request.form.get("channel", "")
    if channel not in forms.FORMS:
        abort(400)
    if current_user.is_guest and channel != "push":
        abort(403)
    return channel


def _flash_and_redirect(sentence: str) -> Any:
    flash(sentence)
    return redirect(url_for(".settings"), 303)
