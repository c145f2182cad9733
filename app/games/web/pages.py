"""Rendering shared by the game views: the blueprint, the table page, its polled fragment, answers."""

from typing import Any

from flask import Blueprint, Response, current_app, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as AnyResponse

from app import rules
from app.accounts.auth.login_manager import claimed_user_id, current_user_id, note_identity
from app.games.moves.saving import Played
from app.games.store import snapshot_store
from app.games.store.errors import ActionRefused
from app.games.store.players import find_player
from app.games.store.snapshot import SIDES, topics_of
from app.games.table import unread_moves
from app.games.table.loading import load_current, load_game
from app.games.table.unread_moves import Visit
from app.games.web import rendering
from app.games.web.reader import load_reader, read_readers
from app.games.web.rendering import TablePage, shown_versions, viewer
from app.games.wording.sentences import table_refusal_text
from app.http.fragments import fragment_cache
from app.http.fragments.looks import LOOK_HEADER, find_looks
from app.http.fragments.parts import Fragment, Known
from app.http.origin_check import comes_from_own_page
from app.http.refusal_pages import refusal_text, show_refusal
from app.http.responses import fragment_response, redirect_to, wants_fragment
from app.live import topic_versions
from app.live.poll_notes import ENVIRON_KEY, PollNote
from app.notifications import bell
from app.refusals import Refusal

bp = Blueprint("games", __name__)

SHARED_SECONDS = 1  # how long anonymous watchers share a fragment


def load_page(code: str, played: Played | None = None) -> TablePage:
    """Load what this reader's page shows, unless that is what a move of theirs has led to; raise GameNotFound."""
    visit = Visit.from_fields(request.method == "GET" and not wants_fragment(), request.values)
    user_id = current_user_id()
    game = played.game if played else load_current(code, user_id)
    reader = read_readers(game, played.rows)[0] if played else load_reader(game, user_id, visit.watching)
    player = find_player(game, user_id)
    tag = topic_versions.write_tag(viewer(user_id, player), shown_versions(game, player, reader))
    look = request.headers.get(LOOK_HEADER, "") if _is_shared() else ""
    return TablePage(game, player.seat if player else None, reader, visit, tag, look)


@bp.before_app_request
def load_versions() -> None:
    """Load all versions that a table's page needs by one query, before its user: who has not changed is cached."""
    if request.endpoint == "games.game" and not wants_fragment() and snapshot_store.find_store():
        code = str((request.view_args or {})["code"])
        topic_versions.load_versions([*topics_of(code, *SIDES), *bell.bell_topics(claimed_user_id())])


def render_table(page: TablePage, status: int = 200, **values: object) -> Response:
    """Render the table for this reader; `values` describe a refusal, shown with the form that was sent."""
    if _is_shared():
        _note_reader()
    seen, table = rendering.render_table(page, request.form if status >= 400 else MultiDict(), values)
    if page.trace:
        unread_moves.save_read_state(page.trace, page.game.version, page.visit)
    known = _note_look(page, table) if status == 200 else frozenset()
    text = table.without(known)
    look = table.look if status == 200 else ""  # after a refusal the next answer is whole again
    fragment_cache.set_placeholders(tag=page.tag, look=look, **({"token": ""} if _is_shared() else {}))
    frame: dict[str, Any] = {
        "bell": page.reader.bell if page.reader else None,
        "polled": seen.polls,
        "is_drawn": bool(known),
    }
    body = str(text) if wants_fragment() else render_template("games/game.html", page=seen, table=text, **frame)
    response = fragment_response(body, page.tag, status, **frame)
    if wants_fragment() and request.method == "GET" and current_user_id() is None:
        _allow_sharing(response)
    return response


def _is_shared() -> bool:
    """Whether this is a fragment without a CSRF token, so that others may get the same."""
    return wants_fragment() and comes_from_own_page()


def _note_look(page: TablePage, table: Fragment) -> Known:
    """Remember what the page is to show, and return which parts of it the page shows already."""
    looks = find_looks(current_app)
    known = looks.find(page.place, page.look)
    looks.add(page.place, table)
    return known


def _note_reader() -> None:
    """Note who sent this poll, so that the next ones can be answered without the site."""
    note: PollNote | None = request.environ.get(ENVIRON_KEY)
    if note:
        note_identity(note)


def _allow_sharing(response: Response) -> None:
    """Allow the server to share a fragment between anonymous watchers; its forms get no CSRF token."""
    fragment_cache.set_placeholders(token="")
    response.headers["Surrogate-Control"] = f"max-age={SHARED_SECONDS}"


def answer_with_table(code: str, played: Played | None = None) -> AnyResponse:
    """Answer an action at the table: for htmx with the table, else with a redirect to it."""
    return render_table(load_page(code, played)) if wants_fragment() else redirect_to(url_for("games.game", code=code))


@bp.errorhandler(Refusal)
def handle_refusal(refusal: Refusal) -> AnyResponse:
    """Show a refusal at the table, unless the view is marked for another page."""
    return show_refusal(refusal.status, lambda: refusal_text(refusal), refusal.field, _refused_table)


@bp.errorhandler(ActionRefused)
@bp.errorhandler(rules.IllegalMove)
def handle_refused_action(error: ActionRefused | rules.IllegalMove) -> AnyResponse:
    """Show a refusal by its code, with the rule of this game behind it."""
    code = str((request.view_args or {})["code"])
    status = error.status if isinstance(error, ActionRefused) else 422
    return show_refusal(
        status, lambda: table_refusal_text(error.code, rules.VARIANTS[load_game(code).variant].game), "", _refused_table
    )


def _refused_table(code: str, **refused: Any) -> Response:
    return render_table(load_page(code), **refused)
