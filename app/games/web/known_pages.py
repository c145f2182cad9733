"""What a poll of a table is to be sent, if this process knows all of it: without a request, a thread or SQL."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass

from flask import Flask

from app.db import now
from app.games.store.players import find_player
from app.games.store.snapshot import SeatedPlayer, TableSnapshot
from app.games.store.snapshot_store import SnapshotStore
from app.games.table import deadlines
from app.games.table.read_receipts import ReadReceipts
from app.games.web import rendering
from app.games.web.reader import Reader, reader_key
from app.live import tags
from app.live.poll_notes import Identity
from app.live.read_cache import ReadCache

KnownVersions = Callable[[Sequence[str]], tuple[int, ...] | None]


@dataclass(frozen=True)
class KnownPage:
    """The key of the answer, the tag of what it shows, and its read receipt, if any: game id, user id, version."""

    key: Hashable
    tag: str
    receipt: tuple[int, int, int] | None


def find_known_page(app: Flask, known_versions: KnownVersions, code: str, identity: Identity) -> KnownPage | None:
    """Return what this reader is to be sent of a table, None if the site has to load something first.

    The seat is the one that the reader has now. Safe to call from any thread.
    """
    game = _current_game(app, known_versions, code, identity.user_id)
    cache, told = app.extensions.get("read_cache"), known_versions(identity.topics)
    if game is None or not isinstance(cache, ReadCache) or told is None or told[-1] != identity.version:
        return None
    reader = cache.find(reader_key(game, identity.user_id), told)
    if not isinstance(reader, Reader):
        return None
    player = find_player(game, identity.user_id)
    seat = player.seat if player else None
    key = rendering.answer_key(game, seat, reader, identity.language, identity.timezone)
    return KnownPage(key, _tag(app, game, player, reader), _receipt(game, reader) if player else None)


def shown_versions(game: TableSnapshot, player: SeatedPlayer | None, reader: Reader | None) -> Mapping[str, int]:
    """Return the versions of the topics that a reader's page shows."""
    shown = game.topics(player.side if player else None)
    return {topic: game.versions[topic] for topic in shown} | dict(reader.bell.versions if reader else {})


def viewer(user_id: int | None, player: SeatedPlayer | None) -> str:
    """Return the viewer of a tag: a user, and the seat."""
    return f"{user_id or tags.ANONYMOUS}.{player.seat if player else '-'}"


def _current_game(app: Flask, known_versions: KnownVersions, code: str, user_id: int) -> TableSnapshot | None:
    """Return the snapshot at hand, if it is that of a running game and as recent as all that this process has heard."""
    store = app.extensions.get("snapshots")
    game = store.find(code) if isinstance(store, SnapshotStore) else None
    if game is None or game.finished_at is not None or game.substitute or deadlines.is_due(game, now()):
        return None
    player = find_player(game, user_id)
    topics = game.topics(player.side if player else None)
    known = known_versions(topics)
    is_current = known is not None and all(game.versions[topic] >= at for topic, at in zip(topics, known, strict=True))
    return game if is_current else None


def _tag(app: Flask, game: TableSnapshot, player: SeatedPlayer | None, reader: Reader) -> str:
    shown = shown_versions(game, player, reader)
    return tags.write(tags.derive_key(str(app.secret_key)), viewer(reader.bell.user_id, player), shown)


def _receipt(game: TableSnapshot, reader: Reader) -> tuple[int, int, int] | None:
    is_new = reader.trace is not None and reader.trace.looked < game.version
    return (game.id, reader.bell.user_id, game.version) if is_new else None


def save_receipt(app: Flask, page: KnownPage) -> None:
    """Note that a player is sent the table, to be saved with the others."""
    receipts = app.extensions.get("watching")
    if page.receipt and isinstance(receipts, ReadReceipts):
        receipts.add(*page.receipt)
