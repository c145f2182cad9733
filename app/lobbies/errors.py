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


class Refusal(Exception):
    """What was asked cannot be done; `sentence` is for whoever asked, `field` names the input that was wrong."""

    status = 422

    def __init__(self, sentence: str, field: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field


class Taken(Refusal):
    """Somebody was faster."""

    status = 409


class NotAllowed(Refusal):
    """This is for somebody else to do."""

    status = 403
