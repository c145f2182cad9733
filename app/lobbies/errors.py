"""Errors raised for lobbies that cannot be shown or changed."""

from werkzeug.exceptions import NotFound

from app.refusals import Refusal


class LobbyNotFound(NotFound):
    """404: there is no such lobby, or the user is no member and only members may do this."""


class LobbyClosed(Refusal):
    """410: the lobby was closed or has expired; the sentence tells the user which."""

    status = 410


class GameStarted(Exception):
    """The lobby's game has started; `game` is the game's code."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game
