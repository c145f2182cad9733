"""The bound of a store that drops what has not been used for longest."""

from collections import OrderedDict
from typing import Any, TypeVar

K = TypeVar("K")


def mark_used(entries: OrderedDict[K, Any], key: K, maxsize: int) -> None:
    """Make `key` the entry that was used last; drop the one not used for longest if there are more than `maxsize`."""
    entries.move_to_end(key)
    if len(entries) > maxsize:
        entries.popitem(last=False)
