"""Errors of teams."""

from werkzeug.exceptions import NotFound


class TeamNotFound(NotFound):
    """The team does not exist or the user is no member; both get the same 404."""
