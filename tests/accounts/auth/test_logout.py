"""Signing out."""

from tests.accounts.people import is_in, registered, restart, row, seated, signed_in


def test_signing_out_ends_the_session_and_the_cookie_that_outlives_it(app):
    ann = registered(app, "Ann")
    answer = ann.post("/logout")
    assert (answer.status_code, answer.location) == (303, "/")
    assert not is_in(ann)
    assert ann.client.get_cookie("remember") is None
    restart(ann)
    assert not is_in(ann)


def test_the_page_says_so(app):
    ann = registered(app, "Ann")
    assert (
        "You are signed out."
        in ann.client.post("/logout", data={"csrf_token": ann.csrf_token()}, follow_redirects=True).text
    )


def test_only_this_browser_is_signed_out(app):
    ann, other = registered(app, "Ann"), signed_in(app, "Ann")
    ann.post("/logout")
    assert is_in(other)


def test_a_second_click_and_a_stranger_s_click_do_no_harm(app, nobody):
    ann = registered(app, "Ann")
    ann.post("/logout")
    assert ann.post("/logout").status_code == 303
    assert nobody.post("/logout").status_code == 303


def test_a_link_cannot_sign_anybody_out(app):
    ann = registered(app, "Ann")
    assert "Sign out?" in ann.get("/logout").text
    assert is_in(ann)
    assert ann.client.post("/logout").status_code == 400
    assert is_in(ann)


def test_a_guest_is_warned_and_stays_until_sure(app):
    gus = seated(app, "Gus")
    answer = gus.post("/logout")
    assert (answer.status_code, answer.location) == (303, "/logout")
    assert "If you sign out, nobody can get your seats" in gus.get("/logout").text
    assert is_in(gus)
    assert gus.post("/logout", sure="yes").location == "/"
    assert not is_in(gus)
    assert row(app, "someone").deleted_at is not None  # so that others may take the seats


def test_the_question_is_for_those_who_are_in(nobody):
    assert nobody.get("/logout").location == "/login?next=/logout"
