"""Files that never change are packed as tightly as can be, for who takes that."""

import re
from pathlib import Path

import brotli
import pytest

from app.config import ROOT
from app.http import static_files
from app.http.static_files import BUNDLES

SHEET = ROOT / "static" / "vendor" / "pico-2.1.1.layer.cut2.min.css"


def path_of(file: Path) -> str:
    return f"/{file.relative_to(ROOT)}"


def test_a_style_sheet_is_packed_and_is_what_it_was(nobody):
    answer = nobody.get(path_of(SHEET), accept_encoding="gzip, deflate, br, zstd")
    assert answer.headers["Content-Encoding"] == "br"
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert brotli.decompress(answer.data) == SHEET.read_bytes()
    assert len(answer.data) <= len(brotli.compress(SHEET.read_bytes(), quality=11)) < 6000


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


def code_of(text: str, kind: str) -> str:
    """A style sheet or a script without comments, notices and spaces."""
    if kind == "css":
        begun, *rest = text.split("/*")
        text = begun + "".join(part.partition("*/")[2] for part in rest)
    return "".join(line for line in text.split("\n") if not line.lstrip().startswith("//")).replace(" ", "")


@pytest.mark.parametrize("name", BUNDLES)
def test_a_bundle_is_its_files_one_after_the_other(nobody, name):
    sent, kind = nobody.get(f"/static/{name}"), name.rpartition(".")[2]
    assert sent.mimetype == {"css": "text/css", "js": "text/javascript"}[kind]
    parts = [code_of((ROOT / "static" / part).read_text(), kind) for part in BUNDLES[name]]
    assert all(parts)
    assert code_of(sent.text, kind) == {"css": "", "js": ";"}[kind].join(parts)


def test_the_notice_of_a_licence_is_sent_with_the_code(nobody):
    assert "Licensed under MIT" in nobody.get("/static/site.css").text


@pytest.mark.parametrize("name", BUNDLES)
def test_no_comment_of_ours_is_sent(nobody, name):
    text = nobody.get(f"/static/{name}").text
    assert not re.search(r"/\*(?!!)" if name.endswith(".css") else r"(?m)^\s*//", text)


def test_a_bundle_has_a_new_address_when_one_of_its_files_changes(app, tmp_path, monkeypatch):
    monkeypatch.setattr(app, "static_folder", str(tmp_path))
    files = [tmp_path / part for part in BUNDLES["game.css"]]
    (tmp_path / "game").mkdir()
    versions = set()
    with app.app_context():
        for file in files:
            file.write_text("a { color: red }")
            static_files._version.cache_clear()
            versions.add(static_files.file_version("game.css"))
        assert len(versions) == len(files)
        assert static_files.file_version("nothing.css") == "0"


def test_no_page_has_what_was_cut_out_of_the_style_sheet():
    """As static/vendor/pico-README.txt lists it; a name may come from anywhere in a template, a script or a form."""
    files = [
        *(ROOT / "templates").rglob("*.html"),
        *(ROOT / "static").glob("[!v]*/*.js"),
        *(ROOT / "app").rglob("*.py"),
    ]
    text = "\n".join(file.read_text() for file in files)
    names = r"container-fluid|overflow-auto|striped|dropdown|modal-is-|breadcrumb|data-theme|data-tooltip"
    elements = r"""<(?:address|area|aside|audio|blockquote|canvas|del|h4|h5|h6|hgroup|hr|iframe|ins|kbd|mark|progress
        |samp|tfoot|video)\b"""
    roles = r"role=\W?(?:button|link|search|switch)\b"
    types = r"type=\W?(?:color|datetime-local|month|reset|time|week)\b"
    fields = r"(?:Color|DateTime|DateTimeLocal|Month|Time|Week)(?:Field|Input)\b"
    attributes = r"""dir=\W?rtl|aria-busy|aria-controls|aria-hidden=\W?false|aria-invalid=\W?false|rel=\W?prev\b"""
    assert re.findall(rf"(?x){names}|{elements}|{roles}|{types}|{fields}|{attributes}", text) == []


def test_each_value_that_the_style_sheet_uses_is_given(nobody):
    """Also by our theme, whose values stand for those that were cut out."""
    sheet = SHEET.read_text()
    given = set(re.findall(r"(--pico-[\w-]+):", sheet + (ROOT / "static" / "site" / "theme.css").read_text()))
    assert len(given) > 50
    assert {name for name in re.findall(r"var\((--pico-[\w-]+)\)", sheet) if name not in given} == set()


def test_every_file_that_a_template_names_is_there():
    templates = [path.read_text() for path in (ROOT / "templates").rglob("*.*") if path.suffix in (".html", ".js")]
    named = {name for text in templates for name in re.findall(r"filename=['\"]([^'\"{]+)['\"]", text)}
    assert len(named) > 20
    assert {name for name in named if not (ROOT / "static" / name).exists() and name not in BUNDLES} == set()
