"""What the lobby's pages say of games and house rules, beside the games' own names of things."""

from typing import Final

from app.games.sentences import VARIANTS
from app.rules.missions import MAP

ABOUT: Final = {
    "classic": "Two teams race to find their agents behind 25 words. Four players or more.",
    "pictures": "Two teams race to find their agents behind 20 pictures. Four players or more.",
    "duet": "Two sides find 15 agents together, each with a key of its own. Two players or more.",
    "duet-pictures": "Two sides find 15 agents together, behind pictures. Two players or more.",
}
ROLES: Final = {"spymaster": "Spymaster", "operative": "Operatives", "a": "Players", "b": "Players"}
WANTED: Final = {
    "red-spymaster": "Red needs a spymaster.",
    "red-operative": "Red needs an operative.",
    "blue-spymaster": "Blue needs a spymaster.",
    "blue-operative": "Blue needs an operative.",
    "a": "Side A needs a player.",
    "b": "Side B needs a player.",
}
EXPLAINED: Final = {
    "zero": "A clue may have the number 0.",
    "unlimited": "A clue may be unlimited: guess as often as you like.",
    "several-words": "Names, titles and compounds may be clues: New York, mother-in-law.",
    "initials": "Initials may be clues: CIA, NASA.",
    "soundalikes": "A clue may sound like a word on the table.",
    "several-clues": "A side may give two clues in a row.",
    "loose": "Names, titles, compounds, initials and soundalikes may be clues.",
}


def titled(variant: str, city: str | None) -> str:
    """Return what is to be played: the game, and for an attempt its city."""
    return f"{VARIANTS[variant]}: {MAP[city].title}" if city else VARIANTS[variant]
