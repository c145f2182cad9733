"""GET and POST /learn: the lesson as a visitor without an account gets it, by links and forms alone."""

import re
from html import unescape

import pytest

from app.i18n.languages import LANGUAGES
from app.tutorial.courses import CODENAMES, COURSES
from app.tutorial.courses.duet import WORDS
from tests.rules_pages.rules_page import plain

CLUE = "/learn/on/6/17/stop"


def main(text: str) -> str:
    """The text of a page's main part."""
    return plain(text.partition("<main")[2].partition("</main>")[0])


def onwards(text: str) -> str:
    """Where the one button that is a link leads."""
    return unescape(re.search(r'<a class="button"\s+href="([^"]+)"', text)[1])


def test_every_wrong_touch_has_its_text():
    assert set(COURSES["duet"].wrong_touches) == {"agent", "bystander", "assassin"}
    assert set(CODENAMES.wrong_touches) == {"red", "blue", "bystander", "assassin"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_lesson_in_each_language(nobody, language):
    words, address = WORDS[language], "/learn"
    forms = {
        "touch": {"move": "guess 6"},
        "again": {"move": "guess 17"},
        "stop": {"move": "stop"},
        "clue": {"move": "clue", "word": words.example, "number": "2"},
        "assassin": {"move": "guess 21"},
    }
    titles = []
    for step in ("key", "touch", "again", "stop", "clue", "answer", "assassin", "end"):
        page = nobody.get(address, accept_language=language)
        titles.append(plain(re.search(r'<h1 id="step">(.*?)</h1>', page.text)[1]))
        assert page.status_code == 200
        assert f'lang="{language}"' in page.text
        assert "%(" not in page.text
        assert words.cards[0] in main(page.text).lower()
        if step in forms:
            answer = nobody.post(f"{address}/moves", {"Accept-Language": language}, **forms[step])
            assert answer.status_code == 303
            address = unescape(answer.headers["Location"])
        elif step != "end":
            address = onwards(page.text)
    assert len(set(titles)) == len(titles)
    assert "data-reason" not in page.text  # nothing ever polls or ends here as a game does
    assert onwards(page.text) == "/lobbies/new?variant=duet"
    assert 'href="/signup"' in page.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_codenames_lesson_in_each_language(nobody, language):
    words, address = CODENAMES.words[language], "/learn/codenames"
    forms = {
        "touch": {"move": "guess 11"},
        "again": {"move": "guess 3"},
        "stop": {"move": "stop"},
        "clue": {"move": "clue", "word": words.example, "number": "2"},
    }
    titles = []
    for step in ("team", "touch", "again", "stop", "rivals", "clue", "end"):
        page = nobody.get(address, accept_language=language)
        titles.append(plain(re.search(r'<h1 id="step">(.*?)</h1>', page.text)[1]))
        assert page.status_code == 200
        assert f'lang="{language}"' in page.text
        assert "%(" not in page.text
        if step in forms:
            answer = nobody.post(f"{address}/moves", {"Accept-Language": language}, **forms[step])
            assert answer.status_code == 303
            address = unescape(answer.headers["Location"])
        elif step != "end":
            address = onwards(page.text)
    assert len(set(titles)) == len(titles)
    assert onwards(page.text) == "/lobbies/new?variant=classic"
    assert 'href="/rules#codenames"' in page.text


def test_only_the_spymaster_of_the_codenames_lesson_is_shown_the_key(nobody):
    """V3"""
    for address in ("", "/on", "/on/3", "/on/3/11/stop"):
        assert "data-key" not in nobody.get(f"/learn/codenames{address}").text
    shown = re.findall(r'data-key="([^"]+)"', nobody.get("/learn/codenames/on/3/11/stop/on").text)
    assert "".join(shown) == CODENAMES.deal["key"]


def test_refusals_of_the_codenames_lesson_name_its_rules(nobody):
    """V8, C2"""
    assert "Rule V8" in plain(nobody.post("/learn/codenames/on/moves", move="stop").text)
    clue = "/learn/codenames/on/3/stop/on"
    answer = nobody.post(f"{clue}/moves", move="clue", word="cherries", number="2")
    assert "cherries is a form of CHERRY, which is on the table. Rule C2" in plain(answer.text)
    assert "the other spymaster" not in plain(answer.text)
    advice = nobody.post(f"{clue}/advice", {"HX-Request": "true"}, word="cherries")
    assert plain(advice.text).endswith("You cannot give this clue.")
    assert nobody.get(f"{clue}/moves").headers["Location"] == clue


def test_nothing_is_kept_and_nothing_is_asked_for(nobody):
    page = nobody.get("/learn/on")
    assert "hx-get" not in page.text.partition("<main")[2]
    assert page.headers.getlist("Set-Cookie") == [
        cookie for cookie in page.headers.getlist("Set-Cookie") if cookie.startswith("session=")
    ]


def test_the_partners_key_is_in_no_page_before_the_end(nobody):
    """D1, D18"""
    page = nobody.get("/learn/on/6/17").text
    keys = re.findall(r'data-key="([^"]+)"', page)
    assert "".join(keys) == ".gg.xg...g.g.g...xg..gxg."
    assert re.findall(r'data-key="([^"]+)"', nobody.get("/learn/on/6/17/stop/music-2/on/21").text)[21] == "gx"


def test_a_wrong_touch_is_explained_and_taken_back(nobody):
    answer = nobody.post("/learn/on/moves", move="guess 7")
    assert answer.headers["Location"] == "/learn/on/7"
    page = nobody.get("/learn/on/7").text
    assert "That is a bystander" in main(page)
    assert 'data-marked="a"' in page
    assert 'type="radio"' not in page
    assert onwards(page) == "/learn/on"
    assert "That is an assassin" in main(nobody.get("/learn/on/15").text)
    assert "An agent, by luck" in main(nobody.get("/learn/on/1").text)


@pytest.mark.parametrize(
    ("address", "form", "said"),
    [
        ("/learn/on", {}, "Choose a card first, then reveal it with the button."),
        ("/learn/on", {"move": "stop"}, "Touch at least one card before you stop. Rule D11"),
        ("/learn/on", {"move": "challenge"}, "You can do that in a game, but not in this step."),
        ("/learn/on/6", {"move": "guess 6"}, "That card has already been revealed. Rule D7"),
        ("/learn/on/6", {"move": "dance"}, "That is not a valid move."),
        (CLUE, {"move": "clue", "word": "music", "number": "3"}, "Your clue here is for two cards"),
        (CLUE, {"move": "clue", "word": "", "number": "2"}, "A clue needs a word. Rule C1"),
        (CLUE, {"move": "clue", "word": "two words", "number": "2"}, "At this table, a clue is one word"),
    ],
)
def test_what_cannot_be_done_is_refused_in_words(nobody, address, form, said):
    for headers in ({}, {"HX-Request": "true"}):
        answer = nobody.post(f"{address}/moves", headers, **form)
        assert answer.status_code == 422
        assert said in plain(re.search(r'<p class="notice".*?</p>', answer.text, re.DOTALL)[0])
    assert answer.text.lstrip().startswith('<section id="table"') or '<section id="table"' in answer.text
    assert "<html" not in answer.text


def test_the_trap_stands_in_the_field_and_is_refused_with_its_rule(nobody):
    """C2"""
    page = nobody.get(CLUE).text
    assert re.search(r'id="clue-word"[^>]*value="trumpets"', page)
    answer = nobody.post(f"{CLUE}/moves", move="clue", word="trumpets", number="2")
    assert answer.status_code == 422
    assert "trumpets is a form of TRUMPET, which is on the table. Rule C2" in plain(answer.text)
    assert "You cannot give this clue while that word is on the table." in plain(answer.text)


def test_a_doubtful_clue_is_given_once_its_advice_was_read(nobody):
    """C4"""
    form = {"move": "clue", "word": "candlelight", "number": "2"}
    answer = nobody.post(f"{CLUE}/moves", **form)
    assert (answer.status_code, 'name="sure" value="candlelight"' in answer.text) == (422, True)
    assert nobody.post(f"{CLUE}/moves", **form, sure="candlelight").headers["Location"] == f"{CLUE}/candlelight-2"


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("trumpets", "trumpets is a form of TRUMPET, which is on the table. Rule C2 You cannot give this clue."),
        ("candlelight", "candlelight shares a part with CANDLE. Rule C3"),
        (
            "two words",
            "At this table, a clue is one word, without spaces or hyphens. Rule C6 You cannot give this clue.",
        ),
        ("music", ""),
        ("  ", ""),
    ],
)
def test_advice_comes_while_one_types(nobody, word, said):
    """C2, C3, C4, C6: as in a game."""
    assert plain(nobody.post(f"{CLUE}/advice", {"HX-Request": "true"}, word=word).text) == said


