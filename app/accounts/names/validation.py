"""Which names users may have; their skeletons are made in `confusables`."""

from unicodedata import category

from confusable_homoglyphs.categories import unique_aliases  # type: ignore[import-untyped]
from precis_i18n import get_profile

from app.accounts.errors import BadName
from app.accounts.names.confusables import skeleton, to_prototypes
from app.i18n.languages import _

MIN_LENGTH, MAX_LENGTH = 2, 30  # characters
PUNCTUATION = " .-_'’"
RESERVED = "someone guest admin administrator moderator support staff system server root anonymous everyone deaddrop"
RESERVED_TRANSLATIONS = "quelqu'un qualcuno"  # "someone" in the other languages
COMPUTER_NAMES = ("Vesper", "Otto", "Juno", "Basil", "Mirza", "Tilda")  # more than are needed: some may be taken
NEUTRAL_SCRIPTS = {"COMMON", "INHERITED"}  # digits, punctuation, marks: part of every script
COMBINABLE_SCRIPTS = (  # scripts that one language combines (UTS 39, "highly restrictive")
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "HANGUL"},
    {"LATIN", "HAN", "BOPOMOFO"},
)

_nickname = get_profile("NicknameCasePreserved")
_reserved_skeletons = {skeleton(word) for word in (*f"{RESERVED} {RESERVED_TRANSLATIONS}".split(), *COMPUTER_NAMES)}


def normalize_name(text: str) -> str:
    """Return a name as it is stored: trimmed, with single spaces, in NFKC (RFC 8266).

    Raises BadName for a bad length, forbidden characters, mixed alphabets, or a reserved name.
    """
    name = _apply_profile(text)
    if not MIN_LENGTH <= len(name) <= MAX_LENGTH:
        raise _bad_length(len(name))
    _check_characters(name)
    _check_alphabets(name)
    if skeleton(name) in _reserved_skeletons:
        raise BadName(_("That name is reserved for the site. Please choose another."))
    return name


def _apply_profile(text: str) -> str:
    if not text.strip():
        raise BadName(_("Enter a name."))
    if len(text) > 10 * MAX_LENGTH:
        raise _bad_length(len(text))
    try:
        return str(_nickname.enforce(text))
    except UnicodeError:
        raise BadName(
            _("This name contains a character that is invisible or not allowed. Type it again with letters and digits.")
        ) from None


def _bad_length(length: int) -> BadName:
    numbers = {"shortest": MIN_LENGTH, "longest": MAX_LENGTH, "length": length}
    return BadName(_("A name must have %(shortest)d to %(longest)d characters; this one has %(length)d.", **numbers))


def _check_characters(name: str) -> None:
    kinds = "".join(" " if char in PUNCTUATION else category(char)[0] for char in name)
    if set(kinds) - set("LMN "):
        raise BadName(_("Only letters, digits, spaces and . - _ ' are allowed in a name."))
    if kinds[0] not in "LN" or "MMM" in kinds:
        raise BadName(_("A name must start with a letter or a digit, and a letter can have at most two accents."))
    if not any(char.isalnum() for char in skeleton(name)):
        raise BadName(_("A name must contain letters or digits."))


def _check_alphabets(name: str) -> None:
    alphabets = unique_aliases(name) - NEUTRAL_SCRIPTS
    if len(alphabets) > 1 and not any(alphabets <= group for group in COMBINABLE_SCRIPTS):
        raise BadName(_("This name mixes several alphabets, so it could be mistaken for another. Use only one."))
    # Capital Greek nu looks like N but small ν like v: a skeleton ignores case and misses such names.
    seen = to_prototypes(name)
    if seen.isascii() and not name.isascii() and skeleton(seen) != skeleton(name):
        raise BadName(_("In capitals, this looks like a different name in Latin letters. Write it in lower case."))
