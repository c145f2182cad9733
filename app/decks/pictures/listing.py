"""The list of pictures: the things and their names, and the two things in each picture with their layout."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
LANGUAGES: Final = ("en", "fr", "it")
_AND: Final = {"en": "and", "fr": "et", "it": "e"}
_PICTURE: Final = re.compile(r"(?P<number>\d+) (?P<large>[^+|]+?) \+ (?P<small>[^+|]+?)(?: \| (?P<layout>.+))?")
SIDES: Final = frozenset({"n", "ne", "e", "se", "s", "sw", "w", "nw", "c"})


@dataclass(frozen=True, slots=True)
class Thing:
    """An icon, as `author/icon`, and its noun in each language."""

    icon: str
    nouns: Mapping[str, str]

    @property
    def author(self) -> str:
        """The author's short name, as in authors.txt."""
        return self.icon.partition("/")[0]

    @property
    def title(self) -> str:
        """The icon's name in its set."""
        return self.icon.partition("/")[2]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the small thing lies on the large one, and which of the two are mirrored.

    `small` is the small thing's length in percent of the large one's; `overlap` is how far they overlap along either
    axis, in percent of the shorter.
    """

    side: str
    small: int
    overlap: int
    mirrored: frozenset[str]

    def __str__(self) -> str:
        mirrored = "".join(f", mirror {which}" for which in sorted(self.mirrored))
        return f"{self.side}, small {self.small}, overlap {self.overlap}{mirrored}"


@dataclass(frozen=True, slots=True)
class Picture:
    """One side of a card: a large thing with a small one cut into it."""

    number: int
    large: Thing
    small: Thing
    layout: Layout

    @property
    def file(self) -> str:
        """The name of its file in `static/pictures`, in which the shape has the id `p`."""
        return f"{self.number:03}.svg"

    @property
    def recipe(self) -> str:
        """What the picture is made of. It is written into the file, to detect files older than the list."""
        return f"{self.large.icon} + {self.small.icon} | {self.layout}"

    def name(self, language: str) -> str:
        """Return what the picture shows, such as `moon and snail`. Raises KeyError for a language not in LANGUAGES."""
        large, small = self.large.nouns[language], self.small.nouns[language]
        link = "ed" if language == "it" and small[0].lower() == "e" else _AND[language]
        return f"{large} {link} {small}"


def things() -> Mapping[str, Thing]:
    """Return the things of `things.txt` by English noun. Raises ValueError if a line lacks a noun in a language."""
    rows = (re.split(r" *\| *", line) for line in lines("things.txt"))
    listed = (Thing(icon, dict(zip(LANGUAGES, nouns, strict=True))) for icon, *nouns in rows)
    return {thing.nouns["en"]: thing for thing in listed}


def pictures() -> tuple[Picture, ...]:
    """Return the pictures of `pictures.txt`. Raises KeyError for an unlisted thing, ValueError for an invalid line."""
    known = things()
    return tuple(_picture(line, known) for line in lines("pictures.txt"))


def _picture(line: str, known: Mapping[str, Thing]) -> Picture:
    found = _PICTURE.fullmatch(line)
    if found is None:
        raise ValueError(f"not a picture: {line}")
    layout = read_layout(found["layout"] or "")
    return Picture(int(found["number"]), known[found["large"]], known[found["small"]], layout)


def read_layout(text: str) -> Layout:
    """Return the layout that a text such as `ne, small 67, mirror large` describes, with defaults for the rest.

    Raises ValueError for other words.
    """
    side, lengths, mirrored = "se", {"small": 62, "overlap": 62}, set()
    for part in filter(None, text.split(", ")):
        what, _, value = part.partition(" ")
        if part in SIDES:
            side = part
        elif what in lengths and value.isdecimal():
            lengths[what] = int(value)
        elif what == "mirror" and value in {"large", "small"}:
            mirrored.add(value)
        else:
            raise ValueError(f"not a layout: {part}")
    return Layout(side, lengths["small"], lengths["overlap"], frozenset(mirrored))


def lines(name: str) -> Iterator[str]:
    """Yield the lines of a file in this folder, stripped, without empty ones and comments, which start with `#`."""
    text = (HERE / name).read_text("utf-8")
    return (line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#"))
