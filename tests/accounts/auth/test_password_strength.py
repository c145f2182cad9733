"""New passwords: those that are tried first are refused, without rules of composition."""

from functools import partial

import pytest

from app.accounts.auth import passwords
from app.accounts.auth.password_strength import estimate_guesses
from app.accounts.errors import BadPassword
from app.db import db
from tests.accounts.email.mailbox import confirmed
from tests.accounts.people import PASSWORD, is_in, new_browser, people, registered, row, signed_in
from tests.concurrency import at_once

COMMON = """
    password password1 Password1 P@ssw0rd P@$$w0rd passw0rd! PASSWORD pa55word drowssap 12345678 123456789
    1234567890 87654321 11111111 00000000 aaaaaaaa abcdefgh abcd1234 abc12345 a1b2c3d4 qwertyuiop qwerty123
    1q2w3e4r 1qaz2wsx asdfghjkl zxcvbnm1 azertyuiop qwertzuiop iloveyou sunshine1 letmein1 welcome1 admin123
    trustno1 dragon123 football baseball superman princess starwars pokemon1 computer whatever jennifer changeme
    hello123 01011990 20202020 motdepasse chouchou doudou12 soleil123 jetaime1 juventus ciaociao francesco
    amoremio tiamo123 пароль12 йцукенгш deaddrop DeadDrop1 dead-drop d3addr0p codenames c0denames codenames1
"""

GOOD = [
    PASSWORD,
    "correct horse battery staple",
    "a long enough password",
    "quite another one",
    "yet another one",
    "one that is newer",
    "cafe\u0301 au\u00a0lait",
    "trois chats gris sous la pluie",
    "quattro parole in fila",
    "vier Wörter am Stück",
    "четыре слова подряд",
    "τέσσερις λέξεις στη σειρά",
    "ארבע מילים ברצף",
    "أربع كلمات متتالية",
    "चार शब्द एक साथ",
    "我们四个人去北京吃饭",
    "よっつのことばをならべる",
    "✈️❤️👩‍👩‍👧 and so on",
    "tK4#vq9Lz!",
    "w7f2mzpx",
    "x" * 3 + "kestrel umbrella lava",
    "kestrel umbrella lava " * 11,
]

NAMES = [
    ("Anna Bernadette", "annabernadette1"),
    ("Anna Bernadette", "BernadetteAnna"),
    ("Anna Bernadette", "4nna Bern4dette"),
    ("Anna Bernadette", "ettedanreB"),
    ("Anna Bernadette", "bernadette12"),
    ("Zorblatt", "zorblatt"),
    ("Zorblatt", "Zorblatt2026"),
    ("Zorblatt", "zorblattzorblatt"),
    ("Ξανθίππη", "ξανθίππη1"),
]


@pytest.mark.parametrize("password", COMMON.split())
def test_a_common_password_is_refused(app, context, password):
    with pytest.raises(BadPassword, match="one of the first passwords attackers try"):
        passwords.hash_new_password(password, "Zoe")


@pytest.mark.parametrize("password", GOOD)
def test_a_password_in_any_language_is_taken(app, context, password):
    assert passwords.verify_password(passwords.hash_new_password(password, "Zoe"), password)


@pytest.mark.parametrize(("name", "password"), NAMES)
def test_a_variant_of_one_s_own_name_is_refused(app, context, name, password):
    with pytest.raises(BadPassword):
        passwords.hash_new_password(password, name)


def test_it_is_refused_at_sign_up_and_nothing_typed_is_lost(app, nobody):
    answer = nobody.post("/signup", name="Ann", password="iloveyou", email="ann@example.org")
    assert answer.status_code == 422
    assert "This is one of the first passwords attackers try." in answer.text
    assert 'value="Ann"' in answer.text
    assert 'value="ann@example.org"' in answer.text
    assert "iloveyou" not in answer.text
    assert people(app) == 0
    assert new_browser(app).post("/signup", name="Zorblatt", password="zorblatt99").status_code == 422


@pytest.mark.parametrize("password", ["sunshine1", "zorblatt99"])
def test_it_is_refused_at_a_change(app, password):
    zorblatt = registered(app, "Zorblatt")
    answer = zorblatt.post("/account/password", current=PASSWORD, password=password)
    assert answer.status_code == 422
    assert "one of the first passwords attackers try" in answer.text
    assert is_in(signed_in(app, "Zorblatt"))


@pytest.mark.parametrize("password", ["sunshine1", "zorblatt99"])
def test_it_is_refused_at_a_reset_and_the_link_lives_on(app, nobody, mailbox, password):
    registered(app, "Zorblatt")
    confirmed(app, "Zorblatt", "z@example.org")
    nobody.post("/password", who="Zorblatt")
    link = mailbox.only().links[0]
    answer = nobody.post(link, password=password)
    assert answer.status_code == 422
    assert "one of the first passwords attackers try" in answer.text
    assert nobody.post(link, password="quite another one").status_code == 303


def test_a_link_does_not_let_somebody_try_weak_passwords_for_ever(app, nobody, mailbox):
    registered(app, "Ann")
    confirmed(app, "Ann", "ann@example.org")
    nobody.post("/password", who="Ann")
    link = mailbox.only().links[0]
    answers = [nobody.post(link, password="12345678") for _ in range(21)]
    assert [answer.status_code for answer in answers] == [422] * 20 + [429]
    assert nobody.get(link).status_code == 200


def test_a_weak_password_from_before_still_signs_in(app):
    registered(app, "Ann")
    with app.app_context():
        user = row(app, "Ann")
        user.password_hash = passwords.hash_password("12345678")
        db.session.merge(user)
        db.session.commit()
    ann = signed_in(app, "Ann", "12345678")
    assert ann.post("/account/password", current="12345678", password=PASSWORD).status_code == 303


def test_the_names_of_others_who_sign_up_at_the_same_moment_do_not_count():
    names = ["Zorblatt", "Quuxilla"] * 10
    found = at_once([partial(estimate_guesses, "zorblatt", name) for name in names])
    assert [each < passwords.MIN_GUESSES for each in found] == [True, False] * 10
