"""Labels for variants, seats and house rules on lobby pages."""

from typing import Final

from app.i18n.languages import lazy_gettext

VARIANT_DESCRIPTIONS: Final = {
    "classic": lazy_gettext("Two teams race to find their agents behind 25 words. Four players or more."),
    "pictures": lazy_gettext("Two teams race to find their agents behind 20 pictures. Four players or more."),
    "duet": lazy_gettext("Two sides find 15 agents together, each with a key of its own. Two players or more."),
    "duet-pictures": lazy_gettext("Two sides find 15 agents together, behind pictures. Two players or more."),
}
ROLE_HEADINGS: Final = {
    "spymaster": lazy_gettext("Spymaster"),
    "operative": lazy_gettext("Operatives"),
    "a": lazy_gettext("Players"),
    "b": lazy_gettext("Players"),
}
MISSING_SEATS: Final = {
    "red-spymaster": lazy_gettext("Red needs a spymaster."),
    "red-operative": lazy_gettext("Red needs an operative."),
    "blue-spymaster": lazy_gettext("Blue needs a spymaster."),
    "blue-operative": lazy_gettext("Blue needs an operative."),
    "a": lazy_gettext("Side A needs a player."),
    "b": lazy_gettext("Side B needs a player."),
}
HOUSE_RULES: Final = {
    "zero": lazy_gettext("A clue may have the number 0."),
    "unlimited": lazy_gettext("A clue may be unlimited: guess as often as you like."),
    "several-words": lazy_gettext("Names, titles and compounds may be clues: New York, mother-in-law."),
    "initials": lazy_gettext("Initials may be clues: CIA, NASA."),
    "soundalikes": lazy_gettext("A clue may sound like a word on the table."),
    "several-clues": lazy_gettext("A side may give two clues in a row."),
    "loose": lazy_gettext("Names, titles, compounds, initials and soundalikes may be clues."),
}
