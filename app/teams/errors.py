"""Why a team is not shown."""

from werkzeug.exceptions import NotFound


class NoTeam(NotFound):
    """There is no such team, or it is none of this person's business: a stranger learns nothing."""
