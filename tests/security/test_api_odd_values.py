"""Values that no well-meaning program sends, in every field of the API: all answers are as they are described."""

import json

import pytest

from tests.api.program import check_answer, find_operation
from tests.security import api_table

SENDING = [row for row in api_table.ROWS if row.method == "POST"]
TEXTS = (
    "",
    "\0",
    "a\0b",
    "\ud800",
    "a\udfff",
    "\U0010ffff",
    "\ufeff",
    "x" * 99,
    "é" * 299,
    "any",
    "red-spymaster",
    "own 86400",
    "en-base",
    "live 9" + "9" * 20,
)
NUMBERS = (0, 1, -1, 24, 25, 0.5, 9.0, 1e308, 10**30, -(10**400), 2**31, 2**63, 999999, 1000000)
LITERALS = (
    "NaN",
    "-Infinity",
    "1e999",
    "-0.0",
    "1E400",
    "9" * 5000,
    '"\\ud83d"',
    '"\\udc00\\ud800"',
    "true",
    "null",
    "[[[[]]]]",
    '{"a": {}}',
    '[null, 1, "\\u0000"]',
    '["\\ud800"]',
    '["en-base", "en-base"]',
)
VALUES = (*map(json.dumps, (*TEXTS, *NUMBERS)), *LITERALS)
HEADERS = {
    "API-Version": ("2", "0", "", "1.0", "99999999999999999999", "1, 2", "1\xff", "\xb9", "latest"),
    "Accept": ("text/html", "application/xml", "\xff", "*/*;q=nan"),
    "Accept-Language": ("fr", "\xff", "x" * 4000),
    "Content-Type": (
        "application/json; charset=utf-16",
        "application/json;" + "x" * 3000,
        "APPLICATION/JSON",
        "",
        "\xff",
        "multipart/form-data; boundary=x",
    ),
    "Authorization": (
        "Bearer \xff",
        "Bearer a b",
        "bearer",
        "Bearer dd_\0",
        "Bearer " + "x" * 9000,
        "Digest x=y",
        "Bearer =,=",
        "Basic \xff",
        "Basic YQ==",
    ),
    "Content-Encoding": ("gzip",),
    "HX-Request": ("true",),
    "HX-PTag": ("7 x:1", "\xff"),
    "Origin": ("https://zqx.example", "null"),
    "Range": ("bytes=0-1",),
    "X-Forwarded-Host": ("zqx.example",),
    "Cookie": ("session=\xff; language=fr; remember=1|x",),
}


def wrong(probe, row, body, headers):
    """Send bytes, and return what is wrong with the answer."""
    token, site = probe.sample.tokens[api_table.kind_of(row)], probe.sample.app
    sent = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"} | headers
    path = probe.sample.address(row.pattern)
    with probe.undone():
        answer = site.test_client(use_cookies=False).open(path, method=row.method, headers=sent, data=body)
    try:
        check_answer(site, row.method, path, answer)
    except AssertionError as error:
        return f"{row.method} {row.pattern} {body[:200]!r} {headers}: {answer.status_code} {error}"
    return None if answer.status_code < 500 else f"{row.pattern} {body[:200]!r} {headers}: {answer.status_code}"


def bodies(probe, row):
    """The row's body, once for each of its fields and each value."""
    operation = find_operation(probe.sample.app, row.method, probe.sample.address(row.pattern))
    if not operation.body:
        return
    given = json.loads(probe.sample.address(row.form))
    for field in operation.body.model_fields:
        kept = {name: value for name, value in given.items() if name != field}
        for value in VALUES:
            yield (json.dumps(kept)[:-1] + (", " if kept else "") + f"{json.dumps(field)}: {value}}}").encode()


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in SENDING if row.form], ids=str)
def test_every_field(probe, row):
    assert [each for body in bodies(probe, row) if (each := wrong(probe, row, body, {}))] == []


BODIES = (
    b"",
    b"\0",
    b"null",
    b"0",
    b'"x"',
    b"[]",
    b"{}",
    b"{" * 3000,
    b'{"a":' * 5000,
    b"[" * 30_000,
    b'{"seen": 1, "seen": 2}',
    b"\xef\xbb\xbf{}",
    "{}".encode("utf-16"),
    b'{"\\ud800": 1}',
    b'{"\\u0000": 1}',
    b'{"": 1}',
    b"{}{}",
    b'{"move": "\xed\xa0\x80"}',
)


def test_every_body(probe):
    assert [each for row in SENDING for body in BODIES if (each := wrong(probe, row, body, {}))] == []


def test_every_header(probe):
    described = [row for row in api_table.ROWS if row.pattern not in (*api_table.STREAMS, "/api/openapi.json")]
    faults = []
    for row in described:
        body = probe.sample.address(row.form).encode()
        for name, values in HEADERS.items():
            faults += [each for value in values if (each := wrong(probe, row, body, {name: value}))]
    assert faults == []
