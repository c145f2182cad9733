"""Avatars: a small drawing for each name, made by the site itself. The same name always has the same one."""

from hashlib import blake2b
from typing import Final, NamedTuple

EMBLEMS: Final = 16  # in static/images/icons.svg, from e0 on
FRAMES: Final = ("round", "square", "leaf")
GROUNDS: Final = ("outlined", "filled")
COLOURS: Final = ("ink", "yellow", "purple", "orange", "teal")


class Avatar(NamedTuple):
    """An emblem, its frame and ground, and their colour; all but the last can be told apart without seeing colours."""

    emblem: int
    frame: str
    ground: str
    colour: str


def avatar_of(name: str) -> Avatar:
    """Return the avatar of a name as it is shown."""
    number = int.from_bytes(blake2b(name.encode(), digest_size=8).digest())
    number, emblem = divmod(number, EMBLEMS)
    number, frame = divmod(number, len(FRAMES))
    number, ground = divmod(number, len(GROUNDS))
    return Avatar(emblem, FRAMES[frame], GROUNDS[ground], COLOURS[number % len(COLOURS)])
