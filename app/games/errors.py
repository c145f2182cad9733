"""Why something cannot be done at a table."""

from werkzeug.exceptions import NotFound


class NotHere(NotFound):
    """There is no such game, or it is none of this person's business: a stranger learns nothing."""


class Refused(Exception):
    """What was asked cannot be done; `code` names the sentence that says why, as an IllegalMove's does."""

    status = 422

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class TooLate(Refused):
    """Somebody was faster: the table, or the seat, is not what it was."""

    status = 409
