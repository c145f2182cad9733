"""The lesson itself: each step played by the rules, wrong touches, and addresses that nobody was led to."""

from collections import Counter

import pytest

from app import rules
from app.decks import DECKS, advice
from app.games.moves.clue_checks import ClueObjection
from app.games.store.errors import ActionRefused
from app.i18n.languages import LANGUAGES
from app.rules import Clue, Guess, Stop
from app.tutorial.courses import CODENAMES, COURSES, DUET, codenames
from app.tutorial.courses.duet import (
    DEAL,
    LEARNER_CLUE_CARDS,
    PARTNER_ASSASSIN,
    PARTNER_CLUE_CARDS,
    TOUCHED_BYSTANDER,
    WORDS,
)
from app.tutorial.lesson import InvalidPath, Lesson, replay_path

KEYS = ["".join(pair) for pair in zip(DEAL["keys"]["a"], DEAL["keys"]["b"], strict=True)]


@pytest.fixture(params=LANGUAGES)
def words(request):
    """One language's words after the other's."""
    return WORDS[request.param]


@pytest.fixture(params=COURSES)
def all_words(request):
    """The words of each language of one course after the other."""
    return list(COURSES[request.param].words.values())


def whole(words) -> str:
    """All that is done in the lesson, as its address has it."""
    return f"on/6/17/stop/{words.example}-2/on/21"


def test_the_keys_are_such_as_are_dealt():
    """D2"""
    assert Counter(KEYS) == rules.DUET_COUNTS


def test_the_places_are_what_the_lesson_says_of_them():
    """D1, D6, D9: the second card that is meant is an assassin on one's own key, and the assassin an agent there."""
    assert [KEYS[card] for card in PARTNER_CLUE_CARDS] == [".g", "xg"]
    assert [KEYS[card][0] for card in (*LEARNER_CLUE_CARDS, TOUCHED_BYSTANDER)] == ["g", "g", "."]
    assert KEYS[PARTNER_ASSASSIN] == "gx"


def test_the_words_are_dealt_from_decks_of_the_language(all_words):
    """K3, K6: each on a card of its own."""
    assert {words.language for words in all_words} == set(LANGUAGES)
    for words in all_words:
        decks = [deck for deck in DECKS.values() if deck.language == words.language]
        cards = {word: (deck.name, card) for deck in decks for card in deck.cards for word in card}
        assert len({cards[word] for word in words.cards}) == len(words.cards) == len(KEYS)


def test_the_clues_are_fair_and_the_trap_is_none(all_words):
    """C2, C3, C4"""
    for words in all_words:
        noticed = {
            clue: [finding.code for finding in advice(clue, words.deck, dict(enumerate(words.cards)), frozenset())]
            for clue in (*words.clues, words.example, words.trap)
        }
        assert noticed.pop(words.trap) == ["same-form"]
        assert set(map(tuple, noticed.values())) == {()}


def test_the_whole_lesson_step_by_step(words):
    """D5, D7, D8, D9, D11, D12"""
    actions, seen = whole(words).split("/"), []
    for count in range(len(actions) + 1):
        lesson = replay_path(DUET, words, "/".join(actions[:count]))
        view = lesson.table.view("a")
        assert (lesson.actions, lesson.wrong_face) == (tuple(actions[:count]), "")
        seen.append((lesson.step.name, view.left["team"], view.tokens.reserve, view.phase))
    assert seen == [
        ("key", 15, 9, "clue"),
        ("touch", 15, 9, "guess"),
        ("touch", 14, 9, "guess"),
        ("stop", 13, 9, "guess"),
        ("clue", 13, 8, "clue"),
        ("answer", 11, 7, "clue"),
        ("assassin", 11, 7, "guess"),
        ("end", 11, 7, "over"),
    ]
    assert lesson.table.outcome.reason == "assassin"
    assert view.cards[TOUCHED_BYSTANDER].marked == "b"


def test_the_key_of_the_codenames_lesson_is_such_as_is_dealt():
    """V2"""
    assert Counter(CODENAMES.deal["key"]) == dict(zip("rb.x", rules.VERSUS_COUNTS[25], strict=True))


def test_the_places_of_the_codenames_lesson_are_what_it_says_of_them():
    """V9"""
    key = CODENAMES.deal["key"]
    own = (*codenames.SPYMASTER_CLUE_CARDS, codenames.RIVAL_STRAY, *codenames.LEARNER_CLUE_CARDS)
    assert {key[card] for card in own} == {"r"}
    assert (key[codenames.RIVAL_CLUE_CARD], key[codenames.ASSASSIN]) == ("b", "x")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_whole_codenames_lesson_step_by_step(language):
    """V5, V8, V9: first an operative, who never sees the key, then the spymaster."""
    words, seen = CODENAMES.words[language], []
    actions = f"on/3/11/stop/on/{words.example}-2".split("/")
    for count in range(len(actions) + 1):
        lesson = replay_path(CODENAMES, words, "/".join(actions[:count]))
        view = lesson.table.view(lesson.step.seat)
        assert (view.cards[0].key is None) == (view.seat == "red-operative")
        seen.append((lesson.step.name, view.seat, view.left["red"], view.left["blue"], view.turn))
    assert seen == [
        ("team", "red-operative", 9, 8, ("red-spymaster",)),
        ("touch", "red-operative", 9, 8, ("red-operative",)),
        ("touch", "red-operative", 8, 8, ("red-operative",)),
        ("stop", "red-operative", 7, 8, ("red-operative",)),
        ("rivals", "red-operative", 6, 7, ("red-spymaster",)),
        ("clue", "red-spymaster", 6, 7, ("red-spymaster",)),
        ("end", "red-spymaster", 4, 7, ("blue-spymaster",)),
    ]


