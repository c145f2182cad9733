"""The texts that all lessons share."""

from collections.abc import Mapping
from typing import Final

from app.i18n.languages import lazy_gettext

TAKE_BACK: Final = lazy_gettext("Take it back and try another card.")
TAKE_BACK_STATUS: Final = lazy_gettext("Take it back, then touch another card.")
REFUSALS: Final[Mapping[str, str]] = {  # in addition to a game's refusals
    "not-in-lesson": lazy_gettext(
        "You can do that in a game, but not in this step. Follow the instructions above the board."
    ),
    "lesson-for-two": lazy_gettext("Your clue here is for two cards, so choose the number 2."),
}
INVALID_PATH: Final = lazy_gettext("This address is not a step of the lesson. Here is the last valid step.")
