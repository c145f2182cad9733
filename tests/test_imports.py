"""Imports point down only, and siblings never import each other: the folders are the architecture."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

APP = Path(__file__).resolve().parent.parent / "app"
LAYERS = [
    {"api"},
    {"campaigns", "friends", "moderation"},
    {"learning", "lobbies", "profiles", "rules_pages", "tutorial", "credits", "offline", "well_known"},
    {"puzzles"},
    {"games"},
    {"notifications"},
    {"computer", "teams", "custom_decks"},
    {"accounts", "decks"},
    {"delivery"},
    {"backup", "config", "db", "http", "i18n", "live", "local_postgres", "observability", "refusals"},
    {"rules"},
]
STARTUP = {"__init__", "__main__", "bootstrap", "cli", "long_poll", "server", "worker"}  # may import everything
MOST = 15  # files in a folder, beside its __init__
PURE = {"rules"}


def part_of(path: Path) -> str:
    """The part of the site that a file belongs to."""
    return path.relative_to(APP).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """The full names of what a file imports."""
    return names_in(ast.walk(ast.parse(path.read_text())))


def names_in(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The full names of what these statements import."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


FILES = [path for path in sorted(APP.rglob("*.py")) if part_of(path) not in STARTUP]
DEPTH = {part: depth for depth, layer in enumerate(LAYERS) for part in layer}


def test_imports_point_down():
    assert [
        f"{path} imports {name}" for path in FILES for name in imports(path) if points_up(part_of(path), name)
    ] == []


def points_up(own: str, name: str) -> bool:
    """Whether a part of the site may not import this."""
    if not name.startswith("app.") or (other := name.split(".")[1]) == own:
        return False
    beside = DEPTH[own] == DEPTH["db"]  # the platform's packages may use each other
    return DEPTH[other] < DEPTH[own] + (not beside)


@pytest.mark.parametrize("path", [path for path in FILES if part_of(path) in PURE], ids=lambda path: path.name)
def test_the_rules_are_pure(path):
    """No clock, no dice of its own, no language, no database: only what is named here of the standard library."""
    allowed = {"abc", "collections", "dataclasses", "itertools", "operator", "random", "re", "types", "typing"}
    allowed |= {"unicodedata", "functools", "app", "tomllib", "pathlib"}  # the last two for the mission map
    assert {name.split(".")[0] for name in imports(path)} <= allowed


@pytest.mark.parametrize("path", [path for path in FILES if part_of(path) == "computer"], ids=lambda path: path.name)
def test_the_computer_sees_no_rows(path):
    """It can only know what its seat's view tells: of the site it imports the rules and the decks."""
    own = {".".join(name.split(".")[:2]) for name in imports(path) if name.startswith("app.")}
    assert own <= {"app.computer", "app.decks", "app.rules"}


def modules(package: Path) -> dict[str, set[str]]:
    """What each module of a package imports when it is loaded, of the same package, by full names."""
    names = {".".join(path.relative_to(APP.parent).with_suffix("").parts): path for path in package.rglob("*.py")}
    return {
        name: {
            other for found in imports_at_load(path) for other in (found, found.rpartition(".")[0]) if other in names
        }
        for name, path in names.items()
    }


def imports_at_load(path: Path) -> Iterator[str]:
    """The full names of what a file imports at its top level."""
    return names_in(ast.parse(path.read_text()).body)


@pytest.mark.parametrize("package", sorted({path.relative_to(APP).parts[0] for path in APP.glob("*/*.py")}))
def test_there_is_no_circle(package):
    graph = modules(APP / package)
    while free := {name for name, needs in graph.items() if not needs & graph.keys() - {name}}:
        graph = {name: needs for name, needs in graph.items() if name not in free}
    assert graph == {}


def test_no_folder_is_crowded():
    folders = {path.parent for path in APP.rglob("*.py")}
    crowded = {str(folder): count for folder in folders if (count := len([*folder.glob("*.py")]) - 1) > MOST}
    assert crowded == {}
