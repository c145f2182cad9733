"""Draw the pictures: `python -m app.decks.pictures.make <icons.json of game-icons> <icons.json of fluent>`.

The two files are from the npm packages `@iconify-json/game-icons` and `@iconify-json/fluent-emoji-high-contrast`. Run
this again after each change to the list, with `skia-pathops` and `fonttools` installed; it takes some minutes.
"""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from app.decks.pictures import CREDITS, PICTURES, Picture, Thing
from app.decks.pictures.credit import notice
from app.decks.pictures.drawn import path_data
from app.decks.pictures.outline import SIDE, arrange, cut_out, ink, scaled
from app.decks.pictures.path_simplification import simplify

FOLDER: Final = Path(__file__).parents[3] / "static" / "pictures"


def draw(picture: Picture, large: str, small: str) -> str:
    """Return the SVG of a picture, given the markup of its two icons."""
    layout = picture.layout
    shapes = arrange(
        scaled(ink(large), 100, "large" in layout.mirrored),
        scaled(ink(small), layout.small, "small" in layout.mirrored),
        layout.side,
        layout.overlap / 100,
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" data-of="{picture.recipe}">'
        f'<path id="p" fill="currentColor" d="{path_data(simplify(cut_out(*shapes)))}"/></svg>\n'
    )


def main(game_icons: str, fluent: str) -> None:
    """Write all pictures and the notice into `static/pictures`, replacing what is there.

    Raises KeyError for an icon that its set does not have.
    """
    theirs, microsofts = (json.loads(Path(file).read_text("utf-8"))["icons"] for file in (game_icons, fluent))

    def markup(thing: Thing) -> str:
        icons: Mapping[str, Mapping[str, str]] = microsofts if thing.author == "fluent" else theirs
        return icons[thing.title]["body"]

    texts = {picture.file: draw(picture, markup(picture.large), markup(picture.small)) for picture in PICTURES}
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for name, text in {**texts, "CREDITS.txt": notice(CREDITS)}.items():
        (FOLDER / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
