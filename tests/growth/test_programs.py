"""What installs the programs around the site asks for their packages."""

import os
import shutil

import pytest

from tests.growth import programs


def test_a_package_is_called_as_its_program_unless_it_is_known_by_another_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda name: name if name == "apk" else None)
    monkeypatch.setattr(programs, "_done", lambda *command: ran.append(command))
    programs.install(["etcd", "debootstrap"])
    assert ran == [("apk", "add", "-q", "etcd-server"), ("apk", "add", "-q", "debootstrap")]
