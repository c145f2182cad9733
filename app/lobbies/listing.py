"""Lobbies as the home page lists them: the reader's own, and those that anyone may join.

In SQL, who takes part and who is the host is decided as by `Lobby.present` and `Lobby.acting_host_id`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app import decks
from app.accounts.person import display_name
from app.custom_decks.labels import language_name
from app.db import now
from app.i18n.languages import _, format_list, ngettext
from app.lobbies.loading import lobby_topic
from app.lobbies.models import LIFETIME
from app.lobbies.seats import neediest_seat
from app.rules import VARIANTS

MAX_LISTED: Final = 30  # lobbies that anyone may join

_QUERY: Final = """
    SELECT code, variant, city, deck, names, people, seats, coalesce(beat, 0) AS version,
        CASE WHEN host_id = ANY (people) OR people IS NULL THEN host_id ELSE people[1] END = :user AS hosting
    FROM lobbies LEFT JOIN beats ON topic = 'lobby:' || code CROSS JOIN LATERAL (
        SELECT array_agg(jsonb_build_array(name, computer) ORDER BY joined_at, user_id) AS names,
            array_agg(user_id ORDER BY joined_at, user_id) AS people,
            array_agg(seat) FILTER (WHERE seat IS NOT NULL) AS seats
        FROM members JOIN users ON users.id = user_id
        WHERE lobby_id = lobbies.id AND NOT removed
            AND deleted_at IS NULL AND coalesce(suspended_until <= now(), true)
            AND (sheet_id IS NULL OR computer OR user_id IN (
                SELECT memberships.user_id FROM memberships JOIN sheets USING (team_id) WHERE sheets.id = sheet_id))
    ) AS present
    WHERE game_id IS NULL AND closed_at IS NULL AND lobbies.created_at > :oldest_lobby AND {which}
    ORDER BY lobbies.created_at DESC LIMIT {most}
"""
_IS_MEMBER: Final = "lobbies.id IN (SELECT lobby_id FROM members WHERE user_id = :user AND NOT removed)"
OWN: Final = _QUERY.format(which=_IS_MEMBER, most="ALL")
LISTED: Final = _QUERY.format(which="public AND NOT locked", most=MAX_LISTED)


@dataclass(frozen=True)
class LobbyRow:
    """An open lobby in a list, with the names and ids of those who take part, and their seats.

    `hosting`: the reader is its host.
    """

    code: str
    variant: str
    city: str | None
    deck: str
    names: Sequence[str]
    people: Sequence[int]
    seats: Sequence[str]
    hosting: bool

    @property
    def needed(self) -> int:
        """The number of empty seats, each of which needs somebody before the game can start."""
        return sum(seat not in self.seats for seat in VARIANTS[self.variant].seats)

    @property
    def is_full(self) -> bool:
        """Whether no seat has room for another person."""
        return not neediest_seat(VARIANTS[self.variant], self.seats)

    @property
    def language(self) -> str:
        """The language of the deck's words, "" for pictures."""
        return decks.load(self.deck).language

    @property
    def about(self) -> str:
        """A line with the lobby's decks, their language, and how many people it needs."""
        titles = [str(decks.load(name).title) for name in decks.deck_names(self.deck)]
        free = ngettext("%(num)d player needed", "%(num)d players needed", self.needed) if self.needed else ""
        if not free:
            free = _("full") if self.is_full else _("room for more")
        parts = [format_list(titles), language_name(self.language), free]
        return " · ".join(dict.fromkeys(filter(None, parts)))


def query_parameters(user_id: int | None) -> dict[str, object]:
    """Return the parameters of the queries `OWN` and `LISTED`; `user_id` is None for a visitor."""
    return {"user": user_id, "oldest_lobby": now() - LIFETIME}


def read_lobbies(found: Sequence[Mapping[str, Any]]) -> Sequence[LobbyRow]:
    """Convert rows of `OWN` or `LISTED`, which are sorted newest first, to LobbyRows."""
    return [
        LobbyRow(
            code=row["code"],
            variant=row["variant"],
            city=row["city"],
            deck=row["deck"],
            names=tuple(display_name(name, is_computer=is_computer) for name, is_computer in row["names"] or ()),
            people=tuple(row["people"] or ()),
            seats=tuple(row["seats"] or ()),
            hosting=bool(row["hosting"]),
        )
        for row in found
    ]


def read_versions(found: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Return the topic versions in rows of `OWN`, by topic."""
    return {lobby_topic(row["code"]): row["version"] for row in found}
