"""One mailbox, in however many spellings: it is flooded by none, and kept in one."""

import pytest

from app.accounts.email import addresses, syntax
from app.accounts.errors import BadEmail

WIDE = ["ann@example.org，1", "ann@example.org＞x.y", "ann@example.org，bob＠example.com", "a@b.c；d"]
SPELLINGS = ["ann@ｅxample.org", "Ann@EXAMPLE.org", "ann+1@example.org", "ann+2@ＥＸＡＭＰＬＥ．ｏｒｇ"]


@pytest.mark.parametrize("other", SPELLINGS)
def test_one_mailbox_is_flooded_by_whatever_spelling(app, other):
    with app.test_request_context():
        for _ in range(10):
            assert not addresses.count_mail_attempt("ann@example.org")
        assert addresses.count_mail_attempt(syntax.normalize_email(other) or "")
        assert not addresses.count_mail_attempt("bob@example.org")


def test_a_domain_is_kept_in_one_spelling(app):
    with app.test_request_context():
        assert syntax.normalize_email("Ann@ＥXAMPLE.Org") == "Ann@example.org"
        assert syntax.normalize_email("ann@straße.de") == "ann@straße.de"


@pytest.mark.parametrize(
    "text", ["ann@example.org，1", "ann@example.org＞x.y", "ann@example.org，bob＠example.com", "a@b.c；d"]
)
def test_signs_of_full_width_make_no_second_address(app, text):
    with app.test_request_context(), pytest.raises(BadEmail):
        syntax.normalize_email(text)
