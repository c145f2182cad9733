"""Why something that somebody asked for cannot be done, in a sentence for them; the edge turns it into an answer."""


class Refusal(Exception):
    """What was asked cannot be done.

    `sentence` is for whoever asked, `field` names the input that was wrong, `rule` is the anchor of the rule behind it.
    """

    status = 422

    def __init__(self, sentence: str, field: str = "", rule: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.field = field
        self.rule = rule


class Taken(Refusal):
    """Somebody was faster."""

    status = 409


class NotAllowed(Refusal):
    """This is for somebody else to do."""

    status = 403
