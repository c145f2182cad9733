"""Versus: turns, guesses and their ends (V2-V22, T2, T4, L1)."""

import pytest
from rules_play import SHORT, go, guesses, pictures, play, refused, versus

from app.rules import VARIANTS, Clue, Outcome

CLUE = "rs clue tree 2"


def test_seats_are_a_spymaster_and_operatives_a_team():
    """V1: the seats of a team; V2: how many cards lie there."""
    for name, size in (("classic", 25), ("pictures", 20)):
        assert (VARIANTS[name].seats, VARIANTS[name].size, VARIANTS[name].columns) == (tuple(SHORT.values()), size, 5)


@pytest.mark.parametrize("seat", [None, "red-operative", "blue-operative"])
def test_only_spymasters_see_the_key(seat):
    """V3."""
    table = play(versus(), CLUE, "ro guess 0")
    assert {card.key for card in table.view(seat).cards} == {None}
    for spymaster in ("red-spymaster", "blue-spymaster"):
        assert "".join(card.key for card in table.view(spymaster).cards) == versus()["key"]


@pytest.mark.parametrize("first", ["red", "blue"])
def test_the_starting_team_gives_the_first_clue(first):
    """V4."""
    table = play(versus(first=first))
    assert (table.phase, table.turn) == ("clue", (f"{first}-spymaster",))


def test_teams_take_turns():
    """V4, V5: a clue, guesses, then the other team."""
    table = play(versus(), CLUE)
    assert (table.phase, table.turn, table.view(None).clue) == ("guess", ("red-operative",), Clue("tree", 2))
    table = go(table, "ro guess 0", "ro stop")
    assert (table.phase, table.turn, table.view(None).clue) == ("clue", ("blue-spymaster",), None)
    table = go(table, "bs clue sea 1", "bo guess 9", "bo stop")
    assert table.turn == ("red-spymaster",)
    assert [(turn.giver, turn.side, turn.ended) for turn in table.view(None).turns] == [
        ("red-spymaster", "red", "stop"),
        ("blue-spymaster", "blue", "stop"),
    ]


@pytest.mark.parametrize(("number", "rule"), [("0", "zero"), ("inf", "unlimited")])
def test_zero_and_unlimited_are_house_rules(number, rule):
    """V6."""
    assert refused(play(versus()), f"rs clue tree {number}") == f"{rule}-not-allowed"
    assert refused(play(versus()), f"rs ask tree {number}") == f"{rule}-not-allowed"
    assert play(versus(house=[rule]), f"rs clue tree {number}").phase == "guess"


@pytest.mark.parametrize("number", range(1, 8))
def test_n_allows_n_plus_one_guesses(number):
    """V7, V11: the turn ends by itself after the last of them."""
    table = play(versus(), f"rs clue tree {number}", *guesses("ro", *range(number)))
    assert (table.phase, table.view("red-operative").guesses_left) == ("guess", 1)
    table = go(table, f"ro guess {number}")
    assert (table.turn, table.view(None).turns[-1].ended) == (("blue-spymaster",), "limit")
    assert table.view(None).guesses_left is None


@pytest.mark.parametrize("number", ["0", "inf"])
def test_zero_and_unlimited_have_no_limit(number):
    """V7."""
    table = play(versus(house=["zero", "unlimited"]), f"rs clue tree {number}", *guesses("ro", *range(8)))
    assert (table.phase, table.turn, table.view(None).guesses_left) == ("guess", ("red-operative",), None)
    assert go(table, "ro guess 8").outcome == Outcome("red", "agents")


def test_one_guess_is_required():
    """V8: also after a clue of 0."""
    for clue in (CLUE, "rs clue tree 0"):
        table = play(versus(house=["zero"]), clue)
        assert table.may("red-operative") == {"guess"}
        assert refused(table, "ro stop") == "must-guess"
        assert go(table, "ro guess 0").may("red-operative") == {"guess", "stop"}
        assert go(table, "ro guess 0", "ro stop").turn == ("blue-spymaster",)


