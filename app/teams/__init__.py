"""Teams: people who carry a campaign together. models.py for the rows, service.py for what their members do."""

from app.teams import company, leaving, own_data

__all__ = ["company", "leaving", "own_data"]
