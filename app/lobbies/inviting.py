"""Inviting people to a lobby by a notice: one's own that is open already, or a new one."""

from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import select

from app.accounts import blocks, limits, people
from app.db import db
from app.languages import _
from app.lobbies import service
from app.lobbies.forms import LobbyForm
from app.lobbies.loading import still_open, topic
from app.lobbies.models import Lobby
from app.lobbies.seating import INVITED
from app.notifications import muting, notices
from app.notifications.muting import Place
from app.notifications.notices import News
from app.rules import VARIANTS


def invite(host_id: int, guests: Collection[int], variant: str, **settings: Any) -> Lobby:
    """Invite people to the newest lobby of a host's that is open, else to a new one of this variant. Commits.

    `settings` take the place of the form's defaults. Raises TooMany, and Refusal where the host has too many lobbies.
    """
    limits.invitation(host_id)
    return _invited(_hosted(host_id) or _opened(host_id, variant, settings), host_id, guests)


def gather(host_id: int, guests: Collection[int], variant: str) -> Lobby:
    """Invite people as `invite` does, but to a lobby of just this variant."""
    limits.invitation(host_id)
    return _invited(_hosted(host_id, variant) or _opened(host_id, variant, {}), host_id, guests)


def tell(lobby: Lobby, host_id: int, guests: Collection[int]) -> None:
    """Tell people that they are invited to a lobby."""
    params = {"variant": lobby.variant, "city": lobby.city, "people": [host_id]}
    call(host_id, guests, INVITED, topic(lobby.code), f"/lobbies/{lobby.code}", params)


def call(host_id: int, guests: Collection[int], kind: str, topic: str, path: str, params: Mapping[str, object]) -> None:
    """Tell people of an invitation, but for those of whom one has blocked the other; they learn nothing of it.

    Who has muted the host's invitations, or had several within the hour, finds it at the bell and is not called.
    """
    heard = {guest for guest in guests if guest != host_id} - blocks.between(host_id, guests)
    muted = muting.muted(heard)
    quiet = {guest for guest in heard if (guest, place(host_id)) in muted}
    quiet |= {guest for guest in heard if limits.is_pressed(host_id, guest)}
    notices.tell_all(kind, {topic: News(heard, path, params, quiet)})


def place(host_id: int) -> str:
    """Return the topic by which somebody's invitations are muted."""
    return f"invitations:{host_id}"


@muting.names("invitations")
def places(topics: Collection[str]) -> Mapping[str, Place]:
    """Name those whose invitations somebody has muted."""
    ids = {int(each.partition(":")[2]): each for each in topics}
    with people.at_hand(ids):
        return {
            each: Place(_("Invitations from %(name)s", name=people.name(number)), "") for number, each in ids.items()
        }


def _invited(lobby: Lobby, host_id: int, guests: Collection[int]) -> Lobby:
    tell(lobby, host_id, guests)
    db.session.commit()
    return lobby


def _hosted(host_id: int, *variants: str) -> Lobby | None:
    """Return the newest lobby that somebody hosts, of these variants if any are named; attempts are another matter."""
    own = select(Lobby).where(Lobby.host_id == host_id, Lobby.sheet_id.is_(None), still_open())
    own = own.where(Lobby.variant.in_(variants)) if variants else own
    return db.session.scalar(own.order_by(Lobby.created_at.desc()).limit(1))


def _opened(host_id: int, variant: str, settings: dict[str, Any]) -> Lobby:
    chosen = LobbyForm(VARIANTS[variant]).settings() | settings
    return service.prepare(host_id, variant=variant, **chosen)
