"""POST /games/<code>/moves: the path of one move."""

from tests.games.tables import CLUE


def test_a_move_is_written_with_who_played_it(classic, ann):
    assert classic.play("red-spymaster", f"clue {CLUE} 2").status_code == 303
    [row] = classic.rows
    assert (row.seq, row.seat, row.text, row.user_id) == (1, "red-spymaster", f"clue {CLUE} 2", ann.user.id)
    assert classic.game.turn == ["red-operative"]


def test_a_plain_form_is_led_back_to_the_table(classic):
    answer = classic.play("red-spymaster", f"clue {CLUE} 2")
    assert answer.headers["Location"] == f"/games/{classic.code}"


def test_htmx_gets_the_fresh_fragment(classic, ann):
    answer = ann.post(f"/games/{classic.code}/moves", move=f"clue {CLUE} 2", seen=0, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert answer.text.lstrip().startswith('<section id="table"')
    assert 'data-version="1"' in answer.text
    assert answer.headers["HX-PTag"] in answer.text


def test_the_clue_form_without_script(classic, ann):
    fields = {"move": "clue", "word": f"  {CLUE} ", "number": "3", "for": ["0", "4"], "seen": 0}
    assert ann.post(f"/games/{classic.code}/moves", **fields).status_code == 303
    assert classic.moves == [f"clue {CLUE} 3 for 0,4"]


def test_a_whole_classic_game(classic):
    classic.send("red-spymaster", f"clue {CLUE} 9")
    classic.send("red-operative", *[f"guess {card}" for card in range(9)])
    assert (classic.game.winner, classic.game.reason) == ("red", "agents")
    assert classic.game.finished_at is not None
    page = classic.see("blue-operative")
    assert 'data-winner="red"' in page
    assert "Red wins" in page


def test_a_whole_duet_won(duet):
    duet.send("a", f"clue {CLUE} 9")
    duet.send("b", *[f"guess {card}" for card in range(9)])
    duet.send("b", f"clue {CLUE} 6")
    duet.send("a", *[f"guess {card}" for card in range(9, 15)])
    assert (duet.game.winner, duet.game.reason) == ("team", "agents")
    assert "Score" in duet.see("a")  # D19


def test_what_the_rules_refuse_changes_nothing(classic):
    answer = classic.play("red-spymaster", "guess 3")
    assert answer.status_code == 422
    assert "Your seat cannot do that" in answer.text
    assert classic.moves == []


def test_a_move_out_of_turn(classic):
    answer = classic.play("blue-spymaster", f"clue {CLUE} 2")
    assert answer.status_code == 422
    assert "not your turn" in answer.text
    assert classic.moves == []


def test_the_same_move_twice_is_played_once(classic):
    classic.send("red-spymaster", f"clue {CLUE} 2")
    again = classic.play("red-spymaster", f"clue {CLUE} 2", seen=0)
    assert again.status_code == 409
    assert "The table changed" in again.text
    assert classic.moves == [f"clue {CLUE} 2"]


def test_an_old_page_cannot_touch_a_card(classic):
    classic.send("red-spymaster", f"clue {CLUE} 2")
    classic.send("red-operative", "guess 0")
    assert classic.play("red-operative", "guess 1", seen=1).status_code == 409
    assert len(classic.moves) == 2


def test_a_stranger_gets_404(classic, zed):
    answer = zed.post(f"/games/{classic.code}/moves", move="guess 1", seen=0)
    assert answer.status_code == 404
    assert classic.moves == []


def test_who_is_not_signed_in_is_asked_to(classic, nobody):
    answer = nobody.post(f"/games/{classic.code}/moves", move="guess 1", seen=0)
    assert answer.status_code in (302, 303)
    assert "/login" in answer.headers["Location"]


def test_a_finished_game_takes_no_move(classic):
    classic.send("red-spymaster", f"clue {CLUE} 1")
    classic.send("red-operative", "guess 24")
    answer = classic.play("red-operative", "guess 1")
    assert answer.status_code == 422
    assert "over" in answer.text
    assert len(classic.moves) == 2


def test_challenge_and_cover(classic):
    """V21: the turn ends with no guess, and the other spymaster may cover a card of their own."""
    classic.send("red-spymaster", f"clue {CLUE} 2")
    classic.send("blue-spymaster", "challenge", "cover 9")
    assert classic.game.turn == ["blue-spymaster"]
    assert "covered" in classic.see("red-operative")


def test_the_giver_calls_the_own_clue_invalid(classic):
    """V21: told in their own words what it costs; then the other spymaster may cover a card."""
    classic.send("red-spymaster", f"clue {CLUE} 2")
    assert "Call your own clue invalid before the first guess" in classic.see("red-spymaster")
    assert "Call it invalid before the first guess" in classic.see("blue-spymaster")
    assert 'id="doubt"' not in classic.see("red-operative")
    classic.send("red-spymaster", "challenge")
    classic.send("blue-spymaster", "cover 9")
    assert "Red called the clue invalid." in classic.see("blue-operative")


def test_the_giver_calls_the_own_clue_invalid_in_duet(duet):
    """D17: for one token, and once."""
    duet.send("a", f"clue {CLUE} 2")
    assert 'id="doubt"' in duet.see("a")
    duet.send("a", "challenge")
    assert 'id="doubt"' not in duet.see("a") + duet.see("b")
    duet.send("b", "guess 0")


def test_consult(classic):
    """V20: only the spymasters read what is asked."""
    classic.send("red-spymaster", f"ask {CLUE} 2")
    assert CLUE in classic.see("blue-spymaster")
    assert CLUE not in classic.see("red-operative")
    classic.send("blue-spymaster", "allow")
    assert CLUE in classic.see("red-operative")
    assert "allowed by the other spymaster" in classic.see("red-operative")
