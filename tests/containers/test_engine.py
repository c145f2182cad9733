"""Where there is no engine, that is said, and counts as not run."""

import sys

import pytest

from tests.containers import __main__ as command
from tests.containers import engine


def test_without_an_engine_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(engine, "NAMES", ("no-such-engine",))
    monkeypatch.setattr(engine, "install", lambda names: None)  # as on a machine where nothing can be installed
    monkeypatch.setattr(sys, "argv", ["containers"])
    command.main()
    assert capsys.readouterr().out == "not run: no container engine\n"


def test_limits_are_no_higher_than_our_own() -> None:
    told = engine.Engine("/usr/bin/podman").limits
    assert told[::2] == ["--ulimit", "--ulimit"]
    for limit, (which, most) in zip(told[1::2], engine.LIMITS.values(), strict=True):
        highest = engine.resource.getrlimit(which)[1]
        assert 0 < int(limit.rpartition(":")[2]) <= (most if highest < 0 else min(most, highest))
    assert engine.Engine("/usr/bin/docker").limits == []
