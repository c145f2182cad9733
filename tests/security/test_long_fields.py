"""Texts that take long to normalise, parse or match, in every field of every form: none may keep a thread busy.

A text that is as long as a body goes into one field of each form, and into those that may be longer than a field: any
other is refused by its length before anything reads it.
"""

import gc
import time
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import pytest
from werkzeug.test import encode_multipart

from app.http.form_limits import FIELD_CHARACTERS
from tests.security.forms import Form
from tests.security.route_probe import RouteProbe

MOST = 1.0  # seconds of CPU for one answer
BOUNDARY = "zqxzqxzqx"  # one for all, for which Werkzeug compiles patterns
BODY = 248_000  # bytes: the most that a body may have, less what frames it
TEXTS = {  # what a text begins with, and what it goes on with
    "combining marks": ("", "\u0300\u0316"),
    "a domain of combining marks": ("a@a", "\u0300\u0316"),
    "ligatures of 18 letters": ("", "\ufdfa"),
    "zero-width joiners": ("", "\u200d"),
    "digits": ("", "7"),
    "one long word": ("", "a"),
}


class Asked(NamedTuple):
    """A request, and what its answer cost in seconds of CPU."""

    seconds: float
    status: int
    what: str


class Field(NamedTuple):
    """A field of a form, who is shown it, and whether it gets a text that is as long as a body may be."""

    kind: str
    form: Form
    name: str
    is_filled: bool


def fields_of(probe: RouteProbe, kind: str, form: Form) -> Iterator[Field]:
    """The fields of a form into which anything can be typed."""
    endpoint, _ = probe.sample.app.url_map.bind("localhost").match(form.path, method="POST")
    long = getattr(probe.sample.app.view_functions[endpoint], "long_field", None)
    for number, name in enumerate(form.typed):
        yield Field(kind, form, name, is_filled=number == 0 or name == long)


def distinct(fields: Iterable[Field]) -> list[Field]:
    """Each field once, of those that are sent alike, as by the same form of two pages; filled if one of them is."""
    by_request = {
        (kind, form.path, name, *sorted(form.values(**{name: ""}).items())): Field(kind, form, name, is_filled)
        for kind, form, name, is_filled in sorted(fields, key=lambda field: field.is_filled)
    }
    return list(by_request.values())


def long_texts(start: str, pattern: str, is_filled: bool) -> Iterator[str]:
    """As long as a field may be, and as long as a body may be."""
    characters = BODY // len(pattern.encode()) * len(pattern)
    lengths = [FIELD_CHARACTERS, *([characters] if is_filled else [])]
    yield from (start + (pattern * length)[: length - len(start)] for length in lengths)


def ask(probe: RouteProbe, kind: str, form: Form, field: str, text: str, name: str) -> Asked:
    """Send a form with a text in one field; not URL-encoded, which would make three bytes of most."""
    visitor = probe.sample.visitor(kind)
    fields = {"csrf_token": visitor.csrf_token()} | form.values(**{field: text})
    _, body = encode_multipart(fields, BOUNDARY)
    with probe.undone():
        began = time.thread_time()
        answer = visitor.client.post(form.path, data=body, content_type=f"multipart/form-data; boundary={BOUNDARY}")
        return Asked(time.thread_time() - began, answer.status_code, name)


@pytest.fixture(autouse=True)
def _light_collections() -> Iterator[None]:
    """Spare the collector what other tests have left in this process, which may take it more than a second."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.fixture(scope="module")
def typed(probe, every_form) -> list[Field]:
    """Every field of every form into which anything can be typed."""
    posted = [(kind, form) for kind, form in every_form.values() if form.method == "POST"]
    return distinct(field for kind, form in posted for field in fields_of(probe, kind, form))


@pytest.mark.parametrize(("start", "pattern"), TEXTS.values(), ids=TEXTS)
def test_no_text_takes_a_second(probe, typed, start, pattern, record_property, request):
    answers = [
        ask(probe, kind, form, name, text, f"{form.path} {name}, {len(text)} characters")
        for kind, form, name, is_filled in typed
        for text in long_texts(start, pattern, is_filled)
    ]
    slowest = sorted(answers, reverse=True)
    lines = [f"{each.seconds:.3f} s, {each.status}: {each.what}" for each in slowest[:10]]
    record_property(f"the slowest of {len(answers)} answers to {request.node.callspec.id}", "\n".join(lines))
    assert [each for each in answers if each.seconds > MOST] == []
    assert {each.status for each in answers} <= {200, 303, 400, 403, 404, 409, 410, 413, 422, 429}
    assert len(typed) > 100
    assert {field.name for field in typed if field.is_filled} > {"words"}
