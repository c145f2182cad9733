"""GET /games/<code>: what stands on the table's page."""

import re

from app.accounts.models import User
from app.db import db, now
from app.games.wording import sentences
from app.rules import CODES
from tests.games.tables import CLUE, DUET_KEYS, LOSING, lay


def test_anyone_with_the_link_may_watch(classic, zed, nobody):
    for watcher in (zed, nobody):
        page = watcher.get(f"/games/{classic.code}")
        assert page.status_code == 200
        assert "You are watching" in page.text
        assert "<button" not in page.text.split('id="table"')[1].split("</main>")[0]


def test_the_team_to_move_and_ones_own_are_told_by_their_colours(classic, duet):
    heading, own = '<h2 class="{}">', '<span class="chip own {}">'
    for seat in ("red-operative", "blue-operative"):
        assert heading.format("red ") in classic.see(seat)
        assert own.format(seat.partition("-")[0]) in classic.see(seat)
    assert heading.format("red mine") in classic.see("red-spymaster")
    classic.send("red-spymaster", f"clue {CLUE} 1")
    classic.send("red-operative", "guess 17")
    assert heading.format("blue mine") in classic.see("blue-spymaster")
    assert heading.format(" mine") in duet.see("a")


def test_the_contract_of_the_fragment(classic):
    page = classic.see("red-operative")
    assert 'data-version="0"' in page
    assert 'data-turn="red-spymaster"' in page
    assert 'data-phase="clue"' in page
    assert re.findall(r'data-card="(\d+)"', page) == [str(card) for card in range(25)]
    assert page.count('data-face="hidden"') == 25


def test_faces_are_told_in_words_too(classic):
    classic.send("red-spymaster", f"clue {CLUE} 3")
    classic.send("red-operative", "guess 0", "guess 17")
    page = classic.see("blue-operative")
    assert 'data-face="red"' in page
    assert "red agent" in page
    assert 'data-face="bystander"' in page


def test_the_board_is_a_form_of_radio_buttons(classic):
    classic.send("red-spymaster", f"clue {CLUE} 3")
    page = classic.see("red-operative")
    assert len(re.findall(r'type="radio"\s+name="move"\s+value="guess ', page)) == 25
    assert f'action="/games/{classic.code}/moves"' in page
    assert not re.search(r'type="radio"\s+name="move"', classic.see("blue-operative"))


def test_only_what_the_rules_allow_has_a_button(classic):
    assert "Give the clue" in classic.see("red-spymaster")
    assert "Give the clue" not in classic.see("blue-spymaster")
    classic.send("red-spymaster", f"clue {CLUE} 3")
    assert "Stop guessing" not in classic.see("red-operative")  # V8
    assert "Call the clue invalid" in classic.see("blue-spymaster")  # V21
    classic.send("red-operative", "guess 0")
    assert "Stop guessing" in classic.see("red-operative")
    assert "Call the clue invalid" not in classic.see("blue-spymaster")  # V22


def test_the_log_keeps_clues_and_guesses(classic):
    """V12, V14: and never how many cards of a clue are left, which only its spymaster knows."""
    classic.send("red-spymaster", f"clue {CLUE} 3")
    classic.send("red-operative", "guess 0", "stop")
    page = classic.see("blue-operative")
    assert CLUE in page
    log = page.split('id="log"')[1]
    assert classic.game.words[0] in log
    assert not re.search(r"\d left", log)


def test_a_bystanders_marker_in_duet(duet):
    """D8"""
    duet.send("a", f"clue {CLUE} 1")
    duet.send("b", "guess 20")
    assert 'data-marked="b"' in duet.see("a")
    assert "tried: Bob" in duet.see("a")
    assert "8 tokens left" in duet.see("a")


def test_a_bystanders_marker_of_several_people(ann, bob, zed):
    duet = lay("duet", {"a": ann, "b": [bob, zed]}, {"keys": DUET_KEYS})
    duet.send("a", f"clue {CLUE} 1")
    duet.send("b", "guess 20")
    assert "tried: B<" in duet.see("a")