def test_no_other_step_has_advice(nobody):
    assert plain(nobody.post("/learn/on/advice", {"HX-Request": "true"}, word="trumpets").text) == ""
    assert nobody.post(f"{CLUE}/advice", word="trumpets").headers["Location"] == CLUE


def test_the_address_of_a_form_leads_back_to_its_step(nobody):
    assert nobody.get("/learn/on/moves").headers["Location"] == "/learn/on"


def test_a_clue_of_any_letters_comes_back_in_the_address(nobody):
    answer = nobody.post(f"{CLUE}/moves", move="clue", word="Mélodie’s", number="2")
    assert "Mélodie’s" in nobody.get(answer.headers["Location"]).text


@pytest.mark.parametrize("made", ["nowhere", "on/99", "on/6/17/stop/trumpets-2", "on/%00", "on/7/6", "%ff/x"])
def test_an_invalid_address_leads_to_the_last_valid_step(nobody, made):
    answer = nobody.get(f"/learn/{made}")
    assert answer.status_code == 303
    page = nobody.get(answer.headers["Location"])
    assert page.status_code == 200
    assert "This address is not a step of the lesson." in main(page.text)
    assert nobody.post(f"/learn/{made}/moves", move="guess 6").status_code == 303


def test_it_is_linked_where_newcomers_look(nobody, ann):
    for page in ("/", "/rules"):
        assert set(re.findall(r'href="(/learn[^"]*)"', nobody.get(page).text)) == {"/learn", "/learn/codenames"}
    assert set(re.findall(r'href="(/learn[^"]*)"', ann.get("/").text)) == {"/learn", "/learn/codenames"}
