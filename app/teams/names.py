"""Which team names are allowed."""

from unicodedata import category, normalize

from app.http.fields import INVISIBLE_LETTERS, JOINERS
from app.i18n.languages import _
from app.refusals import Refusal

MAX_LENGTH = 40  # characters
MAX_INPUT = 400  # characters: the rest is cut off, because normalising many accents is slow


def normalize_team_name(name: str) -> str:
    """Return a team name as it is stored: in NFC with single spaces.

    Raises Refusal if it is empty, too long, or has invisible or forbidden characters.
    """
    kept = " ".join(normalize("NFC", name[:MAX_INPUT]).split())
    if not kept:
        raise Refusal(_("Give the team a name."), "name")
    if len(kept) > MAX_LENGTH:
        most = _(
            "A team name can have at most %(most)d characters; this one has %(num)d.", most=MAX_LENGTH, num=len(kept)
        )
        raise Refusal(most, "name")
    kinds = [category(char) for char in kept if char not in JOINERS]
    if (
        {"Cc", "Cf", "Co", "Cs"} & set(kinds)
        or not _has_visible_character(kept)
        or "MMM" in "".join(kind[0] for kind in kinds)
    ):
        raise Refusal(_("This name contains a character that is invisible or not allowed. Type it again."), "name")
    return kept


def _has_visible_character(name: str) -> bool:
    return any(category(char)[0] in "LNSP" and char not in INVISIBLE_LETTERS for char in name)
