"""What a team may be called."""

from unicodedata import category, normalize

from app.languages import _
from app.refusals import Refusal

LONGEST = 40  # characters
FAR_TOO_LONG = 400  # characters: more are not even looked at, because sorting a heap of accents takes long
JOINERS = "\u200c\u200d"  # they join and part letters in Persian, and make one emoji of several
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and symbols that cannot be seen


def clean(name: str) -> str:
    """Return a team's name as it is kept: with single spaces, NFC; raise Refusal."""
    kept = " ".join(normalize("NFC", name[:FAR_TOO_LONG]).split())
    if not kept:
        raise Refusal(_("Give the team a name."), "name")
    if len(kept) > LONGEST:
        most = _("A team's name has at most %(most)d characters; this one has %(num)d.", most=LONGEST, num=len(kept))
        raise Refusal(most, "name")
    kinds = [category(char) for char in kept if char not in JOINERS]
    if {"Cc", "Cf", "Co", "Cs"} & set(kinds) or not _visible(kept) or "MMM" in "".join(kind[0] for kind in kinds):
        raise Refusal(_("This name holds a character that cannot be seen or is not allowed. Type it anew."), "name")
    return kept


def _visible(name: str) -> bool:
    return any(category(char)[0] in "LNSP" and char not in BLANKS for char in name)
