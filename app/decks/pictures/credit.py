"""The authors of the icons in the pictures, and the notice published with them."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.decks.pictures.listing import HERE, lines


@dataclass(frozen=True, slots=True)
class Credit:
    """An author, the licence of their icons, a link (or ""), and the icons, sorted."""

    author: str
    licence: str
    link: str
    icons: tuple[str, ...]

    def __str__(self) -> str:
        where = f", {self.link}" if self.link else ""
        return f"Icons made by {self.author} ({self.licence}{where}): {', '.join(self.icons)}"


def credits_of(icons: Iterable[str]) -> Iterator[Credit]:
    """Yield a credit for each author of icons such as `lorc/moon`, most icons first. Raises KeyError for a new one."""
    known = {author: rest for author, *rest in (re.split(r" *\| *", line) for line in lines("authors.txt"))}
    made: dict[str, list[str]] = {}
    for icon in sorted(set(icons)):
        made.setdefault(icon.partition("/")[0], []).append(icon.partition("/")[2])
    for author in sorted(made, key=lambda author: (-len(made[author]), author)):
        name, licence, link = [*known[author], ""][:3]
        yield Credit(name, licence, link, tuple(made[author]))


def notice(credited: Iterable[Credit]) -> str:
    """Return the text of the notice that the icons' licences require, with these credits."""
    return "\n".join([(HERE / "notice.txt").read_text("utf-8"), *(f"{credit}\n" for credit in credited)])
