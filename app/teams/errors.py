"""Errors of teams."""

from werkzeug.exceptions import NotFound


class TeamNotFound(NotFound):
    """404: the team does not exist, or the user is not a member of it."""