def test_the_whole_key_of_a_duet_is_told_by_names(duet, ann, bob, zed):
    shared = lay("duet", {"a": [ann, zed], "b": bob}, {"keys": DUET_KEYS})
    for table, sentence in (
        (duet, "A stands for the key of Ann, B for the key of Bob."),
        (shared, "A and B stand for each side’s key."),
    ):
        for seat, move in LOSING:
            table.send(seat, move)
        assert sentence in table.see("a")


def test_the_cards_in_mind_are_shown_at_the_end(classic):
    """What a clue was meant for is its giver's alone until then."""
    classic.send("red-spymaster", f"clue {CLUE} 2 for 3,5")
    assert "meant:" in classic.see("red-spymaster")
    assert "meant:" not in classic.see("blue-spymaster")
    classic.send("red-operative", "guess 24")
    assert "meant:" in classic.see("blue-operative")


def test_what_every_key_holds_is_public(duet, classic, nobody):
    """D20, V2: told to anyone who asks."""
    page = nobody.get(f"/games/{duet.code}").text.split('id="counts"')[1]
    assert re.findall(r"<td>(\w+)</td>", page)[:6] == ["agent", "agent", "3", "agent", "bystander", "5"]
    assert "has 9 agents, the other has 8;" in nobody.get(f"/games/{classic.code}").text


def test_every_refusal_of_the_rules_has_a_sentence():
    assert set(CODES) <= set(sentences.REFUSALS)


def test_a_refusal_leads_to_its_rule(classic, duet):
    """V8, D11: each game to its own; what no rule is about leads nowhere."""
    for table, giver, guesser, rule in ((classic, "red-spymaster", "red-operative", "V8"), (duet, "a", "b", "D11")):
        table.send(giver, f"clue {CLUE} 2")
        assert f'<a class="ruled" href="/rules#{rule}">Rule {rule}</a>' in table.play(guesser, "stop").text
        assert 'class="ruled"' not in table.play(guesser, "guess 99").text


def test_the_key_is_told_in_words(classic):
    """Never by colour alone."""
    page = classic.see("red-spymaster")
    told = re.findall(r'class="note key">\s*<svg.*?</svg>\s*(\w+)</span>', page, re.DOTALL)
    assert (told.count("red"), told.count("blue"), told.count("bystander"), told.count("assassin")) == (9, 8, 7, 1)


def test_what_a_score_means():
    """D19"""
    assert [sentences.score_comment(score) for score in (5, 6, 9, 11)] == [
        "",
        "A good score.",
        "A superb score.",
        "Time for the mission map!",
    ]


def test_somebody_without_an_account_any_more(classic, bob):
    with classic.app.app_context():
        user = db.session.get(User, bob.user.id)
        user.deleted_at, user.name = now(), "someone"
        db.session.commit()
    assert not re.search(r"\bBob\b", classic.see("red-spymaster"))  # "Bob" alone may stand in a token by chance


def test_what_the_last_touch_turned_up_is_told_to_all(classic, nobody):
    classic.send("red-spymaster", f"clue {CLUE} 3")
    classic.send("red-operative", "guess 17")
    page = nobody.get(f"/games/{classic.code}").text
    assert f"Red touched {classic.game.words[17].upper()}: bystander." in page
    assert re.findall(r'data-card="(\d+)"\s+data-face="bystander"\s+data-last', page) == ["17"]


def test_a_refused_consultation_is_told_to_who_asked(classic):
    """V20: the spymaster thinks again."""
    classic.send("red-spymaster", f"ask {CLUE} 2")
    classic.send("blue-spymaster", "refuse")
    assert f"{CLUE} was refused" in classic.see("red-spymaster")
    assert CLUE not in classic.see("red-operative")


def test_for_whom_one_waits_is_told_with_their_side(classic, nobody):
    assert "Ann (Red) is thinking of a clue." in nobody.get(f"/games/{classic.code}").text


def test_sudden_death_speaks_of_no_more_clues(ann, bob):
    """D15, D16"""
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS, "tokens": 2, "mistakes": 2})
    table.send("a", f"clue {CLUE} 9")
    table.send("b", *[f"guess {card}" for card in range(9)])
    assert "All agents on Ann’s key have been found" in table.see("a")
    table.send("b", f"clue {CLUE} 1")
    table.send("a", "guess 9", "stop")
    assert "Sudden death" in table.see("a")
    assert "gives the remaining clues" not in table.see("a")
