"""What polls of a table are to be sent: found in memory, loaded for several readers at once, rendered for all."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from flask import Flask
from flask.ctx import RequestContext
from flask.sessions import SecureCookieSession

from app.accounts.auth.login_manager import use_identity
from app.db import now
from app.games.store import snapshot_store
from app.games.store.players import find_player
from app.games.store.snapshot import SeatedPlayer, TableSnapshot
from app.games.store.snapshot_store import SnapshotStore
from app.games.table import deadlines
from app.games.table.read_receipts import ReadReceipts
from app.games.table.unread_moves import Visit
from app.games.web import rendering
from app.games.web.pages import render_table
from app.games.web.reader import Reader, load_readers, reader_key
from app.games.web.rendering import TablePage, shown_versions, viewer
from app.http.parts import find_looks
from app.i18n.languages import force_language
from app.live import tags
from app.live.poll_notes import Identity
from app.live.read_cache import ReadCache, Versions

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

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
    game = _current_game(app, known_versions, code, identity.user_id)
    cache, told = app.extensions.get("read_cache"), told_versions(known_versions, identity)
    if game is None or not isinstance(cache, ReadCache) or told is None:
        return None
    reader = cache.find(reader_key(game, identity.user_id), told)
    if not isinstance(reader, Reader):
        return None
    player = find_player(game, identity.user_id)
    seat = player.seat if player else None
    page = TablePage(game, seat, reader, WATCHING, _tag(app, game, player, reader))
    page = replace(page, look=look if find_looks(app).find(page.place, look) else "")
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


def respond(
    app: Flask, found: KnownPage, identity: Identity, environ: "WSGIEnvironment", start_response: "StartResponse"
) -> Iterable[bytes]:
    """WSGI application that answers a reader's poll by a fragment without a tag, for all pages with the same key."""
    session = SecureCookieSession()  # nothing is shown of the one that the cookie holds
    with RequestContext(app, environ, session=session), force_language(identity.language):
        use_identity(identity)
        return app.process_response(render_table(replace(found.page, tag="")))(environ, start_response)


def told_versions(known_versions: KnownVersions, identity: Identity) -> Versions | None:
    """Return the versions of a reader's own topics, None if they are not known or the identity is no longer valid."""
    told = known_versions(identity.topics)
    return told if told is not None and told[-1] == identity.version else None


def _current_game(app: Flask, known_versions: KnownVersions, code: str, user_id: int) -> TableSnapshot | None:
    """Return the snapshot at hand, if it is that of a running game and as recent as all that this process has heard."""
    store = app.extensions.get("snapshots")
    game = store.find(code) if isinstance(store, SnapshotStore) else None
    if game is None or game.finished_at is not None or game.substitute or deadlines.is_due(game, now()):
        return None
    return game if _is_current(known_versions, [user_id], game) else None


def _is_current(known_versions: KnownVersions, user_ids: Sequence[int], game: TableSnapshot) -> bool:
    """Whether a snapshot is as recent as all that this process has heard of what these users are shown."""
    players = (find_player(game, user_id) for user_id in user_ids)
    topics = sorted({topic for player in players for topic in game.topics(player.side if player else None)})
    known = known_versions(topics)
    return known is not None and all(game.versions[topic] >= at for topic, at in zip(topics, known, strict=True))


def _tag(app: Flask, game: TableSnapshot, player: SeatedPlayer | None, reader: Reader) -> str:
    shown = shown_versions(game, player, reader)
    return tags.write(tags.derive_key(str(app.secret_key)), viewer(reader.bell.user_id, player), shown)


def save_receipt(app: Flask, page: TablePage) -> None:
    """Note that a player is sent the table, to be saved with the others."""
    receipts, trace = app.extensions.get("watching"), page.trace
    if isinstance(receipts, ReadReceipts) and trace and trace.looked < page.game.version:
        receipts.add(trace.game_id, trace.user_id, page.game.version)
