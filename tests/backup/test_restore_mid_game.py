"""A site that is saved in the middle of games, and restored on an empty machine: people play on as if nothing was."""

import re
import shutil
from pathlib import Path
from urllib.request import Request

import pytest

from tests.backup.commands import must
from tests.processes import end_database, serve, until
from tests.wire import Browser

CLUE = "zyzzyva"


@pytest.fixture
def machines(tmp_path: Path) -> tuple[Path, Path]:
    """The folders of two machines; the second has nothing but the first one's secret."""
    old, new = tmp_path / "old", tmp_path / "new"
    new.mkdir()
    yield old, new
    for folder in (old, new):
        if (folder / "postgres").exists():
            until(lambda folder=folder: end_database(folder))


def open_table(ann: Browser, bob: Browser) -> str:
    """Let two people gather for a Duet; return the address of their table."""
    _, address, _ = ann.post("/lobbies", page="/lobbies/new", variant="duet")
    lobby = re.search(r"/lobbies/\w+", address)[0]
    ann.post(f"{lobby}/seats", page=lobby, seat="a")
    bob.post(f"{lobby}/seats", page=lobby, seat="b")
    _, address, _ = ann.post(f"{lobby}/start", page=lobby)
    return re.search(r"/games/\w+", address)[0]


def agent(giver: Browser, table: str) -> str:
    """Return a card that the giver's side of the key calls an agent."""
    return re.search(r'data-card="(\d+)"[^>]*data-face="hidden"[^>]*data-key="g"', giver.get(table)[2])[1]


def version(text: str) -> int:
    return int(re.search(r'data-version="(\d+)"', text)[1])


def poll(browser: Browser, table: str, tag: str) -> tuple[int, str]:
    """Ask as htmx does."""
    request = Request(browser.url + table, headers={"HX-Request": "true", "HX-PTag": tag})
    status, _, text = browser._open(request)
    return status, text


def test_people_play_on_where_they_were(machines: tuple[Path, Path], tmp_path: Path) -> None:
    old, new = machines
    file = tmp_path / "dead-drop.backup"
    with serve(old) as site:
        ann, bob = Browser(site.url, "Ann"), Browser(site.url, "Bob")
        table = open_table(ann, bob)
        ann.post(f"{table}/moves", page=table, move=f"clue {CLUE} 1", seen="0")
        bob.post(f"{table}/moves", page=table, move=f"guess {agent(ann, table)}", seen="1")
        assert version(ann.get(table)[2]) == 2
        must("backup", str(file), VAR_DIR=str(old))
        bob.post(f"{table}/moves", page=table, move="stop", seen="2")
        assert version(ann.get(table)[2]) == 3
    shutil.copy(old / "secret_key", new)
    must("restore", str(file), VAR_DIR=str(new))
    with serve(new, HOLD_SECONDS="2") as site:
        ann.url = bob.url = site.url
        page = bob.get(table)[2]
        assert version(page) == 2
        tag = re.search(r'hx-ptag="([^"]+)"', page)[1]
        assert poll(bob, table, tag)[0] == 204
        bob.post(f"{table}/moves", page=table, move="stop", seen="2")
        status, text = poll(bob, table, tag)
        assert (status, version(text)) == (200, 3)
        assert "Ann" in ann.get("/account")[2]
