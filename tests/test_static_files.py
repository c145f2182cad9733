"""Files that never change are packed as tightly as can be, for who takes that."""

from pathlib import Path

import brotli
import pytest

from app.config import ROOT

SHEET = ROOT / "static" / "vendor" / "pico-2.1.1.layer.min.css"


def path_of(file: Path) -> str:
    return f"/{file.relative_to(ROOT)}"


def test_a_style_sheet_is_packed_and_is_what_it_was(nobody):
    answer = nobody.get(path_of(SHEET), accept_encoding="gzip, deflate, br, zstd")
    assert answer.headers["Content-Encoding"] == "br"
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert brotli.decompress(answer.data) == SHEET.read_bytes()
    assert len(answer.data) < SHEET.stat().st_size / 8


@pytest.mark.parametrize("accepted", ["gzip", "identity"])
def test_who_does_not_take_that_gets_something_else(nobody, accepted):
    answer = nobody.get(path_of(SHEET), accept_encoding=accepted)
    assert answer.status_code == 200
    assert answer.headers.get("Content-Encoding", "identity") == accepted


@pytest.mark.parametrize("accepted", ["br", "identity"])
def test_a_copy_that_is_right_need_not_be_sent_again(nobody, accepted):
    first = nobody.get(path_of(SHEET), accept_encoding=accepted)
    again = nobody.get(path_of(SHEET), accept_encoding=accepted, if_none_match=first.headers["ETag"])
    assert (again.status_code, again.data) == (304, b"")
    assert "immutable" in again.headers["Cache-Control"]


def test_fonts_are_packed_already(nobody):
    font = next((ROOT / "static" / "fonts").glob("*.woff2"))
    answer = nobody.get(path_of(font), accept_encoding="br")
    assert "Content-Encoding" not in answer.headers
    assert answer.data == font.read_bytes()
