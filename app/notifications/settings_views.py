"""The page on which people choose how they are told, and what its forms do."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask_login import current_user, login_required
from wtforms import Form

from app.accounts.limits import TooMany
from app.accounts.submitting import submit
from app.db import db
from app.languages import _
from app.notifications import forms, muting, preferences, trying
from app.notifications.views import bp, number_in


@bp.get("/notices/settings")
@login_required
def settings() -> Any:
    """Show what somebody has chosen."""
    return _page()


@bp.post("/notices/settings")
@login_required
def choose() -> Any:
    """Keep what somebody chose for one channel (field `channel`)."""
    channel = _channel()
    form = forms.FORMS[channel](request.form)
    status = submit(form, lambda: preferences.save(current_user.id, **form.data))
    return _done(_("Your choice is saved.")) if status == 303 else _page(status, {channel: form})


@bp.post("/notices/test")
@login_required
def test() -> Any:
    """Send a test over one channel (field `channel`)."""
    try:
        count = trying.send(current_user.id, _channel())
    except TooMany as many:
        return _page(429, notice=many.sentence)
    db.session.commit()
    return _done(_("A test is on its way.") if count else _("There is nothing yet that a test could be sent to."))


@bp.post("/notices/browsers")
@login_required
def browsers() -> Any:
    """Send no more pushes to one browser (field `remove`, the subscription's number)."""
    preferences.forget_browser(current_user.id, number_in(request.form.get("remove", "")) or 0)
    return _done(_("That browser is told nothing more."))


@bp.post("/notices/mutes")
@login_required
def mutes() -> Any:
    """Tell somebody of a place again (field `unmute`, its topic)."""
    muting.unmute(current_user.id, request.form.get("unmute", "").replace("\0", ""))
    db.session.commit()
    return _done(_("You are told of it again."))


def _channel() -> str:
    """Return the channel that a form is about; guests have pushes alone."""
    channel = request.form.get("channel", "")
    if channel not in forms.FORMS:
        abort(400)
    if current_user.is_guest and channel != "push":
        abort(403)
    return channel


def _page(status: int = 200, failed: Mapping[str, Form] = MappingProxyType({}), notice: str = "") -> Any:
    """Return the page; a form that failed stands in it as it was sent."""
    me, chosen = current_user.id, preferences.of(current_user.id)
    page = render_template(
        "notifications/settings.html",
        forms={**forms.shown(chosen), **failed},
        webhook=chosen.webhook and preferences.masked(chosen.webhook),
        browsers=preferences.browsers(me),
        muted=muting.of(me),
        notice=notice,
    )
    return page, status


def _done(sentence: str) -> Any:
    flash(sentence)
    return redirect(url_for(".settings"), 303)
