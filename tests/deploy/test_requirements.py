"""The requirements files: they pin what pyproject.toml asks for, with hashes, and agree with each other."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.processes import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
WANTED = {
    "requirements.txt": PROJECT["dependencies"],
    "requirements-local.txt": PROJECT["dependencies"] + EXTRAS["local"],
    "requirements-tracing.txt": PROJECT["dependencies"] + EXTRAS["tracing"],
    "requirements-dev.txt": PROJECT["dependencies"] + EXTRAS["local"] + EXTRAS["tracing"] + EXTRAS["dev"],
}
PIN = re.compile(r"^([\w.-]+)==(\S+)")


def pins(name: str) -> dict[str, str]:
    """The versions in a file, by package."""
    found = (PIN.match(line) for line in (ROOT / name).read_text().splitlines())
    return {pin[1]: pin[2] for pin in found if pin}


@pytest.mark.parametrize("name", WANTED)
def test_every_dependency_is_pinned_as_asked(name: str) -> None:
    found = pins(name)
    for asked in map(Requirement, WANTED[name]):
        assert asked.specifier.contains(found[canonicalize_name(asked.name)]), f"{asked}: run `make lock`"


def test_the_files_agree() -> None:
    assert pins("requirements.txt").items() < pins("requirements-local.txt").items()
    assert pins("requirements.txt").items() < pins("requirements-tracing.txt").items()
    assert pins("requirements-local.txt").items() < pins("requirements-dev.txt").items()
    assert pins("requirements-tracing.txt").items() < pins("requirements-dev.txt").items()


@pytest.mark.parametrize("name", WANTED)
def test_every_pin_has_its_hashes_and_nothing_says_where_from(name: str) -> None:
    lines = [line for line in (ROOT / name).read_text().splitlines() if not line.startswith("#")]
    assert "://" not in "\n".join(lines)
    for place, line in enumerate(lines):
        if line.startswith("    "):
            assert re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line)
        else:
            assert PIN.match(line)
            assert lines[place + 1].startswith("    --hash=")
