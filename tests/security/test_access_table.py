"""Every address of the site, by every kind of visitor: table.py says what each gets, and here each is asked for."""

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.security import api_table
from tests.security.required_headers import complaints
from tests.security.route_probe import RouteProbe, status
from tests.security.sample_site import KINDS
from tests.security.table import ROWS, Row

IMPLIED = {"HEAD", "OPTIONS"}  # which Flask answers for every rule
OTHERS = {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND"}
WHOLE = {"/"}  # where whoever was signed out meanwhile is led to the whole page
HOW = """
No row in tests/security/table.py for:
  {}
Add one for each, with a ? in each column (for what an address needs, see the places in tests/security/sample_site.py,
and build there what is missing). Run this file to see what each visitor gets, judge it, and write it down.
"""


def rule_of(probe: RouteProbe, row: Row) -> tuple[str, str]:
    """The method and the rule of the URL map that a row is about."""
    adapter = probe.sample.app.url_map.bind("localhost")
    return row.method, adapter.match(probe.sample.address(row.pattern), method=row.method, return_rule=True)[0].rule


def rules(app: Flask) -> set[tuple[str, str]]:
    """Every method of every rule of the URL map."""
    return {(method, rule.rule) for rule in app.url_map.iter_rules() for method in (rule.methods or set()) - IMPLIED}


def test_every_rule_has_a_row(probe):
    missing = rules(probe.sample.app) - {rule_of(probe, row) for row in [*ROWS, *api_table.ROWS]}
    lines = sorted(f"{method} {rule}" for method, rule in missing)
    assert not missing, HOW.format("\n  ".join(lines))


def test_every_place_of_a_row_is_on_the_sample_site(probe):
    rows = [*ROWS, *api_table.ROWS]
    assert [row.pattern for row in rows if "<" in probe.sample.address(row.pattern + row.form)] == []


FILES = ("/static/", "/pictures/1-17-280.svg")  # what is no page


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_visitor_gets_what_the_table_says(probe, method):
    """One cell is one request; and every answer bears the headers that guard it."""
    rows, ask = [row for row in ROWS if row.method == method], probe.page if method == "GET" else probe.send
    got, unguarded = [], []
    for row in rows:
        answers = {kind: ask(row, kind) for kind in KINDS}
        unguarded += [
            (str(row), kind, complaints(answer.headers, not row.pattern.startswith(FILES)))
            for kind, answer in answers.items()
        ]
        got.append(row.with_statuses(tuple(map(status, answers.values()))))
    expected = list(map(str, rows))
    assert [line for line in got if line not in expected] == [line for line in expected if line not in got]
    assert [each for each in unguarded if each[2]] == []


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_program_gets_what_the_table_of_the_api_says(probe, method):
    """One cell is one request, with a token; errors are problem details, and no answer is a page or sets a cookie."""
    rows = [row for row in api_table.ROWS if row.method == method]
    got, unguarded = [], []
    for row in rows:
        answers = {kind: probe.send(row, kind) for kind in KINDS}
        unguarded += [(str(row), kind, wrong) for kind, answer in answers.items() if (wrong := api_faults(answer))]
        got.append(row.with_statuses(tuple(map(status, answers.values()))))
    expected = list(map(str, rows))
    assert [line for line in got if line not in expected] == [line for line in expected if line not in got]
    assert unguarded == []


def api_faults(answer: TestResponse) -> list[str]:
    """What is wrong with an answer of the API, whatever it says."""
    kind = "application/problem+json" if answer.status_code >= 400 else "application/"
    wrong = [] if answer.status_code == 204 or answer.mimetype.startswith(kind) else [answer.mimetype]
    return wrong + complaints(answer.headers, page=False) + answer.headers.getlist("Set-Cookie")


def test_htmx_gets_the_same_as_a_page(probe):
    """A part of a page is no way around the page; where a page leads elsewhere, htmx is led there too."""
    parts = [row for row in ROWS if row.method == "GET" and row.pattern not in WHOLE]
    got, unguarded = [], []
    for row in parts:
        answers = {kind: probe.send(row, kind, htmx=True) for kind in KINDS}
        unguarded += [(str(row), kind, complaints(answer.headers, page=False)) for kind, answer in answers.items()]
        got.append(row.with_statuses(tuple(map(status, answers.values()))))
    assert [line for line in got if line not in map(str, parts)] == []
    assert [each for each in unguarded if each[2]] == []


def test_a_deleted_account_is_nobody():
    """What its old cookie opens is open to all."""
    assert [
        row.pattern for row in ROWS if row.expected[KINDS.index("ended")] != row.expected[KINDS.index("nobody")]
    ] == []


def test_other_methods_are_refused(probe):
    adapter, nobody = probe.sample.app.url_map.bind("localhost"), probe.sample.visitor("nobody")
    taken = []
    rows = [*ROWS, *api_table.ROWS]
    for address in {rule_of(probe, row)[1]: probe.sample.address(row.pattern) for row in rows}.values():
        for method in OTHERS - set(adapter.allowed_methods(address)):
            with probe.undone():
                answer = nobody.client.open(address, method=method)
            is_page = not address.startswith("/api/")
            if answer.status_code != 405 or complaints(answer.headers, is_page) or is_page == answer.is_json:
                taken.append((method, address, answer.status))
    assert taken == []
