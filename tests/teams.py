"""Teams of several people for tests: one founds it, the others join by its invitation."""

from app.db import db
from app.teams import service
from app.teams.models import Team


def founded(founder: int, name: str, *others: int) -> Team:
    """Make a team of people, by their ids; needs an application context."""
    team = service.create_team(founder, name)
    db.session.commit()
    for other in others:
        service.join_team(team.invite, other)
    assert team.current_sheet.number == 1  # which loads it
    return team
