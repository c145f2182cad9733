"""What happened between two looks at a table, in sentences."""

import re

from app.games.wording.recap import recap_lines
from app.rules import replay
from tests.games.page.return_visits import FIRST, new_cards, open_page, poll, silently, told, words
from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, LOSING, lay


def test_the_moves_since_in_order(classic, dan):
    open_page(classic, dan)
    silently(classic, *FIRST)
    page = open_page(classic, dan)
    red, bystander = words(classic, 0, 17)
    assert told(page) == [
        f"Red’s clue: {CLUE} 3",
        f"Red touched {red}: red agent.",
        f"Red touched {bystander}: bystander.",
    ]
    assert new_cards(page) == [0, 17]
    assert page.count("touched since your last visit") == 2
    assert "Since the game began" in page


def test_at_most_twelve_sentences(ann, bob, zed):
    """What is left out is counted; the cards of all of it are marked."""
    table = lay("duet", {"a": [ann, zed], "b": bob}, {"keys": DUET_KEYS})
    silently(table, ("a", f"clue {CLUE} 9"), *[("b", f"guess {card}") for card in range(8)], ("b", "stop"))
    silently(table, ("b", f"clue {CLUE} 6"))
    silently(table, ("a", "guess 9"))
    lines = told(poll(table, zed, since=0))
    assert len(lines) == 12
    assert lines[0] == f"Side A’s clue: {CLUE} 9"
    silently(table, *[("a", f"guess {card}") for card in range(10, 14)])
    page = poll(table, zed, since=0)
    assert told(page)[0] == "4 earlier moves are in the list of clues."
    assert told(page)[1] == f"Side B touched {words(table, 3)[0]}: agent."
    assert len(told(page)) == 13
    assert new_cards(page) == [*range(8), *range(9, 14)]


def test_how_a_game_ended_while_one_was_away(duet, ann):
    silently(duet, LOSING[0])
    open_page(duet, ann)
    silently(duet, LOSING[1])
    page = open_page(duet, ann)
    assert told(page) == [f"Bob touched {words(duet, 15)[0]}: assassin.", "Game lost: an assassin was touched."]
    assert new_cards(page) == [15]
    assert "hx-trigger" not in page.split('id="table"')[1].split(">")[0]


def test_a_consultation_is_the_spymasters_alone(classic, ann, bob, cat, dan):
    """V20: what is asked, and what was refused, stays between them; an allowed clue is told like any other."""
    for who in (ann, bob, cat, dan):
        open_page(classic, who)
    silently(classic, ("red-spymaster", "ask quokka 2"))
    assert told(open_page(classic, cat)) is None  # the desk asks her
    silently(classic, ("blue-spymaster", "refuse"))
    assert told(open_page(classic, ann)) == ["Red’s clue was refused: quokka 2"]
    silently(classic, ("red-spymaster", f"ask {CLUE} 1"))
    for who in (bob, dan):
        page = open_page(classic, who)
        assert told(page) is None
        assert "quokka" not in page
    silently(classic, ("blue-spymaster", "allow"))
    for who in (bob, dan):
        assert told(open_page(classic, who)) == [f"Red’s clue: {CLUE} 1"]


def test_the_cards_in_mind_are_in_no_strip(classic, dan):
    """They are the giver's alone until the end."""
    open_page(classic, dan)
    silently(classic, ("red-spymaster", f"clue {CLUE} 2 for 3,5"))
    assert told(open_page(classic, dan)) == [f"Red’s clue: {CLUE} 2"]


def test_a_challenge_and_a_covered_card(classic, dan):
    """V21"""
    silently(
        classic, ("red-spymaster", f"clue {CLUE} 3"), ("blue-spymaster", "challenge"), ("blue-spymaster", "cover 9")
    )
    page = open_page(classic, dan)
    assert told(page) == [
        f"Red’s clue: {CLUE} 3",
        "Blue called the clue invalid.",
        f"Blue covered {words(classic, 9)[0]}.",
    ]
    assert new_cards(page) == [9]


def recap(deal, moves, seat, since=0):
    """What the seat is told of moves after number `since`, in plain sentences; cards are called by their numbers."""
    before, after = replay(deal, moves[:since]).view(seat), replay(deal, moves).view(seat)
    return [
        re.sub("<.*?>", "", str(happening.sentence))
        for happening in recap_lines(before, after, [str(i) for i in range(25)])
    ]


def test_a_challenge_in_duet(app):
    """D17: the turn goes on; D15: in sudden death all touches are one turn."""
    deal = {"variant": "duet", "keys": DUET_KEYS, "tokens": 2, "mistakes": 2, "house": []}
    moves = [
        ("a", f"clue {CLUE} 1"),
        ("b", "challenge"),
        ("b", "guess 0"),
        ("b", "stop"),
        ("b", "guess 1"),
        ("a", "guess 9"),
    ]
    with app.test_request_context():
        assert recap(deal, moves, "a") == [
            f"Side A’s clue: {CLUE} 1",
            "Side B called the clue invalid.",
            "Side B touched 0: agent.",
            "Side B stopped guessing.",
            "Side B touched 1: agent.",
            "Side A touched 9: agent.",
        ]
        assert recap(deal, moves, "a", since=5) == ["Side A touched 9: agent."]


def test_time_that_ran_out(app):
    """T2, T3"""
    versus = {"variant": "classic", "first": "red", "key": CLASSIC_KEY, "house": []}
    moves = [("clock", "timeout"), ("blue-spymaster", f"clue {CLUE} 1"), ("clock", "timeout")]
    duet = {"variant": "duet", "keys": DUET_KEYS, "tokens": 9, "mistakes": 9, "house": []}
    with app.test_request_context():
        assert recap(versus, moves, None) == [
            "Red did not give a clue in time.",
            f"Blue’s clue: {CLUE} 1",
            "Blue ran out of time to guess.",
        ]
        both = [("clock", "timeout"), ("a", f"clue {CLUE} 1"), ("b", "guess 20"), ("clock", "timeout")]
        assert recap(duet, both, "a") == [
            "Neither side gave a clue in time.",
            f"Side A’s clue: {CLUE} 1",
            "Side B touched 20: bystander.",
            "Side B did not give a clue in time.",
        ]


def test_what_the_deadline_touched_is_told_so(app):
    """V13: its touch, and the stop after it, are nobody's."""
    deal = {"variant": "classic", "first": "red", "key": CLASSIC_KEY, "house": []}
    moves = [("red-spymaster", f"clue {CLUE} 2"), ("red-operative", "guess 0"), ("red-operative", "stop")]
    with app.test_request_context():
        happened = recap_lines(
            replay(deal, []).view(None), replay(deal, moves).view(None), "A" * 25, {("red-operative", 0)}
        )
        assert [str(one.sentence) for one in happened][1:] == [
            "Red ran out of time, so the card with the most marks was touched: A, red agent."
        ]
