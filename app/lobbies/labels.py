"""Labels for variants, seats, house rules and changes on lobby pages."""

from typing import Final

from app.i18n.languages import lazy_gettext

VARIANT_DESCRIPTIONS: Final = {
    "classic": lazy_gettext("Two teams race to find their agents behind 25 words. Four players or more."),
    "pictures": lazy_gettext("Two teams race to find their agents behind 20 pictures. Four players or more."),
    "duet": lazy_gettext("Two sides, each with its own key, work together to find 15 agents. Two players or more."),
    "duet-pictures": lazy_gettext("Two sides work together to find 15 agents behind pictures. Two players or more."),
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
    "zero": lazy_gettext("A clue’s number may be 0."),
    "unlimited": lazy_gettext("A clue may be unlimited (∞): guess as long as you are right."),
    "several-words": lazy_gettext("A clue may be a name, a title or a compound word: New York, mother-in-law."),
    "initials": lazy_gettext("A clue may be a set of initials: CIA, NASA."),
    "soundalikes": lazy_gettext("A clue may sound like a word on the table."),
    "free-talk": lazy_gettext("A spymaster may write to their team while the other team has the turn."),
    "several-clues": lazy_gettext("A side may give two clues in a row."),
    "loose": lazy_gettext("A clue may be a name, a title, a compound word, initials or a soundalike."),
}
CHANGED_PARTS: Final = {  # of a lobby, after "has changed"
    "game": lazy_gettext("the game"),
    "city": lazy_gettext("the city"),
    "deck": lazy_gettext("the deck"),
    "mission": lazy_gettext("the mission"),
    "house": lazy_gettext("the house rules"),
    "clock": lazy_gettext("the clock"),
    "touching": lazy_gettext("who may touch cards"),
    "access": lazy_gettext("who can join"),
}