@pytest.mark.parametrize(
    ("card", "face", "turn", "ended"),
    [
        (0, "red", "red-operative", ""),
        (17, "bystander", "blue-spymaster", "wrong"),
        (9, "blue", "blue-spymaster", "wrong"),
    ],
)
def test_a_guess_reveals_a_card(card, face, turn, ended):
    """V9."""
    table = play(versus(), CLUE, f"ro guess {card}")
    view = table.view(None)
    assert [(seen.index, seen.face) for seen in view.cards if seen.face != "hidden"] == [(card, face)]
    assert (table.turn, view.turns[-1].ended, view.turns[-1].guesses[0].face) == ((turn,), ended, face)
    assert dict(view.left) == {"red": 9 - (face == "red"), "blue": 8 - (face == "blue")}


def test_a_revealed_card_stays():
    """V9: for good."""
    table = play(versus(), CLUE, "ro guess 0")
    assert refused(table, "ro guess 0") == "already-revealed"
    assert "guess" not in table.view("red-operative").cards[0].verbs


@pytest.mark.parametrize(
    ("lines", "winner"),
    [([CLUE, "ro guess 24"], "blue"), (["rs clue a 1", "ro guess 17", "bs clue b 1", "bo guess 24"], "red")],
)
def test_the_assassin_loses_at_once(lines, winner):
    """V9."""
    table = play(versus(), *lines)
    assert (table.outcome, table.phase, table.turn) == (Outcome(winner, "assassin"), "over", ())
    assert (table.view(None).cards[24].face, table.view(None).turns[-1].ended) == ("assassin", "over")


def test_a_team_wins_with_its_last_card():
    """V10: found by itself, the limit of its clue notwithstanding."""
    table = play(versus(), "rs clue tree 8", *guesses("ro", *range(9)))
    assert (table.outcome, table.turn, table.view(None).turns[-1].ended) == (Outcome("red", "agents"), (), "over")


def test_a_team_wins_by_the_other_teams_guess():
    """V10: whoever revealed the last one."""
    table = play(versus(), CLUE, "ro guess 17", "bs clue sea 8", *guesses("bo", *range(9, 16)), "bo stop")
    assert dict(table.view(None).left) == {"red": 9, "blue": 1}
    table = go(table, "rs clue leaf 1", "ro guess 16")
    assert (table.outcome, table.view(None).turns[-1].ended) == (Outcome("blue", "agents"), "over")


def test_pictures_have_twenty_cards():
    """V2: eight for the starting team."""
    table = play(pictures(), "rs clue tree 7", *guesses("ro", *range(8)))
    assert table.outcome == Outcome("red", "agents")
    assert refused(play(pictures(), CLUE), "ro guess 20") == "no-such-card"


def test_the_log_is_everyones():
    """V12: clues, numbers and guesses."""
    table = play(versus(), "rs clue tree 3", "ro guess 0", "ro guess 9", "bs clue sea 1", "bo guess 10", "bo guess 11")
    for seat in (None, *SHORT.values()):
        turns = table.view(seat).turns
        assert [(str(turn.clue), [g.card for g in turn.guesses]) for turn in turns] == [
            ("clue tree 3", [0, 9]),
            ("clue sea 1", [10, 11]),
        ]


def test_only_operatives_in_turn_touch():
    """V13."""
    table = play(versus(), CLUE)
    assert refused(table, "bo guess 0") == "not-your-turn"
    assert refused(table, "rs guess 0") == "not-your-role"
    assert refused(table, "ro clue tree 2") == "not-your-role"
    assert refused(table, "bs clue tree 2") == "not-your-turn"
    assert {seat for seat in SHORT.values() if table.view(seat).cards[0].verbs} == {"red-operative"}


def test_the_key_is_shown_at_the_end():
    """V15: and what was in anybody's mind, asked and refused."""
    table = play(versus(), "rs ask wood 1 for 3", "bs refuse", "rs clue tree 2 for 0,1", "ro guess 24")
    for seat in (None, *SHORT.values()):
        view = table.view(seat)
        assert "".join(card.key for card in view.cards) == versus()["key"]
        assert (view.turns[0].clue, view.turns[0].refused) == (Clue("tree", 2, (0, 1)), (Clue("wood", 1, (3,)),))
        assert (view.may, {card.verbs for card in view.cards}) == (frozenset(), {frozenset()})


