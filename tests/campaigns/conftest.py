"""A team of Ann and Bob, and attempts that it has played."""

from collections.abc import Callable, Iterable

import pytest
from werkzeug.test import TestResponse

from app import rules
from app.games.moves import service as games
from app.teams import service as teams
from app.teams.models import Team
from tests.games.tables import CLUE, DUET_KEYS, Table, lay
from tests.statements import recorded_statements
from tests.teams import founded

Moves = Iterable[tuple[str, str]]
WON: Moves = (
    ("a", f"clue {CLUE} 9"),
    *(("b", f"guess {card}") for card in range(9)),
    ("b", f"clue {CLUE} 6"),
    *(("a", f"guess {card}") for card in range(9, 15)),
)
ASSASSIN: Moves = (("a", f"clue {CLUE} 1"), ("b", "guess 15"))


@pytest.fixture
def team(app, ann, bob) -> Team:
    """Ann and Bob's team, which Ann has founded, with its sheets loaded."""
    with app.app_context():
        team = founded(ann.user.id, "Night Owls", bob.user.id)
        assert team.current_sheet.number == 1
    return team


@pytest.fixture
def attempt(team, ann, bob) -> Callable[..., Table]:
    """Lay an attempt of Ann on side A and Bob on side B with the keys of DUET_KEYS, and play moves: seats and texts.

    `deal` changes what was dealt; `people` are others by seat; further options are those of games.service.create.
    """

    def attempted(city: str = "prague", moves: Moves = (), people=None, deal=None, **options) -> Table:
        options = {"sheet_id": team.current_sheet.id, "city": city} | options
        table = lay("duet", people or {"a": ann, "b": bob}, {"keys": DUET_KEYS} | (deal or {}), **options)
        with table.app.app_context():
            for seen, (seat, text) in enumerate(moves):
                games.play_move(table.code, table.people[seat].user.id, rules.parse(text), seen)
        return table

    return attempted


@pytest.fixture
def three(app, team, cat):
    """Cat is in the team too."""
    with app.app_context():
        teams.join_team(team.invite, cat.user.id)
    return team


@pytest.fixture
def statements(app) -> Callable[[Callable[[], TestResponse]], int]:
    """Count the statements that an answer takes."""

    def count(ask: Callable[[], TestResponse]) -> int:
        with recorded_statements(app) as sent:
            assert ask().status_code == 200
        return len(sent)

    return count
