""".env.example is complete and true: it names every setting that is read, and uncommented it changes nothing."""

import re
import shlex
from pathlib import Path

from app.config import Settings

EXAMPLE = Path(__file__).resolve().parent.parent / ".env.example"
ASSIGNMENT = re.compile(r"^#([A-Z_]+)=(.*)$", re.M)


class Environment(dict[str, str]):
    """Environment variables that note which of them are read."""

    def __init__(self, values: dict[str, str]) -> None:
        super().__init__(values)
        self.read: set[str] = set()

    def get(self, name: str, default: str = "") -> str:  # type: ignore[override]
        """Return a variable, and note its name."""
        self.read.add(name)
        return super().get(name, default)


def documented() -> dict[str, str]:
    """The values in the file by name, unquoted as a shell does."""
    return {name: " ".join(shlex.split(value)) for name, value in ASSIGNMENT.findall(EXAMPLE.read_text())}


def test_it_names_every_setting_and_no_other(tmp_path: Path) -> None:
    env = Environment({"VAR_DIR": str(tmp_path)})
    Settings.from_env(env)
    assert set(documented()) == env.read


def test_its_values_are_the_defaults(tmp_path: Path) -> None:
    home = {"VAR_DIR": str(tmp_path)}
    assert Settings.from_env(documented() | home) == Settings.from_env(home)
    assert documented()["VAR_DIR"] == "var"


def test_all_of_it_is_commented_out() -> None:
    assert all(line.startswith("#") for line in EXAMPLE.read_text().splitlines() if line)