@pytest.mark.parametrize(
    ("made", "card", "face"),
    [("on", 0, "red"), ("on", 8, "blue"), ("on/3", 2, "bystander"), ("on", 14, "assassin"), ("on/3/11", 6, "red")],
)
def test_a_wrong_touch_of_the_codenames_lesson_leads_no_further(made, card, face):
    """V9"""
    lesson = replay_path(CODENAMES, CODENAMES.words["en"], made).play(Guess(card))
    assert (lesson.wrong_face, lesson.may) == (face, frozenset())
    for action in ("on", "stop", "3"):
        with pytest.raises(ActionRefused):
            lesson.do(action)


def test_a_spymaster_of_the_lesson_gives_a_clue_and_asks_nobody():
    lesson = replay_path(CODENAMES, CODENAMES.words["en"], "on/3/stop/on")
    assert (lesson.step.name, lesson.may) == ("clue", {"clue"})


def test_the_cards_may_be_touched_in_either_order_and_one_may_be_left():
    words = WORDS["en"]
    assert replay_path(DUET, words, "on/17/6").step.name == "stop"
    assert replay_path(DUET, words, "on/6/stop/music-2/on/21").step.name == "end"


@pytest.mark.parametrize(
    ("made", "card", "face"),
    [
        ("on", 7, "bystander"),
        ("on", 15, "assassin"),
        ("on", 1, "agent"),
        ("on/6/17", 0, "bystander"),
        ("on/6/17/stop/music-2/on", 24, "agent"),
    ],
)
def test_a_wrong_touch_is_played_and_leads_no_further(made, card, face):
    """D7, D8, D9"""
    lesson = replay_path(DUET, WORDS["en"], made).play(Guess(card))
    assert (lesson.wrong_face, lesson.may, lesson.actions[-1]) == (face, frozenset(), str(card))
    assert lesson.table.view("a").cards[card].face == ("hidden" if face == "bystander" else face)
    with pytest.raises(ActionRefused):
        lesson.do("on")
    with pytest.raises(ActionRefused):
        lesson.play(Guess(6))


@pytest.mark.parametrize(
    ("made", "kept"),
    [
        ("nowhere", ""),
        ("on/99", "on"),
        ("on/06", "on"),
        ("on/6/6", "on/6"),
        ("on/stop", "on"),
        ("stop", ""),
        ("6", ""),
        ("on/on", "on"),
        ("on/6/17/on", "on/6/17"),
        ("on/7/6", "on/7"),
        ("on/6/17/stop/trumpets-2", "on/6/17/stop"),
        ("on/6/17/stop/trumpet-2", "on/6/17/stop"),
        ("on/6/17/stop/music-3", "on/6/17/stop"),
        ("on/6/17/stop/music-", "on/6/17/stop"),
        ("on/6/17/stop/-2", "on/6/17/stop"),
        ("on/6/17/stop/two words-2", "on/6/17/stop"),
        ("on/6/17/stop/музыка-2", "on/6/17/stop"),
        ("on/6/17/stop/music-2-99", "on/6/17/stop"),
        ("on/6/17/stop/music-2-0", "on/6/17/stop"),
        ("on/6/17/stop/music-2-2-2", "on/6/17/stop"),
        ("on/6/17/stop/" + "m" * 300 + "-2", "on/6/17/stop"),
        ("on/6/17/stop/music-2/on/21/on", "on/6/17/stop/music-2/on/21"),
        ("\0", ""),
        ("on/" * 500, "on"),
    ],
)
def test_an_address_is_followed_as_far_as_it_goes(made, kept):
    """C1, C2, C6, D11: nothing that a table would refuse is in any address."""
    with pytest.raises(InvalidPath) as astray:
        replay_path(DUET, WORDS["en"], made)
    assert "/".join(astray.value.lesson.actions) == kept


def test_the_cards_one_has_in_mind_go_along():
    lesson = replay_path(DUET, WORDS["en"], "on/6/17/stop").play(Clue("music", 2, LEARNER_CLUE_CARDS))
    assert lesson.actions[-1] == "music-2-2-13"
    assert replay_path(DUET, WORDS["en"], "/".join(lesson.actions)) == lesson


def test_a_doubtful_clue_is_given_by_who_is_sure():
    """C4"""
    lesson, clue = replay_path(DUET, WORDS["en"], "on/6/17/stop"), Clue("candlelight", 2)
    with pytest.raises(ClueObjection) as doubt:
        lesson.play(clue)
    assert not doubt.value.refused
    assert lesson.play(clue, sure=True).step.name == "answer"


def test_only_what_the_step_is_about_may_be_done():
    lesson = Lesson.begin(DUET, WORDS["en"])
    for move in (Clue("music", 2), Guess(6), Stop()):
        with pytest.raises(ActionRefused):
            lesson.play(move)
    assert replay_path(DUET, WORDS["en"], "on").may == {"guess"}
    assert replay_path(DUET, WORDS["en"], "on/6").may == {"guess", "stop"}
    with pytest.raises(ActionRefused) as owed:
        replay_path(DUET, WORDS["en"], "on").play(Stop())
    assert owed.value.code == "must-guess"
