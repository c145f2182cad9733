"""Tags: for whom a fragment was rendered and which version of each topic it shows, such as `7 game:k3x9:17 qhX…`.

They are signed, so that a client can wait only for topics that a page of the site has shown it.
"""

import re
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b
from hmac import compare_digest
from typing import Final, NamedTuple

MAX_TAG_BYTES: Final = 4096  # bytes
ANONYMOUS: Final = "-"  # the viewer of pages for users who are not signed in
VERSION_PATTERN: Final = re.compile("([!-~]{1,64}):([0-9]{1,18})")

SeenVersions = Mapping[str, int]  # topic -> version


class Tag(NamedTuple):
    """A parsed tag: `viewer` is a user's id or ANONYMOUS, optionally followed by a dot and a seat."""

    viewer: str
    seen: SeenVersions

    @property
    def user(self) -> str:
        """The viewer without the seat."""
        return self.viewer.partition(".")[0]


@lru_cache(4)
def derive_key(secret: str) -> bytes:
    """Return the key that signs tags, derived from the site's secret."""
    return blake2b(secret.encode(), person=b"tags", digest_size=32).digest()


def write(key: bytes, viewer: str, seen: SeenVersions) -> str:
    """Return the signed tag of a fragment."""
    return sign(key, " ".join([viewer, *(f"{topic}:{version}" for topic, version in seen.items())]))


def sign(key: bytes, text: str) -> str:
    """Return a text with its signature."""
    return f"{text} {_signature(key, text.encode())}"


def read(key: bytes, tag: bytes) -> Tag | None:
    """Return the parsed tag, or None if this site has not signed it or it names no topic."""
    text, _, signature = tag.rpartition(b" ")
    if len(tag) > MAX_TAG_BYTES or not compare_digest(signature, _signature(key, text).encode()):
        return None
    viewer, *parts = text.decode("latin-1").split(" ")
    found = [VERSION_PATTERN.fullmatch(part) for part in parts]
    seen = {match[1]: int(match[2]) for match in found if match}
    return Tag(viewer, seen) if seen and len(seen) == len(parts) else None


def _signature(key: bytes, text: bytes) -> str:
    return urlsafe_b64encode(blake2b(text, key=key, digest_size=12).digest()).decode()
