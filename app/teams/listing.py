"""Teams as the home page lists them; `QUERY` is part of that page's single statement."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

QUERY: Final = """
    SELECT code, name, (
        SELECT string_agg(users.name, ', ' ORDER BY place) FROM memberships JOIN users ON users.id = user_id
        WHERE team_id = teams.id AND deleted_at IS NULL
    ) AS people
    FROM teams WHERE id IN (SELECT team_id FROM memberships WHERE user_id = :user) ORDER BY name, id
"""


@dataclass(frozen=True)
class TeamRow:
    """A team in a list: its code, its name, and the names of its members, joined by commas."""

    code: str
    name: str
    people: str


def read_teams(found: Sequence[Mapping[str, Any]]) -> Sequence[TeamRow]:
    """Convert the rows of `QUERY`, which are sorted by name, to TeamRows."""
    return [TeamRow(row["code"], row["name"], row["people"] or "") for row in found]
