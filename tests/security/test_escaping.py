"""What people have typed is text on every page.

tests/browser/site/test_untrusted_text.py has a browser look, at many more texts and at what forms answer.
"""

import pytest

from tests.security.form_filling import Shown
from tests.security.rollback import rolled_back
from tests.security.stored_text import store_everywhere
from tests.security.table import PAGES

TYPED = "<zqx>\"zqx'zqx"
RAW = ("<zqx", '"zqx', "'zqx")  # an element, and the ends of an attribute
READERS = ("host", "spymaster", "operative", "a", "admin", "nobody")


@pytest.mark.parametrize("kind", READERS)
def test_what_people_have_typed_is_text_on_every_page(probe, kind):
    with rolled_back(probe.connection):
        store_everywhere(probe.connection, TYPED)
        shown = [Shown(row.pattern, probe.send(row, kind)) for row in PAGES]
    pages = [(each.name, each.answer.text) for each in shown if each.is_html]
    assert [name for name, page in pages if any(raw in page for raw in RAW)] == []
    assert sum("&lt;zqx" in page for _, page in pages) > 5
