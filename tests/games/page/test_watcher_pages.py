"""What strangers who watch a table are sent is the same for all, so that the server may render it once."""

import pytest

from tests.games.tables import LOSING
from tests.visitor import Visitor


@pytest.mark.parametrize("moves", [[], LOSING], ids=["running", "over"])
def test_all_strangers_are_sent_the_same(app, duet, moves):
    for seat, move in moves:
        duet.send(seat, move)
    one, other = (Visitor(app, name).fragment(f"/games/{duet.code}") for name in ("one", "other"))
    assert one.status_code == 200
    assert one.headers["Surrogate-Control"] == "max-age=1"
    assert one.data == other.data
    assert "Set-Cookie" not in one.headers
    assert one.text.count('name="csrf_token" value=""') == one.text.count("csrf_token")


def test_nobody_else_is(app, duet, ann, cat):
    for person in (ann, cat):
        answer = person.fragment(f"/games/{duet.code}")
        assert answer.status_code == 200
        assert "Surrogate-Control" not in answer.headers
    page = Visitor(app, "stranger").get(f"/games/{duet.code}")
    assert "Surrogate-Control" not in page.headers
    assert "Set-Cookie" in page.headers
