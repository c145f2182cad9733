"""Nothing that people may type is forgotten where texts are tried: no column, no field, no part of an address."""

import re

from app.config import ROOT
from tests.security.stored_text import unknown

READ = re.compile(r"""\b(?:form|args|values|sent)\.(?:get|getlist)\(\s*"(\w+)\"""")
HELD = re.compile(r"^    (\w+) = (?:\w*Field|_name|_email|_new_password|_current_password)\(", re.MULTILINE)
FILES = {"file"}  # read where files are: in the tests of decks, and in the fuzz
CSRF = {"csrf_token"}


def test_every_column_is_known():
    assert unknown() == set(), "say in tests/security/stored_text.py whether people type what these columns hold"


def test_every_field_that_the_site_reads_is_in_some_form(every_form):
    """A field that no page shows just now has to be in a row of table.py, or in filling.UNSHOWN."""
    source = "\n".join(path.read_text() for path in (ROOT / "app").rglob("*.py"))
    read = set(READ.findall(source)) | set(HELD.findall(source))
    reached = {name for _, form in every_form.values() for name in form.fields}
    assert {"text", "word", "note", "words", "webhook", "next", "who"} <= read
    assert " ".join(sorted(read - reached - CSRF - FILES)) == ""
