"""Inviting people by notice: to the host's open lobby, to a new one, or to whatever another package offers."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import select

from app.accounts import blocks, rate_limits, users
from app.db import db
from app.i18n.languages import _
from app.lobbies import service
from app.lobbies.loading import lobby_topic, still_open
from app.lobbies.models import Lobby
from app.lobbies.seating import ATTEMPT_KIND, INVITATION_KIND
from app.lobbies.web.forms import LobbyForm
from app.notifications import muting, notices
from app.notifications.muting import TopicLink
from app.notifications.notices import News
from app.rules import VARIANTS


def invite(host_id: int, invitees: Collection[int], variant: str, **settings: Any) -> Lobby:
    """Invite people to the host's newest open lobby, or else to a new one of this variant; return the lobby. Commits.

    `settings` override the form's defaults for a new lobby. Raises RateLimited, and Refusal if the host has too many
    lobbies.
    """
    rate_limits.enforce(f"invitation {host_id}")
    return _invite_and_commit(
        _newest_hosted(host_id) or _create_with_defaults(host_id, variant, settings), host_id, invitees
    )


def invite_to_variant(host_id: int, invitees: Collection[int], variant: str) -> Lobby:
    """Invite people as `invite` does, but never to an open lobby of another variant; return the lobby."""
    rate_limits.enforce(f"invitation {host_id}")
    return _invite_and_commit(
        _newest_hosted(host_id, variant) or _create_with_defaults(host_id, variant, {}), host_id, invitees
    )


def notify_lobby_invitation(lobby: Lobby, host_id: int, invitees: Collection[int]) -> None:
    """Send people the notice that invites them to this lobby, without commit, as `notify_invitation` does."""
    params = {"variant": lobby.variant, "city": lobby.city, "people": [host_id]}
    notify_invitation(host_id, invitees, INVITATION_KIND, lobby_topic(lobby.code), f"/lobbies/{lobby.code}", params)


def notify_attempt(lobby: Lobby, host_id: int, seats: Mapping[int, str | None]) -> None:
    """Send the notice of an attempt to the team in its lobby, without commit, as `notify_invitation` does.

    `seats` has the seat of each by user id, None for those who have none yet.
    """
    params = {"variant": lobby.variant, "city": lobby.city, "people": [host_id], "seated": all(seats.values())}
    notify_invitation(host_id, seats, ATTEMPT_KIND, lobby_topic(lobby.code), f"/lobbies/{lobby.code}", params)


def notify_invitation(
    host_id: int, invitees: Collection[int], kind: str, topic: str, path: str, params: Mapping[str, object]
) -> None:
    """Send people a notice of an invitation, without commit.

    Those who have blocked the host, or whom the host has blocked, are silently left out. Those who have muted the
    host's invitations, or got several within the hour, see it at the bell but are not reminded of it.
    """
    notified = {invitee for invitee in invitees if invitee != host_id} - blocks.blocked_either_way(host_id, invitees)
    muted = muting.load_mutes(notified)
    quiet = {invitee for invitee in notified if (invitee, mute_topic(host_id)) in muted}
    quiet |= {invitee for invitee in notified if rate_limits.count_attempt(f"invited {host_id} {invitee}")}
    notices.create_news_by_topic(kind, {topic: News(notified, path, params, quiet)})


def mute_topic(host_id: int) -> str:
    """Return the topic under which users mute the invitations of this host."""
    return f"invitations:{host_id}"


@muting.topic_namer("invitations")
def mute_labels(topics: Collection[str]) -> Mapping[str, TopicLink]:
    """Return a label for each of these mute topics, "Invitations from" and the host's name, by topic."""
    ids = {int(each.partition(":")[2]): each for each in topics}
    with users.preload_users(ids):
        return {
            each: TopicLink(_("Invitations from %(name)s", name=users.display_name(number)), "")
            for number, each in ids.items()
        }


def _invite_and_commit(lobby: Lobby, host_id: int, invitees: Collection[int]) -> Lobby:
    notify_lobby_invitation(lobby, host_id, invitees)
    db.session.commit()
    return lobby


def _newest_hosted(host_id: int, *variants: str) -> Lobby | None:
    """Return the newest open lobby of a host, of one of `variants` if given, or None; attempts do not count."""
    own = select(Lobby).where(Lobby.host_id == host_id, Lobby.sheet_id.is_(None), still_open())
    own = own.where(Lobby.variant.in_(variants)) if variants else own
    return db.session.scalar(own.order_by(Lobby.created_at.desc()).limit(1))


def _create_with_defaults(host_id: int, variant: str, settings: dict[str, Any]) -> Lobby:
    return service.create_lobby(host_id, replace(LobbyForm(VARIANTS[variant]).settings(), **settings))
