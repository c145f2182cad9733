"""Teams, whose members play a campaign together: `models` has the rows, `service` the actions of members."""

from app.teams import company, leaving, own_data

__all__ = ["company", "leaving", "own_data"]
