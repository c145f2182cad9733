"""The table on a page: rendered once for all readers to whom it looks the same."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Final

from flask import current_app, request, url_for
from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict

from app.db import now
from app.games.chat.notes import Notes
from app.games.clock import nudging
from app.games.store.snapshot import SeatedPlayer, TableSnapshot
from app.games.table import unread_moves
from app.games.table.unread_moves import ReadState, Visit
from app.games.web.context_builder import build_context
from app.games.web.page_context import PageContext
from app.games.web.reader import Reader
from app.http.fragments import fragment_cache, parts
from app.http.fragments.parts import Fragment, RenderedText
from app.i18n.languages import current_timezone, locale
from app.live import tags
from app.live.read_cache import ReadCache
from app.observability.metrics import counters

CACHE_SIZE: Final = 1_000  # rendered tables of about 30 kB
HIDDEN_INPUT: Final = Markup('<input type="hidden" name="{}" value="{}">')
UNTYPED: Final[MultiDict[str, str]] = MultiDict()

RenderedTable = tuple[PageContext, RenderedText]


@dataclass(frozen=True)
class TablePage:
    """A game as it is to be shown to a reader on a seat, and the tag of that; no reader is an anonymous visitor.

    `look` is that of the table which the reader's page shows, or empty.
    """

    game: TableSnapshot
    seat: str | None
    reader: Reader | None
    visit: Visit
    tag: str
    look: str = ""

    @property
    def trace(self) -> ReadState | None:
        """The read state of a player, None for watchers."""
        return self.reader.trace if self.reader and self.seat else None

    @property
    def place(self) -> Hashable:
        """Where a look may be named: at this table, on this seat."""
        return self.game.code, self.seat


def shown_versions(game: TableSnapshot, player: SeatedPlayer | None, reader: Reader | None) -> Mapping[str, int]:
    """Return the versions of the topics that a reader's page shows."""
    shown = game.topics(player.side if player else None)
    return {topic: game.versions[topic] for topic in shown} | dict(reader.bell.versions if reader else {})


def viewer(user_id: int | None, player: SeatedPlayer | None) -> str:
    """Return the viewer of a tag: a user, and the seat."""
    return f"{user_id or tags.ANONYMOUS}.{player.seat if player else '-'}"


def render_table(
    page: TablePage, typed: MultiDict[str, str], values: Mapping[str, object]
) -> tuple[PageContext, Fragment]:
    """Return the rendered table and its context; `typed` and `values` are a refused form and the reason.

    The tag, the look and the CSRF token are placeholders.
    """
    seen, table = _render_once(page, typed, values)
    return seen, _personalize(page, seen, table, typed)


def _render_once(page: TablePage, typed: MultiDict[str, str], values: Mapping[str, object]) -> RenderedTable:
    """Return what all are shown to whom the table looks the same: of a running game, unless something was refused."""
    if typed or values or page.game.finished_at or "dots" in request.args:
        return _render(page, typed, values)
    place = str(locale()), current_timezone().key, request.host_url if page.game.substitute else ""  # of the link
    news = unread_moves.unread_range(page.trace, page.visit, page.game.version)
    key = _audience_key(page.game, page.seat, page.reader, *place), news
    return _rendered_tables().get(key, (_moment(page.game),), lambda: _render(page, UNTYPED, {}))


def answer_key(page: TablePage, reader: Reader, language: str, timezone: str) -> Hashable:
    """Return a key that is the same for all readers whose polls are answered alike at this moment."""
    audience = _audience_key(page.game, page.seat, reader, language, timezone, "")
    return audience, _moment(page.game), reader.bell.open, reader.waiting(page.game), reader.notes.text, page.look


def _render(page: TablePage, typed: MultiDict[str, str], values: Mapping[str, object]) -> RenderedTable:
    counters.TABLES_RENDERED.add(1)
    user_id = page.reader.bell.user_id if page.reader else None
    seen = build_context(page.game, page.reader, user_id, page.visit)
    holes = {name: fragment_cache.placeholder(name) for name in ("tag", "look", "next")}
    before, after = url_for("games.game", code=seen.code).split(seen.code)
    address = escape(before) + fragment_cache.placeholder("code") + escape(after)
    dots = request.args.get("dots", "")  # of a browser without scripts
    shown = {"page": seen, "address": address, "typed": typed, "dots": dots if dots in Notes.SIGNS else ""}
    return seen, parts.render("games/_table.html", **shown, **holes, **values)


def _personalize(page: TablePage, seen: PageContext, table: RenderedText, typed: MultiDict[str, str]) -> Fragment:
    """Return a table with what is this reader's alone: the news shown, their notes, and the way to their next game."""
    strip = Markup().join(map(HIDDEN_INPUT.format, seen.news_range.keys(), seen.news_range.values()))
    note = typed.get("note", page.reader.notes.text if page.reader and seen.has_notes else "")
    onward = _next_game(page, seen)
    return Fragment(table, code=seen.code, version=seen.view.version, strip=strip, note=note, next=onward)


def _next_game(page: TablePage, seen: PageContext) -> Markup:
    """Return the link to another game that waits for a player, if there is one."""
    waiting = page.reader.waiting(page.game) if page.reader and page.seat else 0
    if not waiting:
        return Markup("")
    in_turn = seen.view.seat in seen.view.turn
    return fragment_cache.cached_fragment(
        "games/postgame/_next_game.html", code=seen.code, waiting=waiting, over=seen.over, is_in_turn=in_turn
    )


def _audience_key(game: TableSnapshot, seat: str | None, reader: Reader | None, *place: str) -> Hashable:
    """Return a key that is the same for all readers in one `place` who see the same."""
    return game.serial, seat, *place, reader.audience(game) if reader else None


def _moment(game: TableSnapshot) -> int:
    """Return a number that grows when what the table shows changes with time alone."""
    at = now()
    return int(at.timestamp()) if game.is_timed else int(at >= nudging.next_possible_at(game))


def _rendered_tables() -> ReadCache:
    cache: ReadCache = current_app.extensions.setdefault("rendered_tables", ReadCache(CACHE_SIZE))
    return cache
