"""Texts that take long to normalise or parse, in every field of the API: none may keep a thread busy."""

import json
import time

import pytest

from tests.security import api_table
from tests.security.sample_site import KINDS
from tests.security.test_long_fields import MOST, TEXTS

LENGTHS = (100, 400, 4_000, 120_000)  # characters: about the limits of fields, and of a body
SENDING = [row for row in api_table.ROWS if row.method == "POST" and row.form]


def filled(sent, text):
    """What is sent, once for each field, with the text in it."""
    for name, value in sent.items():
        if isinstance(value, str):
            yield {**sent, name: text}
        elif isinstance(value, list):
            yield {**sent, name: [text]}


@pytest.mark.parametrize("text", TEXTS)
def test_no_text_keeps_a_thread_busy(probe, text):
    start, pattern = TEXTS[text]
    slow = []
    for row in SENDING:
        kind = next(kind for kind, cell in zip(KINDS, row.expected, strict=True) if cell not in ("401", "404"))
        for length in LENGTHS:
            for sent in filled(json.loads(probe.sample.address(row.form)), (start + pattern * length)[:length]):
                began = time.process_time()
                status = probe.send(row, kind, **sent).status_code
                if (spent := time.process_time() - began) > MOST or status >= 500:
                    slow.append((str(row), length, status, spent))
    assert slow == []