def test_cards_in_mind_are_the_givers_alone():
    """The cards named in `for` are one's own, hidden, and seen by nobody else."""
    table = play(versus(), "rs clue tree 2 for 3,7")
    assert table.view("red-spymaster").clue.cards == table.view("red-spymaster").turns[0].clue.cards == (3, 7)
    for seat in (None, "red-operative", "blue-spymaster", "blue-operative"):
        assert table.view(seat).clue.cards == table.view(seat).turns[0].clue.cards == ()
    fresh = play(versus())
    assert {card.index for card in fresh.view("red-spymaster").cards if "intend" in card.verbs} == set(range(9))
    assert refused(fresh, "rs clue tree 1 for 9") == "not-your-card"
    assert refused(fresh, "rs ask tree 1 for 25") == "no-such-card"


def test_resigning_forfeits():
    """L1: at any time, out of turn too."""
    for seat, winner in (("ro", "blue"), ("bs", "red")):
        table = play(versus(), CLUE, f"{seat} resign")
        assert (table.outcome, table.view(None).turns[-1].ended) == (Outcome(winner, "forfeit"), "over")
    assert play(versus(), "bo resign").outcome == Outcome("red", "forfeit")
    assert refused(play(versus(), "bo resign"), "rs resign") == "game-over"
    assert refused(play(versus()), "clock resign") == "not-your-role"


def test_a_clues_time_passes_the_turn():
    """T2."""
    table = play(versus(), "clock timeout")
    assert (table.phase, table.turn) == ("clue", ("blue-spymaster",))
    turn = table.view(None).turns[-1]
    assert (turn.giver, turn.clue, turn.ended, turn.limit) == ("red-spymaster", None, "timeout", None)


@pytest.mark.parametrize("touched", [[], [0]])
def test_guessings_time_ends_the_turn(touched):
    """T2: V8 notwithstanding."""
    table = play(versus(), CLUE, *guesses("ro", *touched), "clock timeout")
    assert (table.phase, table.turn, table.view(None).turns[-1].ended) == ("clue", ("blue-spymaster",), "timeout")


def test_the_clock_alone_says_when_time_is_up():
    """T5: and says nothing else."""
    table = play(versus())
    assert table.may("clock") == {"timeout"}
    assert refused(table, "rs timeout") == "not-your-role"
    assert refused(table, "clock clue tree 2") == "not-your-role"
    assert play(versus(), "rs resign").may("clock") == frozenset()


def test_three_missed_phases_abandon():
    """T4: in a row, of one team; the other team's moves and misses do not count."""
    blue = ["bs clue sea 1", "bo guess 9", "bo stop"]
    table = play(versus(), "clock timeout", *blue, "clock timeout")
    assert table.outcome is None
    table = go(table, "bs clue sea 1", "bo guess 10", "bo stop", "clock timeout")
    assert (table.outcome, table.phase) == (Outcome("blue", "abandoned"), "over")
    both = play(versus(), *["clock timeout"] * 5)
    assert both.outcome == Outcome("blue", "abandoned")


def test_any_move_of_a_team_starts_its_misses_anew():
    """T4."""
    table = play(versus(), *["clock timeout"] * 4, CLUE, *["clock timeout"] * 2)
    assert table.outcome == Outcome("red", "abandoned")
    table = play(versus(), *["clock timeout"] * 4, CLUE, "clock timeout", "bs clue sea 1", *["clock timeout"] * 2)
    assert table.outcome is None


def test_seats_and_cards_that_are_not_there():
    table = play(versus(), CLUE)
    assert refused(table, "ro guess 25") == "no-such-card"
    assert refused(table, "a guess 1") == "unknown-seat"
    for seat in ("a", "clock", ""):
        with pytest.raises(Exception, match="unknown-seat"):
            table.view(seat)
    assert table.may("a") == table.may(None) == table.view(None).may == frozenset()
