"""Which names are allowed. Their skeletons are made in `confusables`."""

from unicodedata import category

from confusable_homoglyphs.categories import unique_aliases  # type: ignore[import-untyped]
from precis_i18n import get_profile

from app.accounts.errors import BadName
from app.accounts.lookalikes import look, skeleton
from app.languages import _

SHORTEST, LONGEST = 2, 30  # characters
PUNCTUATION = " .-_'’"
RESERVED = "someone guest admin administrator moderator support staff system server root anonymous everyone deaddrop"
SOMEONE = "quelqu'un qualcuno"  # "someone" in the other languages
NEUTRAL = {"COMMON", "INHERITED"}  # digits, punctuation, marks: part of every script
TOGETHER = (  # scripts that one language combines (UTS 39, "highly restrictive")
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "HANGUL"},
    {"LATIN", "HAN", "BOPOMOFO"},
)

_nickname = get_profile("NicknameCasePreserved")
_reserved = {skeleton(word) for word in f"{RESERVED} {SOMEONE}".split()}


def clean(text: str) -> str:
    """Return a name in its stored form: trimmed, single spaces, NFKC (RFC 8266); raise BadName."""
    name = _prepared(text)
    if not SHORTEST <= len(name) <= LONGEST:
        raise _bad_length(len(name))
    _check_characters(name)
    _check_alphabets(name)
    if skeleton(name) in _reserved:
        raise BadName(_("That name is kept for the site itself. Please take another."))
    return name


def _prepared(text: str) -> str:
    if not text.strip():
        raise BadName(_("Type a name."))
    if len(text) > 10 * LONGEST:
        raise _bad_length(len(text))
    try:
        return str(_nickname.enforce(text))
    except UnicodeError:
        raise BadName(
            _(
                "This name holds a character that cannot be seen or is not allowed. "
                "Type it anew, with letters and digits."
            )
        ) from None


def _bad_length(length: int) -> BadName:
    numbers = {"shortest": SHORTEST, "longest": LONGEST, "length": length}
    return BadName(_("A name has %(shortest)d to %(longest)d characters; this one has %(length)d.", **numbers))


def _check_characters(name: str) -> None:
    kinds = "".join(" " if char in PUNCTUATION else category(char)[0] for char in name)
    if set(kinds) - set("LMN "):
        raise BadName(_("A name may hold letters, digits, spaces and . - _ ' only."))
    if kinds[0] not in "LN" or "MMM" in kinds:
        raise BadName(_("A name begins with a letter or a digit, and a letter bears two marks at most."))
    if not any(char.isalnum() for char in skeleton(name)):
        raise BadName(_("A name needs letters or digits."))


def _check_alphabets(name: str) -> None:
    alphabets = unique_aliases(name) - NEUTRAL
    if len(alphabets) > 1 and not any(alphabets <= group for group in TOGETHER):
        raise BadName(
            _("This name mixes letters of several alphabets, so that it could pass for another. Keep to one.")
        )
    # Capital Greek nu looks like N but small ν like v: a skeleton ignores case and misses such names.
    seen = look(name)
    if seen.isascii() and not name.isascii() and skeleton(seen) != skeleton(name):
        raise BadName(_("In capitals this looks like another name in Latin letters. Write it in small letters."))
