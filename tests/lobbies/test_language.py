"""A lobby in the language of whoever looks at it."""

import re
from html import unescape

import pytest

from app.lobbies.models import LIFETIME
from tests.lobbies.sample_lobby import alert, open_lobby
from tests.translation import said

DAYS = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "it": "lunedì martedì mercoledì giovedì venerdì sabato domenica",
}


@pytest.mark.parametrize("code", ["en", "fr", "it"])
def test_the_day_it_ends_is_written_as_the_language_writes_days(classic, nobody, code):
    ends = classic.read("created_at") + LIFETIME
    written = re.search(r"<time[^>]*>(.*?)</time>", nobody.get(classic.url(), accept_language=code).text)[1]
    assert written.startswith(f"{DAYS[code].split()[ends.weekday()]} {ends.day} ")
    assert written.endswith(f"{ends:%H:%M} UTC")


@pytest.mark.parametrize("code", ["fr", "en", "it"])
def test_choices_follow_the_reader(app, nobody, code):
    page = unescape(nobody.get("/lobbies/new?variant=duet", accept_language=code).text)
    assert said(app, code, "as many as there are tokens") in page
    assert said(app, code, "at most %(number)d", number=3) in page
    for sentence in ("Timer tokens", "9: standard mission", "A clue’s number may be 0."):
        assert said(app, code, sentence) in page


@pytest.mark.parametrize("code", ["fr", "it"])
def test_two_read_one_lobby_each_in_their_language(app, duet, ann, bob, code):
    bob.post("/language", language=code)
    for reader, language in ((ann, "en"), (bob, code)):
        page = unescape(reader.get(duet.url()).text)
        for sentence in (
            "Played by the official rules.",
            "Only people with the link can find it.",
            "Side A needs a player.",
        ):
            assert said(app, language, sentence) in page


def test_a_refusal_is_in_the_language_of_whom_it_refuses(app, classic, ann, bob):
    bob.post("/language", language="fr")
    classic.sit(bob, "")
    sentence = "Only the host or someone with a seat can start the game."
    assert unescape(alert(classic.do(bob, "start"))) == said(app, "fr", sentence)
    missing = (
        "Red needs a spymaster.",
        "Red needs an operative.",
        "Blue needs a spymaster.",
        "Blue needs an operative.",
    )
    assert alert(classic.do(ann, "start")) == " ".join(missing)


@pytest.mark.parametrize(
    ("mistakes", "words"), [(0, ", none for mistakes"), (1, " and 1 mistake;"), (2, " and 2 mistakes;")]
)
def test_d4_one_mistake_is_a_mistake(ann, mistakes, words):
    lobby = open_lobby(ann, variant="duet", tokens=9, mistakes=mistakes)
    assert f"9 timer tokens{words}" in ann.get(lobby.url()).text
