"""Rendering shared by the game views: the blueprint, the table page, its polled fragment, answers."""

from typing import Any

from flask import Blueprint, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from app import rules
from app.accounts.auth.login_manager import claimed_user_id, current_user_id
from app.games.store.errors import ActionRefused
from app.games.store.topics import game_topic
from app.games.table import unread_moves
from app.games.table.loading import find_seat, load_game, load_game_for_display
from app.games.table.unread_moves import Visit
from app.games.web import page_context
from app.games.wording.labels import SIDES
from app.games.wording.sentences import table_refusal_text
from app.http import fragment_cache
from app.http.refusal_pages import refusal_text, show_refusal
from app.http.responses import redirect_to, render_fragment, wants_fragment
from app.live import topic_versions
from app.live.read_cache import allow_cache_after_bump
from app.notifications import bell
from app.refusals import Refusal
from app.rules import VARIANTS
from app.rules.seats import side_of

bp = Blueprint("games", __name__)

SHARED_SECONDS = 1  # how long anonymous watchers share a fragment
HIDDEN_INPUT = Markup('<input type="hidden" name="{}" value="{}">')


def table_tag(code: str) -> str:
    """Return the tag of what this reader's page shows now, which includes their seat; raises GameNotFound."""
    if request.method == "POST":
        allow_cache_after_bump(game_topic(code))
    elif not wants_fragment():
        # One query for all versions, before loading the user: a user whose version is unchanged is cached.
        topic_versions.load_versions(
            [game_topic(code), *(game_topic(code, side) for side in SIDES), *bell.bell_topics(claimed_user_id())]
        )
    seat = find_seat(code, current_user_id())
    topics = [
        game_topic(code),
        *([game_topic(code, side_of(seat))] if seat else []),
        *bell.bell_topics(current_user_id()),
    ]
    return topic_versions.current_tag(f"{current_user_id() or '-'}.{seat or '-'}", topics)


def render_table(code: str, tag: str, status: int = 200, **values: object) -> Response:
    """Render the table for this reader; `values` describe a refusal, shown with the form that was sent."""
    template = "games/_table.html" if wants_fragment() else "games/game.html"
    typed = request.form if status >= 400 else MultiDict()
    game, visit = (
        load_game_for_display(code),
        Visit.from_fields(request.method == "GET" and not wants_fragment(), request.values),
    )
    seen = page_context.build_context(game, current_user_id(), visit)
    strip = Markup().join(map(HIDDEN_INPUT.format, seen.news_range.keys(), seen.news_range.values()))
    fragment_cache.set_placeholders(
        version=seen.view.version, strip=strip, note=typed.get("note", seen.notes.text if seen.notes else "")
    )
    if seen.trace:
        unread_moves.save_read_state(seen.trace, seen.view.version, visit)
    response = render_fragment(template, tag, status, polled=not seen.over, page=seen, typed=typed, **values)
    if wants_fragment() and request.method == "GET" and current_user_id() is None:
        _allow_sharing(response)
    return response


def _allow_sharing(response: Response) -> None:
    """Allow the server to share a fragment between anonymous watchers; its forms get no CSRF token."""
    fragment_cache.set_placeholders(token="")
    response.headers["Surrogate-Control"] = f"max-age={SHARED_SECONDS}"


def answer_with_table(code: str) -> Response:
    """Answer an action at the table: for htmx with the table, else with a redirect to it."""
    return render_table(code, table_tag(code)) if wants_fragment() else redirect_to(url_for("games.game", code=code))


@bp.errorhandler(Refusal)
def handle_refusal(refusal: Refusal) -> Response:
    """Show a refusal at the table, unless the view is marked for another page."""
    return show_refusal(refusal.status, lambda: refusal_text(refusal), refusal.field, _refused_table)


@bp.errorhandler(ActionRefused)
@bp.errorhandler(rules.IllegalMove)
def handle_refused_action(error: ActionRefused | rules.IllegalMove) -> Response:
    """Show a refusal by its code, with the rule of this game behind it."""
    code = str((request.view_args or {})["code"])
    status = error.status if isinstance(error, ActionRefused) else 422
    return show_refusal(
        status, lambda: table_refusal_text(error.code, VARIANTS[load_game(code).variant].game), "", _refused_table
    )


def _refused_table(code: str, **refused: Any) -> Response:
    return render_table(code, table_tag(code), **refused)
