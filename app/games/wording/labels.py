"""Labels of variants, seats, sides, card faces and house rules, by the names that app.rules uses."""

from collections.abc import Mapping
from typing import Final

from app.i18n.languages import lazy_gettext

Labels = Mapping[str, str]

VARIANTS: Final[Labels] = {
    "classic": lazy_gettext("Codenames"),
    "pictures": lazy_gettext("Codenames: Pictures"),
    "duet": lazy_gettext("Duet"),
    "duet-pictures": lazy_gettext("Duet Pictures"),
}
SEATS: Final[Labels] = {
    "red-spymaster": lazy_gettext("Red spymaster"),
    "red-operative": lazy_gettext("Red operative"),
    "blue-spymaster": lazy_gettext("Blue spymaster"),
    "blue-operative": lazy_gettext("Blue operative"),
    "a": lazy_gettext("Side A"),
    "b": lazy_gettext("Side B"),
}
SIDES: Final[Labels] = {
    "red": lazy_gettext("Red"),
    "blue": lazy_gettext("Blue"),
    "a": lazy_gettext("Side A"),
    "b": lazy_gettext("Side B"),
}
FACES: Final[Labels] = {
    "red": lazy_gettext("red agent"),
    "blue": lazy_gettext("blue agent"),
    "bystander": lazy_gettext("bystander"),
    "assassin": lazy_gettext("assassin"),
    "agent": lazy_gettext("agent"),
}
KEYS: Final[Labels] = {
    "r": lazy_gettext("red"),
    "b": lazy_gettext("blue"),
    "g": lazy_gettext("agent"),
    ".": lazy_gettext("bystander"),
    "x": lazy_gettext("assassin"),
}
IDENTITY_PLURALS: Final[Labels] = {  # headings for all cards of one identity
    "r": lazy_gettext("Red agents"),
    "b": lazy_gettext("Blue agents"),
    "g": lazy_gettext("Agents"),
    ".": lazy_gettext("Bystanders"),
    "x": lazy_gettext("Assassins"),
}
HOUSE_RULES: Final[Labels] = {
    "zero": lazy_gettext("clues of 0"),
    "unlimited": lazy_gettext("unlimited clues"),
    "several-words": lazy_gettext("multi-word clues"),
    "initials": lazy_gettext("initials such as NASA"),
    "soundalikes": lazy_gettext("soundalikes"),
    "free-talk": lazy_gettext("free talk"),
    "several-clues": lazy_gettext("two clues in a row"),
    "loose": lazy_gettext("loose clues"),
}
