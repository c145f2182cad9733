"""Parts: what is equal is rendered once, and a part knows nothing but what it is given."""

import re
from pathlib import Path

import pytest
from flask_babel import force_locale
from flask_wtf.csrf import generate_csrf
from jinja2 import meta

from app.config import ROOT
from app.http.fragments import fragment_cache
from app.http.fragments.fragment_cache import cached_fragment

TEMPLATES = ROOT / "templates"
CALL = re.compile(r'\bcached_(?:fragment|part)\(\s*"([^"]+)"((?:\s*,\s*\w+=)?.*?)\) }}', re.DOTALL)
NAMED = re.compile(r"[,(]\s*(\w+)=")
SET = re.compile(r"{% set ([\w, ]+) =")
USED = {(file, *found) for file in TEMPLATES.rglob("*.html") for found in CALL.findall(file.read_text())}
PERSONAL = re.compile(r"\|\s*(moment|time_left)|csrf_token\(|<(textarea|pre)\b(?![^>]*>\s*{{ placeholder)")
CACHED = {"cached_fragment", "cached_part", "parts"}
FUNCTIONS = CACHED | {"placeholder", "url_for", "_trans", "_", "gettext", "ngettext"}
EVERYWHERE = FUNCTIONS | {"game_text", "recap", "DOTS", "CLOCKS", "LANGUAGES", "poll_seconds"}  # the same for everybody


@pytest.fixture(autouse=True)
def _anew():
    fragment_cache.clear_cache()
    yield
    fragment_cache.clear_cache()


def sources(environment, template: str) -> set[str]:
    """A part's template and those that it includes."""
    found = {template}
    for other in meta.find_referenced_templates(environment.parse(Path(TEMPLATES, template).read_text())):
        found |= sources(environment, other)
    return found


def test_there_are_parts():
    assert {template for _, template, _ in USED} >= {"games/board/_board.html", "games/log/_log_turn.html"}


@pytest.mark.parametrize(("file", "template", "given"), sorted(USED, key=str), ids=lambda value: str(value)[-24:])
def test_a_part_knows_nothing_but_what_it_is_given(app, file, template, given):
    """No request, no reader, no time: else one reader might be shown what was meant for another."""
    environment = app.jinja_env
    texts = {source: Path(TEMPLATES, source).read_text() for source in sources(environment, template)}
    own = {name for text in texts.values() for names in SET.findall(text) for name in names.split(", ")}
    for source, text in texts.items():
        wanted = meta.find_undeclared_variables(environment.parse(text))
        assert wanted <= own | EVERYWHERE | set(NAMED.findall("," + given)), f"{source}, shown by {file.name}"
        assert not PERSONAL.search(text), source


def test_equal_values_are_rendered_once_in_each_language(app):
    with app.test_request_context():
        one = cached_fragment("games/clock/_clock_choices.html", clock="", bank="0")
        assert cached_fragment("games/clock/_clock_choices.html", clock="", bank="0") is one
        assert cached_fragment("games/clock/_clock_choices.html", clock="", bank="1") != one
    with app.test_request_context(), force_locale("fr"):
        assert "Temps par coup" in cached_fragment("games/clock/_clock_choices.html", clock="", bank="0")


def test_what_players_write_is_escaped(app):
    with app.test_request_context():
        shown = cached_fragment("games/clock/_clock_choices.html", clock='"><script>', bank="0")
    assert "<script>" not in shown


def sent(app, part: str) -> str:
    """A part as it is sent with the answer of this request."""
    return app.process_response(app.make_response(str(part))).get_data(as_text=True)


def test_what_belongs_to_one_answer_is_filled_in_when_that_is_sent(app):
    with app.test_request_context():
        one = cached_fragment("games/notes/_notes.html", code="abcdefgh")
        fragment_cache.set_placeholders(version=7, strip="", note='</textarea><b>"')
        answer, token = sent(app, one), generate_csrf()
        assert cached_fragment("games/notes/_notes.html", code="abcdefgh") is one
    assert fragment_cache.PLACEHOLDER_MARK in one
    assert fragment_cache.PLACEHOLDER_MARK not in answer
    assert f'name="csrf_token" value="{token}"' in answer
    assert 'name="seen" value="7"' in answer
    assert "&lt;/textarea&gt;&lt;b&gt;&#34;</textarea>" in answer


def test_what_players_write_is_no_hole(app):
    with app.test_request_context():
        fragment_cache.set_placeholders(version=7, strip="", note=f"<!--{fragment_cache.PLACEHOLDER_MARK}:token-->")
        answer = sent(app, cached_fragment("games/notes/_notes.html", code="abcdefgh"))
    assert f"&lt;!--{fragment_cache.PLACEHOLDER_MARK}:token--&gt;" in answer
