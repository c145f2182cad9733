"""Where forms come from: those of other sites are refused, even with the right token."""

import pytest

from app.http.origin_check import FOREIGN_ORIGIN, origin_of
from app.notifications.settings import preferences, unsubscribe_links
from tests.notifications.turn_notices import writes_to
from tests.production import HOST, opened
from tests.visitor import Visitor

FOREIGN_ORIGINS = [
    "https://evil.example",
    f"https://{HOST}.evil.example",
    f"https://evil.{HOST}",
    f"http://{HOST}",
    f"https://{HOST}:8443",
    "http://localhost",
    "null",
    "",
    "https://[",
    "https://x:y",
]


@pytest.fixture
def public(app):
    """The site as in production."""
    return opened(app)


def send(visitor: Visitor, csrf_token: str | None = None, **headers: str):
    """Found a team, with the right token or with another one."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    token = {} if csrf_token is None else {"csrf_token": csrf_token}
    return visitor.post("/teams", named, name="Day Owls", **token)


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
def test_a_foreign_origin_is_refused_and_nothing_is_done(public, ann, origin):
    visitor = Visitor(public, "Ann", ann.user)
    answer = send(visitor, Origin=origin)
    assert answer.status_code == 403
    assert str(FOREIGN_ORIGIN) in answer.text
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert "Day Owls" not in visitor.get("/teams").text


def test_htmx_is_told_in_a_notice(public, ann):
    answer = send(Visitor(public, "Ann", ann.user), Origin="https://evil.example", HX_Request="true")
    assert (answer.status_code, answer.headers["HX-Retarget"]) == (403, "#notice")


@pytest.mark.parametrize("fetch_site", ["cross-site", "same-site"])
def test_without_an_origin_the_browser_may_say_that_it_is_foreign(public, ann, fetch_site):
    assert send(Visitor(public, "Ann", ann.user), Sec_Fetch_Site=fetch_site).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": f"https://{HOST}"},
        {"Origin": f"https://{HOST}:443"},
        {"Origin": f"https://{HOST}", "Sec_Fetch_Site": "same-origin"},
        {"Sec_Fetch_Site": "same-origin"},
        {"Sec_Fetch_Site": "none"},
        {},
    ],
)
def test_the_sites_own_forms_and_programs_without_an_origin_are_let_in(public, ann, headers):
    assert send(Visitor(public, "Ann", ann.user), **headers).status_code == 303


OWN = {"Origin": f"https://{HOST}"}
PROOFS = [OWN, {**OWN, "Sec_Fetch_Site": "same-origin"}, {"Sec_Fetch_Site": "same-origin"}]


@pytest.mark.parametrize("headers", PROOFS)
def test_a_form_that_the_browser_proves_to_be_the_sites_own_needs_no_token(public, ann, headers):
    assert send(Visitor(public, "Ann", ann.user), csrf_token="", **headers).status_code == 303


@pytest.mark.parametrize("headers", [{}, {"Sec_Fetch_Site": "none"}, {**OWN, "Sec_Fetch_Site": "none"}])
def test_without_a_proof_it_needs_one(public, ann, headers):
    assert send(Visitor(public, "Ann", ann.user), csrf_token="", **headers).status_code == 400


@pytest.mark.parametrize("headers", [{}, *PROOFS])
def test_a_token_of_another_session_is_refused_whatever_the_browser_says(public, ann, bob, headers):
    other = Visitor(public, "Bob", bob.user).csrf_token()
    assert send(Visitor(public, "Ann", ann.user), csrf_token=other, **headers).status_code == 400


@pytest.mark.parametrize("origin", FOREIGN_ORIGINS)
def test_a_foreign_form_is_refused_without_a_token_too(public, ann, origin):
    headers = {"Origin": origin, "Sec_Fetch_Site": "same-origin"}
    assert send(Visitor(public, "Ann", ann.user), csrf_token="", **headers).status_code == 403


def test_an_origin_with_other_letters_is_that_of_its_ascii_form():
    assert origin_of("https://Jouer.exämple.org") == origin_of("https://jouer.xn--exmple-cua.org:443")
    assert origin_of("https://jouer.exämple.org") != origin_of("https://jouer.example.org")


def test_at_home_the_name_by_which_one_came_is_an_origin(ann):
    assert send(ann, Host="localhost:8000", Origin="http://localhost:8000").status_code == 303
    for foreign in ("http://localhost:9000", "http://evil.example"):
        assert send(ann, Host="localhost:8000", Origin=foreign).status_code == 403


def test_reading_is_free(public):
    answer = Visitor(public, "nobody").get("/rules", Origin="https://evil.example", Sec_Fetch_Site="cross-site")
    assert answer.status_code == 200


def test_a_mail_program_still_ends_the_mails(public, ann):
    with public.app_context():
        writes_to(ann)
        token = unsubscribe_links.create_token(ann.user.id)
    headers = {"Origin": "https://mail.example", "Sec-Fetch-Site": "cross-site"}
    data = {"List-Unsubscribe": "One-Click"}
    assert public.test_client().post(f"/notices/stop/{token}", data=data, headers=headers).status_code == 200
    with public.app_context():
        assert not preferences.load_preference(ann.user.id).mail
