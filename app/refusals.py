"""Errors shown to the user: why a request cannot be fulfilled; error handlers turn them into responses."""


class Refusal(Exception):
    """The request cannot be fulfilled.

    `sentence` is shown to the user, `field` names the invalid input, `rule` is the anchor of the rule behind it.
    """

    status = 422
    field = ""

    def __init__(self, sentence: str, field: str = "", rule: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field or self.field
        self.rule = rule


class Conflict(Refusal):
    """Somebody else was faster."""

    status = 409


class NotAllowed(Refusal):
    """Only somebody else may do this."""

    status = 403
