"""Whatever people call themselves and their things: answers of the API stay JSON, and nothing that a browser runs."""

import json

import pytest

from tests.security import api_table
from tests.security.corpus import CORPUS, heaps
from tests.security.rollback import rolled_back
from tests.security.stored_text import store_everywhere

READING = [row for row in api_table.ROWS if row.method == "GET"]  # of streams, the lines with which they begin


@pytest.mark.parametrize("heap", heaps(CORPUS, 4))
def test_names_are_strings_of_json(probe, heap):
    with rolled_back(probe.connection):
        store_everywhere(probe.connection, heap.replace("\0", ""))  # which PostgreSQL does not keep
        for row in READING:
            for kind in ("a", "host", "member"):
                answer = probe.send(row, kind)
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                if answer.mimetype == "application/x-ndjson":
                    assert row.pattern in api_table.STREAMS
                    assert all(json.loads(line) for line in answer.text.split("\n")[:-1])
                else:
                    assert answer.mimetype in ("application/json", "application/problem+json"), (row, kind)
                    json.loads(answer.text)
