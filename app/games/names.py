"""Labels of variants, seats, sides, card faces and house rules, by the names that app.rules uses."""

from collections.abc import Mapping
from typing import Final

from app.languages import later

Names = Mapping[str, str]

VARIANTS: Final[Names] = {
    "classic": later("Codenames"),
    "pictures": later("Pictures"),
    "duet": later("Duet"),
    "duet-pictures": later("Duet Pictures"),
}
SEATS: Final[Names] = {
    "red-spymaster": later("Red spymaster"),
    "red-operative": later("Red operative"),
    "blue-spymaster": later("Blue spymaster"),
    "blue-operative": later("Blue operative"),
    "a": later("Side A"),
    "b": later("Side B"),
}
SIDES: Final[Names] = {"red": later("Red"), "blue": later("Blue"), "a": later("Side A"), "b": later("Side B")}
FACES: Final[Names] = {
    "red": later("red agent"),
    "blue": later("blue agent"),
    "bystander": later("bystander"),
    "assassin": later("assassin"),
    "agent": later("agent"),
}
KEYS: Final[Names] = {
    "r": later("red"),
    "b": later("blue"),
    "g": later("agent"),
    ".": later("bystander"),
    "x": later("assassin"),
}
PILES: Final[Names] = {  # headings for all cards of one identity
    "r": later("Red agents"),
    "b": later("Blue agents"),
    "g": later("Agents"),
    ".": later("Bystanders"),
    "x": later("Assassins"),
}
HOUSE: Final[Names] = {
    "zero": later("clues of 0"),
    "unlimited": later("unlimited clues"),
    "several-words": later("clues of several words"),
    "initials": later("initials such as NASA"),
    "soundalikes": later("soundalikes"),
    "several-clues": later("two clues in a row"),
    "loose": later("loose clues"),
}
