"""Exceptions raised by actions on a game."""

from werkzeug.exceptions import NotFound

from app.refusals import Refusal


class GameNotFound(NotFound):
    """There is no such game, or this user has no part in it. The 404 is the same, so that it reveals nothing."""


class ActionRefused(Refusal):
    """The action is not possible now. `code` is the key of the sentence shown, as in IllegalMove."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class TooLate(ActionRefused):
    """The game has changed since the user loaded the page, for example because another player was faster."""

    status = 409
