"""Changing the game of an open lobby, and notifying those who are in it."""

from typing import Final

from sqlalchemy import Select, select

from app.accounts.users import display_name
from app.db import db
from app.games.moves.service import SECURE_RANDOM
from app.games.store.settings import GameSettings
from app.i18n.languages import _, format_list
from app.lobbies import seats
from app.lobbies.labels import CHANGED_PARTS
from app.lobbies.loading import lobby_for_update, lobby_topic, require_host
from app.lobbies.models import Lobby
from app.notifications import notices
from app.notifications.models import Notice
from app.rules import VARIANTS
from app.rules.missions import MAP

CHANGE_KIND: Final = "changed"  # kind of the notices that a lobby's game has been changed
PARTS: Final = {  # by column
    "variant": "game",
    "city": "city",
    "deck": "deck",
    "house": "house",
    "tokens": "mission",
    "mistakes": "mission",
    "clock": "clock",
    "touching": "touching",
    "late_touch": "touching",
    "public": "access",
    "bots": "access",
}


def change_settings(
    code: str,
    user_id: int | None,
    settings: GameSettings,
    public: bool,
    city: str | None = None,
    bots: bool = False,
) -> None:
    """Change the game of a lobby, as its host, and notify its other members of what has changed. Commits.

    An attempt keeps its sheet; its `city` decides the tokens and mistakes. Members whose seats the new variant has keep
    them; otherwise all who are seated get new ones by lot. Raises NotAllowed for anybody but the host, and as
    `lobby_for_update` does.
    """
    with lobby_for_update(code) as lobby:
        require_host(lobby, user_id)
        if lobby.sheet_id and city:
            settings = settings.for_attempt(MAP[city], lobby.sheet_id)
        columns = vars(settings) | {"house": sorted(settings.house), "public": public, "bots": bots}
        changed = {name for name, value in columns.items() if getattr(lobby, name) != value}
        for name in changed:
            setattr(lobby, name, columns[name])
        if "variant" in changed:
            _give_new_seats(lobby)
        if parts := list(dict.fromkeys(PARTS[name] for name in PARTS if name in changed)):
            _tell_members(lobby, parts)


def change_text(notice: Notice) -> str:
    """Return the sentence on who has changed which parts of the lobby's game."""
    names = format_list(map(display_name, notice.params["people"]))
    parts = format_list(str(CHANGED_PARTS[part]) for part in CHANGED_PARTS if part in notice.params["parts"])
    return _("%(name)s has changed %(parts)s.", name=names, parts=parts)


def find_change(lobby: Lobby, user_id: int | None) -> Notice | None:
    """Return the user's open notice that this lobby's game has been changed, or None."""
    own = _open_notices(lobby).where(Notice.user_id == user_id)
    return db.session.scalar(own) if user_id else None


def _tell_members(lobby: Lobby, parts: list[str]) -> None:
    """Send all members but the host a notice of the changed `parts`, without commit.

    It also names those of earlier notices that are still open, which it replaces.
    """
    others = [member.user_id for member in lobby.people if member.user_id != lobby.acting_host_id]
    earlier = [part for notice in db.session.scalars(_open_notices(lobby)) for part in notice.params["parts"]]
    params = {
        "variant": lobby.variant,
        "city": lobby.city,
        "people": [lobby.acting_host_id],
        "parts": sorted({*parts, *earlier}),
    }
    notices.create_news(others, lobby_topic(lobby.code), CHANGE_KIND, f"/lobbies/{lobby.code}", params)


def _open_notices(lobby: Lobby) -> Select[Notice]:
    topic = lobby_topic(lobby.code)
    return select(Notice).where(Notice.topic == topic, Notice.kind == CHANGE_KIND, Notice.closed_at.is_(None))


def _give_new_seats(lobby: Lobby) -> None:
    """Draw new seats for everybody who is seated, if the new variant lacks one of their seats."""
    variant = VARIANTS[lobby.variant]
    seated = [member for member in lobby.present if member.seat]
    if all(member.seat in variant.seats for member in seated):
        return
    volunteers = [member.user_id for member in seated if member.volunteer]
    drawn = seats.draw_seats(variant, [member.user_id for member in seated], volunteers, SECURE_RANDOM)
    for member in seated:
        member.seat = drawn.get(member.user_id)
