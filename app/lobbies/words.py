"""Labels for variants, seats and house rules on lobby pages."""

from typing import Final

from app.languages import later

ABOUT: Final = {
    "classic": later("Two teams race to find their agents behind 25 words. Four players or more."),
    "pictures": later("Two teams race to find their agents behind 20 pictures. Four players or more."),
    "duet": later("Two sides find 15 agents together, each with a key of its own. Two players or more."),
    "duet-pictures": later("Two sides find 15 agents together, behind pictures. Two players or more."),
}
ROLES: Final = {
    "spymaster": later("Spymaster"),
    "operative": later("Operatives"),
    "a": later("Players"),
    "b": later("Players"),
}
WANTED: Final = {
    "red-spymaster": later("Red needs a spymaster."),
    "red-operative": later("Red needs an operative."),
    "blue-spymaster": later("Blue needs a spymaster."),
    "blue-operative": later("Blue needs an operative."),
    "a": later("Side A needs a player."),
    "b": later("Side B needs a player."),
}
EXPLAINED: Final = {
    "zero": later("A clue may have the number 0."),
    "unlimited": later("A clue may be unlimited: guess as often as you like."),
    "several-words": later("Names, titles and compounds may be clues: New York, mother-in-law."),
    "initials": later("Initials may be clues: CIA, NASA."),
    "soundalikes": later("A clue may sound like a word on the table."),
    "several-clues": later("A side may give two clues in a row."),
    "loose": later("Names, titles, compounds, initials and soundalikes may be clues."),
}
