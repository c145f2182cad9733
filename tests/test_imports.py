"""Imports point down only, and siblings never import each other: the folders are the architecture."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

APP = Path(__file__).resolve().parent.parent / "app"
LAYERS = [
    {"campaigns", "friends", "moderation"},
    {"lobbies", "profiles", "handbook", "learn", "credits", "offline", "wellknown"},
    {"games"},
    {"notifications"},
    {"teams", "library"},
    {"accounts", "decks"},
    {"post"},
    {
        "backup",
        "pulse",
        "tags",
        "clients",
        "form_limits",
        "recall",
        "packing",
        "parts",
        "web",
        "hosts",
        "keys",
        "origins",
        "logs",
        "metrics",
        "tracing",
        "cookies",
        "guards",
        "countdown",
        "db",
        "schema",
        "config",
        "embedded",
        "languages",
        "locks",
        "refusals",
    },
    {"rules"},
]
WIRING = {
    "__init__",
    "__main__",
    "asgi",
    "connections",
    "turns",
    "held",
    "serve",
    "work",
    "environment",
}  # whoever starts the site may know all of it
PURE = {"rules"}


def part_of(path: Path) -> str:
    """The part of the site that a file belongs to."""
    return path.relative_to(APP).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """The full names of what a file imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


FILES = [path for path in sorted(APP.rglob("*.py")) if part_of(path) not in WIRING]
DEPTH = {part: depth for depth, layer in enumerate(LAYERS) for part in layer}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(APP)))
def test_imports_point_down(path):
    own = part_of(path)
    for name in imports(path):
        if name.startswith("app.") and (other := name.split(".")[1]) != own:
            beside = DEPTH[own] == DEPTH["pulse"]  # the ground floor's rooms are open to each other
            assert DEPTH[other] > DEPTH[own] or (beside and DEPTH[other] == DEPTH[own]), f"{own} imports {name}"


@pytest.mark.parametrize("path", [path for path in FILES if part_of(path) in PURE], ids=lambda path: path.name)
def test_the_rules_are_pure(path):
    """No clock, no dice of its own, no language, no database: only what is named here of the standard library."""
    allowed = {"abc", "collections", "dataclasses", "itertools", "operator", "random", "re", "types", "typing"}
    allowed |= {"unicodedata", "functools", "app", "tomllib", "pathlib"}  # the last two for the mission map
    assert {name.split(".")[0] for name in imports(path)} <= allowed
