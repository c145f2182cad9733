"""The language of an account: choosing it, and being asked, refused and answered in it."""

from datetime import timedelta
from html import unescape

import pytest

from app.accounts.models import User
from app.accounts.rate_limits import RateLimited
from app.db import now
from tests.accounts.people import PASSWORD, new_browser, registered, row, signed_in
from tests.translation import said
from tests.visitor import Visitor

FRENCH = {"Accept-Language": "fr"}
NO_CHOICE = {"fr": "N'est pas un choix valide.", "it": "Non è una opzione valida"}


@pytest.fixture
def ada(app) -> Visitor:
    """Somebody with a password, who reads English."""
    return registered(app, "Ada")


def text(visitor: Visitor, path: str, **headers: str) -> str:
    """Return a page as it is read."""
    return unescape(visitor.get(path, **headers).text)


class TestChoosing:
    """The field on the page of one's account."""

    def test_every_language_is_offered_under_its_own_name(self, ada):
        page = ada.get("/account").text
        for code, name in (("fr", "Français"), ("it", "Italiano")):
            assert f'<option value="{code}">{name}</option>' in page
        assert '<option selected value="en">English</option>' in page

    @pytest.mark.parametrize("code", ["fr", "it"])
    def test_the_answer_speaks_it_already(self, app, ada, code):
        assert ada.post("/account/language", language=code).status_code == 303
        assert row(app, "Ada").language == code
        page = text(ada, "/account")
        assert f'<html lang="{code}">' in page
        assert f'<option selected value="{code}">' in page
        assert said(app, code, "Language saved.") in page

    def test_back_to_english(self, app, ada):
        ada.post("/account/language", language="fr")
        ada.post("/account/language", language="en")
        page = text(ada, "/account")
        assert '<html lang="en">' in page
        assert "Language saved." in page

    def test_a_button_at_the_foot_of_a_page_chooses_for_the_account_too(self, app, ada):
        ada.post("/language", language="it", next="/account")
        assert row(app, "Ada").language == "it"


class TestForms:
    """What the library that checks the forms says by itself."""

    @pytest.mark.parametrize("code", ["fr", "it"])
    def test_a_choice_that_there_is_not(self, ada, code):
        ada.post("/account/language", language=code)
        answer = ada.post("/account/language", language="tlh")
        assert answer.status_code == 422
        assert NO_CHOICE[code] in unescape(answer.text)

    def test_it_follows_the_reader_not_the_first_one(self, app, ada):
        """The fields of a form are made once, when the site starts."""
        for headers, sentence in ((FRENCH, NO_CHOICE["fr"]), ({}, "Not a valid choice.")):
            visitor = new_browser(app)
            answer = visitor.post("/lobbies", headers=headers, name="Eve", variant="duet", tokens="99")
            assert sentence in unescape(answer.text)

    def test_labels_and_refusals_are_the_readers(self, app, nobody):
        page = unescape(nobody.post("/signup", headers=FRENCH, name="", password="short").text)
        for sentence in ("Sign up", "Name", "Password", "Enter a name.", "Create account"):
            assert said(app, "fr", sentence) in page
        hint = "Your password needs at least %(num)d characters. A few words in a row work well."
        assert said(app, "fr", hint, num=8) in page


class TestComingAndGoing:
    """Whoever signs in reads the account's language from then on, and leaves it behind."""

    def test_the_welcome_is_in_the_account_s_language(self, app, ada):
        ada.post("/account/language", language="fr")
        page = text(signed_in(app, "Ada"), "/")
        assert '<html lang="fr">' in page
        assert said(app, "fr", "Hello %(name)s, you are signed in.", name="Ada") in page

    def test_a_wrong_password_is_told_in_the_browser_s(self, app, ada):
        ada.post("/account/language", language="it")
        answer = new_browser(app).post("/login", headers=FRENCH, name="Ada", password="a wrong one")
        assert said(app, "fr", "Wrong name or password.") in unescape(answer.text)

    @pytest.mark.parametrize(
        ("path", "fields", "sentence"),
        [
            ("/logout", {}, "You are signed out."),
            ("/account/deletion", {"password": PASSWORD}, "Your account has been deleted."),
        ],
    )
    def test_the_farewell_is_in_the_browser_s(self, app, ada, path, fields, sentence):
        ada.post("/account/language", language="it")
        assert ada.post(path, headers=FRENCH, **fields).status_code == 303
        page = text(ada, "/", accept_language="fr")
        assert '<html lang="fr">' in page
        assert said(app, "fr", sentence) in page


def test_who_deleted_the_account_is_someone_in_every_language(app):
    gone = User(name="someone", deleted_at=now())
    for code in ("en", "fr", "it"):
        with app.test_request_context(headers={"Accept-Language": code}):
            assert gone.display_name == said(app, code, "someone")


@pytest.mark.parametrize(
    ("rest", "sentence"), [(0.1, "in 1 second."), (59, "in 59 seconds."), (60, "in 1 minute."), (61, "in 2 minutes.")]
)
def test_the_wait_is_counted_in_seconds_then_in_minutes(context, rest, sentence):
    assert RateLimited(timedelta(seconds=rest)).sentence.endswith(sentence)
