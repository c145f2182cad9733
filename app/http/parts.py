"""Parts of a fragment: elements that are not sent again to a page which shows them already.

Templates mark them by `{% filter part %}…{% endfilter %}`; each begins with the start tag of an element that has an
id, and may have parts of its own. A page names what it shows by its `look`, a digest. Instead of a part that it shows,
it is sent an empty element with that id and `data-same`, which a swap leaves as it is (static/site/same-parts.js).
"""

import re
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from threading import Lock
from typing import Final

from flask import Flask, current_app
from markupsafe import Markup, escape

from app.http import fragment_cache
from app.live import lru

LOOK_HEADER: Final = "HX-Look"
DIGEST_BYTES: Final = 9
LOOKS_KEPT: Final = 10_000  # of some 500 bytes each
BEGIN, END = fragment_cache.placeholder("part"), fragment_cache.placeholder("end")
START_TAG: Final = re.compile(r'\s*<([a-z]+)\b[^>]*?\sid="([a-z0-9-]+)"')

Known = Set[bytes]  # digests of parts


@dataclass(slots=True)
class Part:
    """A part: what replaces it where it is known, its digest, and which texts of the fragment it is."""

    same: str
    first: int
    end: int = 0
    digest: bytes = b""


class Fragment:
    """A rendered fragment, in parts, with the contents of some placeholders; a part is the same at each `version`."""

    def __init__(self, text: str, **contents: object) -> None:
        filled = {name: escape(content) for name, content in contents.items()}
        stripped = fragment_cache.INDENTATION.sub("\n", text)
        self._texts, self._parts, root = _parse(stripped, filled, _key(str(current_app.secret_key)))
        self._root = root
        self.look = urlsafe_b64encode(root).decode()

    def without(self, known: Known) -> Markup:
        """Return the text without the parts that are known: the whole text without any."""
        return Markup("".join(self._write(known)))  # noqa: S704 - of a rendered text

    def _write(self, known: Known) -> Iterator[str]:
        written = 0
        for part in self._parts if known else ():
            if part.digest in known and part.first >= written:  # else it is within one that is known
                yield from self._texts[written : part.first]
                yield part.same
                written = part.end
        yield from self._texts[written:]

    def digests(self) -> bytes:
        """Return the digests of all parts, one after the other."""
        return self._root + b"".join(part.digest for part in self._parts)


class Looks:
    """The looks of the fragments sent last, each with the digests of its parts. Thread-safe."""

    def __init__(self, room: int = LOOKS_KEPT) -> None:
        self._room = room
        self._digests: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()

    def add(self, place: Hashable, fragment: Fragment) -> None:
        """Remember a fragment; nobody can name it who is elsewhere than at this `place`, such as another seat."""
        key = place, fragment.look
        with self._lock:
            if key not in self._digests:
                self._digests[key] = fragment.digests()
            lru.mark_used(self._digests, key, self._room)

    def find(self, place: Hashable, look: str) -> Known:
        """Return the digests of the parts of a look, none if it is not known."""
        found = self._digests.get((place, look), b"")
        return {found[first : first + DIGEST_BYTES] for first in range(0, len(found), DIGEST_BYTES)}


def part(text: str) -> Markup:
    """Return a part, marked; nothing of what is blank. The filter of templates."""
    stripped = text.strip()
    return Markup(f"{BEGIN}{stripped}{END}") if stripped else Markup("")  # noqa: S704 - the text of a block


def init_app(app: Flask) -> None:
    """Add the filter `part`, and the store of looks."""
    app.jinja_env.filters["part"] = part
    app.extensions["looks"] = Looks()


def find_looks(app: Flask) -> Looks:
    """Return the looks of this process."""
    looks: Looks = app.extensions["looks"]
    return looks


def _parse(text: str, contents: Mapping[str, str], key: bytes) -> tuple[list[str], list[Part], bytes]:
    """Return the texts of a fragment, its parts as they begin, and its digest: of what it shows but for the version."""
    pieces = fragment_cache.PLACEHOLDER.split(text)
    texts, parts, opened = [pieces[0]], list[Part](), list[Part]()
    shown = [[pieces[0]]]  # of the whole, and of each part that is open
    for mark, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        if mark == "part":
            opened.append(Part(_same(piece), len(texts)))
            parts.append(opened[-1])
            shown.append([])
        elif mark == "end":
            part = opened.pop()
            part.end, part.digest = len(texts), _digest(shown.pop(), key)
            shown[-1].append(part.digest.hex())
        else:
            filled = contents.get(mark)
            texts.append(fragment_cache.placeholder(mark) if filled is None else filled)
            shown[-1].append(mark if filled is None or mark == "version" else filled)
        texts.append(piece)
        shown[-1].append(piece)
    return texts, parts, _digest(shown[0], key)


def _digest(shown: Sequence[str], key: bytes) -> bytes:
    return blake2b("\0".join(shown).encode(), key=key, digest_size=DIGEST_BYTES).digest()


def _same(text: str) -> str:
    """Return the empty element that stands for a part which begins with this text."""
    found = START_TAG.match(text)
    if found is None:
        raise ValueError(f"a part without an id: {text[:80]}")
    tag, name = found.groups()
    return f'<{tag} id="{name}" data-same></{tag}>'


@lru_cache(4)
def _key(secret: str) -> bytes:
    """Return the key of digests: nobody can find out by them whether a page that they make up is shown somewhere."""
    return blake2b(secret.encode(), person=b"parts", digest_size=32).digest()
