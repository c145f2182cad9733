"""A stranger, a former member and a visitor learn nothing of a team: 404 whatever they ask (M1)."""

import re

import pytest

from tests.campaigns.conftest import WON
from tests.visitor import without_tokens

PAGES = (
    "",
    "/members",
    "/log",
    "/log.csv",
    "/log.json",
    "/cities/prague",
    "/cities/atlantis",
    "/sheets/1",
    "/sheets/9",
)
FORMS = ("/attempts", "/sheets", "/members", "/name", "/invite", "/leave")


def without_token(page: str) -> str:
    """The page without its CSRF token, which is new each second, and without the address that was asked for."""
    return re.sub(r'name="(csrf_token|next)"\s+value="[^"]+"', "", page)


@pytest.mark.parametrize("page", PAGES)
def test_pages(team, attempt, ann, zed, nobody, page):
    attempt("prague", WON)
    answers = [zed.get(f"/teams/{team.code}{page}"), nobody.get(f"/teams/{team.code}{page}")]
    nowhere = zed.get(f"/teams/zzzzzzzz{page}")
    assert [answer.status_code for answer in answers] == [404, 404]
    assert without_token(answers[0].text) == without_token(nowhere.text)
    assert "Owls" not in without_tokens(answers[0])
    ann.post(f"/teams/{team.code}/leave")
    assert ann.get(f"/teams/{team.code}{page}").status_code == 404


def test_the_poll(team, zed, nobody):
    for person in (zed, nobody):
        assert person.fragment(f"/teams/{team.code}").status_code == 404


@pytest.mark.parametrize("form", FORMS)
def test_forms(team, ann, bob, zed, nobody, form):
    fields = {"city": "prague", "number": 1, "sure": 1, "name": "Thieves", "user": bob.user.id}
    assert zed.post(f"/teams/{team.code}{form}", **fields).status_code == 404
    assert nobody.post(f"/teams/{team.code}{form}", **fields).location.startswith("/login")
    page = ann.get(f"/teams/{team.code}/members").text
    assert "<bdi>Night Owls</bdi>" in page
    assert page.count("since ") == 2


def test_addresses_that_cannot_be(ann):
    for address in ("/teams/x", "/teams/ABCDEFGH", "/invitations/0", "/teams/abcdefgh/sheets/x"):
        assert ann.get(address).status_code == 404
