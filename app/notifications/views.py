"""The inbox: the page behind the bell, with the user's open notices."""

from typing import Any

from flask import Blueprint, redirect, request, url_for
from flask_login import current_user, login_required

from app.http.fields import parse_int
from app.http.responses import render_fragment, wants_fragment
from app.i18n.languages import current_timezone
from app.live import topic_versions
from app.notifications import bell, inbox
from app.notifications.reminders import deadline_text

bp = Blueprint("notifications", __name__)


@bp.get("/notices")
@login_required
def notices() -> Any:
    """Show the user's open notices, turns first; htmx gets only the polled fragment, or 204 if nothing has changed."""
    tag = _tag()
    if not wants_fragment():
        return _render_list("notifications/notices.html", tag)
    return topic_versions.not_modified(tag) or _render_list("notifications/_list.html", tag)


@bp.post("/notices/seen")
@login_required
def seen() -> Any:
    """Dismiss one of the user's news notices (field `notice`), or all without the field; show the rest."""
    sent = request.form.get("notice", "")
    number = parse_int(sent)
    if number or not sent:
        inbox.dismiss(current_user.id, number)
    return _render_list("notifications/_list.html", _tag()) if wants_fragment() else redirect(url_for(".notices"), 303)


def _tag() -> str:
    return topic_versions.current_tag(str(current_user.id), bell.bell_topics(current_user.id))


def _render_list(template: str, tag: str) -> Any:
    me, place = current_user.id, current_timezone().key
    shown: dict[str, Any] = {
        "turns": inbox.load_turns(me),
        "news": inbox.load_news(me),
        "format_until": lambda at: deadline_text.format_until(at, place),
    }
    return render_fragment(template, tag, **shown)
