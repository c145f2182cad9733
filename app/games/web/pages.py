"""Rendering shared by the game views: the table page, its polled fragment, and answers to form actions."""

from collections.abc import Callable
from functools import wraps

from flask import request, url_for
from flask_login import login_required
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from app import rules
from app.accounts.auth.login_manager import claimed_user_id, current_user_id
from app.accounts.rate_limits import RateLimited
from app.games.store.errors import ActionRefused
from app.games.store.topics import game_topic
from app.games.table import unread_moves
from app.games.table.loading import find_seat, load_game_for_display
from app.games.table.unread_moves import Visit
from app.games.web import page_context
from app.games.wording.labels import SIDES
from app.games.wording.sentences import table_refusal_text
from app.http import fragment_cache
from app.http.responses import redirect_to, render_fragment, wants_fragment
from app.live import topic_versions
from app.live.read_cache import allow_cache_after_bump
from app.notifications import bell
from app.rules.seats import side_of

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


def table_action(view: Callable[[str], Response | None]) -> Callable[[str], Response]:
    """Turn a view into a form action: answer with what it returns, else with the table or the reason for a refusal."""

    @wraps(view)
    def answer(code: str) -> Response:
        try:
            response = view(code)
        except ActionRefused as refused:
            return _render_refusal(code, refused.code, refused.status)
        except rules.IllegalMove as illegal:
            return _render_refusal(code, illegal.code)
        except RateLimited as many:
            return render_table(code, table_tag(code), 429, notice=many.sentence)
        if response is not None:
            return response
        return (
            render_table(code, table_tag(code)) if wants_fragment() else redirect_to(url_for("games.game", code=code))
        )

    guarded: Callable[[str], Response] = login_required(answer)
    return guarded


def _render_refusal(code: str, why: str, status: int = 422) -> Response:
    """Render the current table with the reason and the rule for a refusal."""
    game = rules.VARIANTS[load_game_for_display(code).variant].game
    return render_table(code, table_tag(code), status, notice=table_refusal_text(why, game))
