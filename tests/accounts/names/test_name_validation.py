"""What a name may look like, and which names count as one."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.accounts.errors import BadName
from app.accounts.names import validation
from app.accounts.names.confusables import skeleton

SOUND = [
    "Ann",
    "Anna B.",
    "O’Neil",
    "Jean-Luc",
    "José",
    "Nguyễn",
    "Łukasz",
    "Анна",
    "Сара",
    "Νίκος",
    "אסתר",
    "محمد",
    "राम",
    "ประเสริฐ",
    "李明",
    "花子さん",
    "김민수",
    "Ken健",
    "007",
]

UNSOUND = [
    "",
    " ",
    "x",
    "x" * 31,
    "...",
    "-ann",
    "\u0301ann",
    "an\u0301\u0301\u0301\u0301n",
    "ann\n",
    "an\tn",
    "an\0n",
    "an\u200bn",
    "an\u200dn",
    "an\u00adn",
    "\ufeffann",
    "\u202eann",
    "\u2066ann",
    "\u3164\u3164",
    "\u2800\u2800",
    "\ue000\ue000",
    "\ud800nn",
    "😀😀",
    "<b>",
    "Ann (guest)",
    "a@b",
    "ʻʻ",
    "аnn",
    "annα",
    "ANNА",
    "АННА",
    "ΑΝΝΑ",
    "guest",
    "S0ME0NE",
    "Quelqu'un",
    "QUALCUNO",
    "dead drop",
    "Admin.",
]

ALIKE = [
    ("Ann", "ANN"),
    ("Ann", "ａｎｎ"),
    ("Anna B.", "anna_b"),
    ("Ian", "lan"),
    ("Ian", "1an"),
    ("Bob", "B0b"),
    ("Tom", "Torn"),
    ("coco", "сосо"),
    ("Straße", "STRASSE"),
    ("Νίκος", "ΝΊΚΟΣ"),
    ("ﬁona", "Fiona"),
]


@pytest.mark.parametrize("name", SOUND)
def test_names_of_many_languages_may_be_taken(name):
    assert validation.normalize_name(f"  {name} ") == name


@pytest.mark.parametrize("name", UNSOUND)
def test_names_that_deceive_or_cannot_be_read_may_not(name):
    with pytest.raises(BadName):
        validation.normalize_name(name)


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_names_that_look_alike_count_as_one(name, other):
    assert skeleton(name) == skeleton(other)


@pytest.mark.parametrize(
    ("name", "other"), [("Ann", "Anna"), ("José", "Jose"), ("Nan", "Van"), ("Jun", "Jyn"), ("B", "S")]
)
def test_names_that_differ_do_not(name, other):
    assert skeleton(name) != skeleton(other)


@settings(deadline=None)
@given(st.text(max_size=40))
def test_any_text_is_a_name_or_refused_and_a_name_stays_as_it_is(text):
    try:
        name = validation.normalize_name(text)
    except BadName:
        return
    assert validation.normalize_name(name) == name
    assert 2 <= len(name) <= 30
    assert name.isprintable()
    assert len(skeleton(name).encode()) < 2000  # what an index takes


@settings(deadline=None)
@given(st.text(max_size=40))
def test_a_skeleton_is_its_own_and_knows_no_case(text):
    assert skeleton(skeleton(text)) == skeleton(text)
    assert skeleton(text.casefold()) == skeleton(text)
