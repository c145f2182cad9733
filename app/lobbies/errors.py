"""Errors raised for lobbies that cannot be shown or changed."""

from werkzeug.exceptions import NotFound


class LobbyNotFound(NotFound):
    """404: there is no such lobby, or a stranger may not do this."""


class LobbyClosed(Exception):
    """The lobby was closed or has expired; `sentence` tells the user which."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class GameStarted(Exception):
    """The lobby's game has started; `game` is the game's code."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game
