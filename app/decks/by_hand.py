"""Hand-written notes about words, where a language's tables are silent or wrong."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_SIGNS: Final = {"+": "forms", "~": "relatives", "=": "parts", "-": "strangers"}


@dataclass(frozen=True, slots=True)
class Note:
    """Notes on one word: certain forms, relatives (doubtful only), parts or compounds, and strangers (unrelated)."""

    forms: frozenset[str] = frozenset()
    relatives: frozenset[str] = frozenset()
    parts: frozenset[str] = frozenset()
    strangers: frozenset[str] = frozenset()


def read_notes(path: Path) -> Mapping[str, Note]:
    """Return the notes of a file by word, from lines such as `leaf: +leaves ~foliage -leave`; `#` starts a comment.

    Raises KeyError for another sign than `+`, `~`, `=` or `-`.
    """
    lines = [line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return {word: _note(text.split()) for word, _, text in (line.partition(": ") for line in lines)}


def _note(items: list[str]) -> Note:
    kinds: dict[str, set[str]] = {}
    for item in items:
        kinds.setdefault(_SIGNS[item[0]], set()).add(item[1:])
    return Note(**{kind: frozenset(words) for kind, words in kinds.items()})
