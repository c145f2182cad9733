"""Why a deck is not shown, or not taken."""

from werkzeug.exceptions import NotFound

from app.library.checking import Checked
from app.refusals import Refusal


class NoDeck(NotFound):
    """There is no such deck, or it is none of this person's business."""


class Unfit(Refusal):
    """Too few words are left, or there are too many; `checked` tells what was dropped."""

    def __init__(self, sentence: str, checked: Checked) -> None:
        super().__init__(sentence, "words")
        self.checked = checked
