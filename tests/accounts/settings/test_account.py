"""The page of one's own account: name, e-mail, language, password."""

from functools import partial

import pytest

from tests.accounts.people import PASSWORD, at_once, is_in, new_browser, registered, row, signed_in


@pytest.fixture
def ada(app):
    """Somebody with a password."""
    return registered(app, "Ada")


def test_the_page_shows_what_is_and_repeats_no_id(ada):
    page = ada.get("/account").text
    assert 'value="Ada"' in page
    ids = [part.split('"')[0] for part in page.split(' id="')[1:]]
    assert sorted(ids) == sorted(set(ids))


def test_another_name_is_shown_and_signs_in(app, ada):
    answer = ada.post("/account/name", name=" Ada  L. ")
    assert (answer.status_code, answer.location) == (303, "/account")
    assert "Your name is now Ada L.." in ada.get("/account").text
    assert is_in(signed_in(app, "Ada L."))
    assert new_browser(app).post("/login", name="Ada", password=PASSWORD).status_code == 422


def test_one_s_own_name_may_be_written_otherwise(app, ada):
    assert ada.post("/account/name", name="ADA").status_code == 303
    assert row(app, "ADA").skeleton == "ada"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("Bob", "is taken"), ("B0B", "is taken"), ("", "Enter a name."), ("x" * 31, "has 31"), ("admin", "reserved")],
)
def test_a_name_that_cannot_be_is_refused(app, ada, name, sentence):
    registered(app, "Bob")
    answer = ada.post("/account/name", name=name)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert f'value="{name}"' in answer.text
    assert row(app, "Ada").skeleton == "ada"


def test_the_page_comes_back_at_the_field_that_is_wrong(ada):
    page = ada.post("/account/password", current=PASSWORD, password="short").text
    assert page.count(" autofocus ") == 1
    assert 'autofocus id="password"' in page
    assert " autofocus " not in ada.get("/account").text


def test_two_who_want_one_name_at_the_same_moment(app, ada):
    bob = registered(app, "Bob")
    assert at_once(partial(ada.post, "/account/name", name="Eve"), partial(bob.post, "/account/name", name="EVE")) == [
        303,
        422,
    ]


def test_a_language_is_kept_and_an_unknown_one_refused(app, ada):
    assert ada.post("/account/language", language="en").status_code == 303
    for language in ("tlh", "", None):
        assert ada.post("/account/language", language=language).status_code == 422
    assert row(app, "Ada").language == "en"


def test_another_password_takes_the_place_of_the_old_one(app, ada):
    other = signed_in(app, "Ada")
    assert ada.post("/account/password", current=PASSWORD, password="quite another one").status_code == 303
    assert is_in(ada)
    assert not is_in(other)
    assert new_browser(app).post("/login", name="Ada", password=PASSWORD).status_code == 422
    assert is_in(signed_in(app, "Ada", "quite another one"))


@pytest.mark.parametrize(
    ("current", "new", "sentence"),
    [
        ("a wrong one", "quite another one", "That password is incorrect."),
        ("", "quite another one", "Enter your password."),
        (PASSWORD, "short", "at least 8"),
        (PASSWORD, None, "Choose a password."),
    ],
)
def test_a_password_stays_when_the_form_is_wrong(app, ada, current, new, sentence):
    before = row(app, "Ada")
    answer = ada.post("/account/password", current=current, password=new)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert "quite another one" not in answer.text
    after = row(app, "Ada")
    assert (after.password_hash, after.epoch) == (before.password_hash, before.epoch)


def test_the_name_is_no_password(app):
    countess = registered(app, "Countess Ada")
    answer = countess.post("/account/password", current=PASSWORD, password="countess ada")
    assert answer.status_code == 422
    assert "Your name is the first thing" in answer.text


FORMS = "name email email/mails email/withdrawal timezone away return language password sessions deletion"


@pytest.mark.parametrize("form", FORMS.split())
def test_strangers_are_sent_to_sign_in(nobody, form):
    assert nobody.post(f"/account/{form}").location.startswith("/login")
