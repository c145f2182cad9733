"""Pictures of an ended game for sharing, with or without the result; they contain no player names."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from app.games.postgame.replay import Replay
from app.rules import VARIANTS

# Each identity has two tones for its pattern. Light theme only: a picture cannot adapt.
COLOURS: Final[Mapping[str, str]] = {
    "paper": "#f3eee1",
    "card": "#fffdf7",
    "edge": "#8a8268",
    "ink": "#1d242b",
    "?": "#e9e1cd",
    "?'": "#fffdf7",
    "r": "#b3352b",
    "r'": "#982a21",
    "b": "#235c94",
    "b'": "#1b4a79",
    "g": "#2c7a4b",
    "g'": "#1d5935",
    ".": "#d9c79b",
    ".'": "#d9c79b",
    "x": "#17191c",
    "x'": "#33373d",
}


HIDDEN_IDENTITY: Final = "?"  # instead of an identity


@dataclass(frozen=True)
class Cell:
    """A card in a picture: its top left corner in pixels, and its identity as key letters, or HIDDEN."""

    x: int
    y: int
    word: str
    letters: str
    touched: bool


@dataclass(frozen=True)
class Grid:
    """The cards of a game in the picture size that other sites expect for link previews, in pixels."""

    WIDTH: ClassVar = 1200
    HEIGHT: ClassVar = 630
    ACROSS: ClassVar = 5
    GAP: ClassVar = 12
    EDGE: ClassVar = 3

    cells: tuple[Cell, ...]
    width: int
    height: int
    inset: int


def build_grid(replay: Replay, spoilers: bool, top: int = 0) -> Grid:
    """Return the cards laid out below `top` pixels; `spoilers` includes their identities and which were touched."""
    size = VARIANTS[replay.game.variant].size
    down = size // Grid.ACROSS
    width = (Grid.WIDTH - 2 * Grid.GAP - (Grid.ACROSS - 1) * Grid.GAP) // Grid.ACROSS
    height = (Grid.HEIGHT - top - 2 * Grid.GAP - (down - 1) * Grid.GAP) // down
    words = [""] * size if replay.pictures else replay.game.words
    cells = []
    for card in replay.tables[-1].hindsight().cards:
        y, x = divmod(card.index, Grid.ACROSS)
        cells.append(
            Cell(
                x=Grid.GAP + x * (width + Grid.GAP),
                y=top + Grid.GAP + y * (height + Grid.GAP),
                word=words[card.index],
                letters=(card.key if spoilers else None) or HIDDEN_IDENTITY,
                touched=spoilers and card.face != "hidden",
            )
        )
    return Grid(tuple(cells), width, height, inset=height // 4)
