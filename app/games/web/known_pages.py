"""What polls of a table are to be sent: found in memory, loaded for several readers at once, rendered for all."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Final

from flask import Flask, Response
from flask.ctx import RequestContext
from flask.sessions import SecureCookieSession

from app.accounts.auth.login_manager import use_identity
from app.db import now
from app.games.store import snapshot_store
from app.games.store.players import find_player
from app.games.store.snapshot import TableSnapshot
from app.games.store.snapshot_store import SnapshotStore
from app.games.table import deadlines
from app.games.table.read_receipts import ReadReceipts
from app.games.table.unread_moves import Visit
from app.games.web import rendering
from app.games.web.pages import render_table
from app.games.web.reader import Reader, load_readers, reader_key
from app.games.web.rendering import TablePage, shown_versions, viewer
from app.http.fragments.looks import find_looks
from app.i18n.languages import TIMEZONE_COOKIE, force_language
from app.live import tags
from app.live.poll_notes import Identity
from app.live.read_cache import ReadCache, Versions

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

WATCHING: Final = Visit(opened=False)
KnownVersions = Callable[[Sequence[str]], Versions | None]


@dataclass(frozen=True)
class KnownPage:
    """What a reader is to be sent; pages with equal keys are answered with equal bytes, but for the tag."""

    key: Hashable
    page: TablePage


def find_known_page(
    app: Flask, known_versions: KnownVersions, code: str, identity: Identity, look: str
) -> KnownPage | None:
    """Return what this reader is to be sent of a table, None if something of it is to be loaded first.

    The seat is the one that the reader has now, `look` what their page says to show. Safe to call from any thread.
    """
    game = _running_game(app, code)
    cache, told = app.extensions.get("read_cache"), told_versions(known_versions, identity)
    if game is None or not isinstance(cache, ReadCache) or told is None:
        return None
    player = find_player(game, identity.user_id)
    reader = cache.find(reader_key(game, identity.user_id), told)
    if not isinstance(reader, Reader) or not _is_current(known_versions, [identity.user_id], game):
        return None
    page = TablePage(game, player.seat if player else None, reader, WATCHING, tag="", look=look)
    if not find_looks(app).has(page.place, look):
        page = replace(page, look="")
    return KnownPage(rendering.answer_key(page, reader, identity.language, identity.timezone), page)


def load_pages(app: Flask, known_versions: KnownVersions, code: str, identities: Sequence[Identity]) -> None:
    """Load what these readers' pages show and this process does not have: the game and the readers, by a query each."""
    with app.app_context():
        store = snapshot_store.find_store()
        people = [identity.user_id for identity in identities]
        game = store.get(code, partial(_is_current, known_versions, people)) if store else None
        if game is not None:
            told = ((identity.user_id, told_versions(known_versions, identity)) for identity in identities)
            load_readers(game, {user_id: seen for user_id, seen in told if seen is not None})


def render_pages(
    app: Flask, environ: "WSGIEnvironment", language: str, asked: Iterable[tuple[TablePage, Identity]]
) -> list[Response]:
    """Return the fragments that these readers' polls are answered by, which show all that a key tells apart.

    `environ` is a request of nobody, so that nothing of it can be shown to anybody: see `poll_environ`.
    """
    answers = []
    with RequestContext(app, environ, session=SecureCookieSession()), force_language(language):
        for page, identity in asked:
            use_identity(identity)
            answers.append(app.process_response(render_table(page)))
    return answers


def poll_environ(code: str, timezone: str, encoding: str) -> "WSGIEnvironment":
    """Return what all polls of a table have in common that come from browsers in one time zone."""
    return {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": f"/games/{code}",
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "443",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_ACCEPT_ENCODING": encoding,
        "HTTP_COOKIE": f"{TIMEZONE_COOKIE}={timezone}",
        "HTTP_HX_REQUEST": "true",
        "HTTP_SEC_FETCH_SITE": "same-origin",
        "wsgi.url_scheme": "https",
        "wsgi.input": BytesIO(),
    }


def told_versions(known_versions: KnownVersions, identity: Identity) -> Versions | None:
    """Return the versions of a reader's own topics, None if they are not known or the identity is no longer valid."""
    told = known_versions(identity.topics)
    return told if told is not None and told[-1] == identity.version else None


def _running_game(app: Flask, code: str) -> TableSnapshot | None:
    """Return the snapshot at hand, if it is that of a running game."""
    store = app.extensions.get("snapshots")
    game = store.find(code) if isinstance(store, SnapshotStore) else None
    if game is None or game.finished_at is not None or game.substitute or deadlines.is_due(game, now()):
        return None
    return game


def _is_current(known_versions: KnownVersions, user_ids: Iterable[int], game: TableSnapshot) -> bool:
    """Whether a snapshot is as recent as all that this process has heard of what these users see of it."""
    players = [find_player(game, user_id) for user_id in user_ids]
    topics = sorted({topic for player in players for topic in game.topics(player.side if player else None)})
    known = known_versions(topics)
    return known is not None and all(game.versions[topic] >= at for topic, at in zip(topics, known, strict=True))


def write_tag(app: Flask, page: TablePage, identity: Identity) -> str:
    """Return the tag of a reader's page."""
    player = find_player(page.game, identity.user_id)
    shown = shown_versions(page.game, player, page.reader)
    return tags.write(tags.derive_key(str(app.secret_key)), viewer(identity.user_id, player), shown)


def save_receipt(app: Flask, page: TablePage) -> None:
    """Note that a player is sent the table, to be saved with the others."""
    receipts, trace = app.extensions.get("watching"), page.trace
    if isinstance(receipts, ReadReceipts) and trace and trace.looked < page.game.version:
        receipts.add(trace.game_id, trace.user_id, page.game.version)
