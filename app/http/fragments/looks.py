"""What pages show: the looks of the fragments sent last, by which parts that a page has are not sent again."""

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Final

from flask import Flask

from app.http.fragments.parts import DIGEST_BYTES, Fragment, Known
from app.live import lru

LOOK_HEADER: Final = "HX-Look"
LOOKS_KEPT: Final = 10_000  # of some 500 bytes each


class Looks:
    """The looks of the fragments sent last, each with the digests of its parts. Thread-safe."""

    def __init__(self, maxsize: int = LOOKS_KEPT) -> None:
        self._maxsize = maxsize
        self._digests: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = Lock()

    def add(self, place: Hashable, fragment: Fragment) -> None:
        """Remember a fragment; nobody can name it who is elsewhere than at this `place`, such as another seat."""
        key = place, fragment.look
        with self._lock:
            if key not in self._digests:
                self._digests[key] = fragment.digests()
            lru.mark_used(self._digests, key, self._maxsize)

    def has(self, place: Hashable, look: str) -> bool:
        """Whether a look is known."""
        return (place, look) in self._digests

    def find(self, place: Hashable, look: str) -> Known:
        """Return the digests of the parts of a look, none if it is not known."""
        found = self._digests.get((place, look), b"")
        return {found[first : first + DIGEST_BYTES] for first in range(0, len(found), DIGEST_BYTES)}


def init_app(app: Flask) -> None:
    """Give this process its store of looks."""
    app.extensions["looks"] = Looks()


def find_looks(app: Flask) -> Looks:
    """Return the looks of this process."""
    looks: Looks = app.extensions["looks"]
    return looks
