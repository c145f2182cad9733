"""What `make screenshots` looks at is there."""

import re
from pathlib import Path

import pytest
from flask import Flask

from app.accounts.models import User
from app.config import ROOT
from app.db import db
from tests.screenshots.__main__ import LOOKS, MAIL, SHOTS, path_of
from tests.screenshots.stage import play_out
from tests.visitor import Visitor


def test_each_picture_has_something_to_show(app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.config, "MAIL_DIR", tmp_path)
    stage = play_out(app)
    for name, who, where in SHOTS:
        if where == MAIL:
            continue
        with app.app_context():
            user = db.session.get_one(User, stage.cast[who].id) if who else None
        answer = Visitor(app, who or "nobody", user).get(path_of(stage, where))
        assert answer.status_code == 200, name
    phases = {name: phase(Visitor(app, "nobody"), path) for name, path in stage.paths.items() if "/games/" in path}
    assert phases["sudden-death"] == "sudden-death"
    assert phases["over"] == "over"
    assert "It is your turn" in stage.mail
    assert {phases[name] for name in ("classic", "pictures", "duet", "duet-pictures")} == {"guess"}


def test_the_folder_holds_what_is_taken_and_nothing_else() -> None:
    docs = ROOT / "docs"
    taken = {f"{name}{suffix}.jpg" for suffix in LOOKS for name, _who, _where in SHOTS}
    assert {path.name for path in docs.rglob("*.jpg")} == taken
    assert set(re.findall(r"\]\(([^)]+\.jpg)\)", (docs / "README.md").read_text())) == taken


def phase(visitor: Visitor, path: str) -> str:
    """The phase that a table is in."""
    found = re.search(r'data-phase="([^"]+)"', visitor.get(path).text)
    return found[1] if found else ""
