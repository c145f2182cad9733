"""Why something cannot be done in a lobby."""

from werkzeug.exceptions import NotFound


class NoLobby(NotFound):
    """There is no such lobby, or what was asked is not a stranger's to ask."""


class Ended(Exception):
    """The lobby was closed or ran out; `sentence` says which."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Started(Exception):
    """The lobby's game is on; `game` is its code."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game
