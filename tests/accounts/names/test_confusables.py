"""Which names could be taken for each other by people who see them side by side."""

import pytest

from app.accounts.names.confusables import are_confusable, skeleton

ALIKE = [
    ("Copa", "Сора"),
    ("Copa", "C0pa"),
    ("Copa", "Co pa"),
    ("Copa", "Copa."),
    ("Copa", "COPA"),
    ("Copa", "c.o.p.a"),
    ("Copa", "Çopá"),
    ("Paolaob", "Paọlaob"),
    ("Paolaob", "Paolaob¹"),
    ("Paolaob", "Paolaobʼ"),
    ("Paolaob", "Paolaobʰ"),
    ("Paolaob", "Paolaobˑ"),
    ("Paolaob", "ˀPaolaob"),
    ("Paolaob", "Pａolaob"),
    ("Paolaob", "Paolao\u0332b"),
    ("Zoe", "Zoé"),
    ("Bjorn", "Bjørn"),
    ("Lukasz", "Łukasz"),
    ("Dan", "Đan"),
    ("Tom", "Torn"),
    ("Ian", "lan"),
    ("Ian", "İan"),
    ("Ada 1", "Ada l"),
    ("Сергей", "Сергеи"),
    ("Νίκος", "Νικος"),
    ("אסתר", "אֶסְתֵּר"),
    ("محمد", "مُحَمَّد"),
]

APART = [
    ("Ada", "Ada 1"),
    ("Ada 1", "Ada 2"),
    ("Ada1", "Ada11"),
    ("Ann", "Anna"),
    ("Ben", "Bea"),
    ("Max", "May"),
    ("Jun", "Jyn"),
    ("Zoe", "Zora"),
    ("Анна", "Анка"),
    ("Νίκος", "Νίκη"),
    ("אסתר", "אסתי"),
    ("محمد", "محمود"),
    ("राम", "रम"),
    ("सीता", "सता"),
    ("ปู", "ปี"),
    ("かな", "がな"),
    ("マリー", "マリ"),
    ("李明", "李朋"),
    ("김민수", "김민주"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_these_do(one, other):
    assert are_confusable(one, other)
    assert are_confusable(other, one)


@pytest.mark.parametrize(("one", "other"), APART)
def test_these_do_not(one, other):
    assert not are_confusable(one, other)


def test_a_name_of_small_signs_alone_looks_like_itself_only():
    assert are_confusable("ˀˀ", "ˀˀ")
    assert not are_confusable("ˀˀ", "ˌˌ")


@pytest.mark.parametrize(
    ("name", "stored"), [("Zoé", "zoe\u0301"), ("Paọlaob", "pao\u0323laob"), ("Bjørn", "bjo\u0337rn")]
)
def test_what_is_stored_of_accounts_stays_as_it_was(name, stored):
    assert skeleton(name) == stored
