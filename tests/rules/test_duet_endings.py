"""Duet: sudden death, time, score and house rules (D15, D19, D30-D33, T3, T4)."""

import pytest
from rules_play import DUET_KEYS, duet, go, guesses, play, refused

from app.rules import VARIANTS, Outcome, Tokens

A_CLUE, B_CLUE = "a clue tree 2", "b clue sea 2"
LAST = duet(tokens=1, mistakes=1)
SUDDEN = [A_CLUE, "b guess 0", "b stop"]
A_FINDS, B_FINDS = [8, 9, 10, 11, 12, 14, 1, 2], [3, 4, 5, 6, 7, 13]


def tokens(table):
    return table.view(None).tokens


def test_sudden_death_has_no_clues():
    """D15: each side may touch while the other side's view has agents to find."""
    table = play(LAST, *SUDDEN)
    assert (table.phase, table.turn, tokens(table).reserve) == ("sudden-death", ("a", "b"), 0)
    assert table.may("a") == table.may("b") == {"guess"}
    assert refused(table, "a clue leaf 1") == "no-more-clues"
    assert refused(table, "a stop") == "not-your-turn"
    assert refused(table, "b challenge") == "cannot-challenge"


def test_sudden_death_in_any_order():
    """D15: the 15th agent wins; a side that has nothing left to find is not awaited."""
    table = play(LAST, *SUDDEN, *guesses("a", 8, 9), *guesses("b", 3), *guesses("a", *A_FINDS[2:]))
    assert (table.turn, table.may("a")) == (("b",), frozenset())
    assert refused(table, "a guess 18") == "nothing-to-find"
    table = go(table, *guesses("b", *B_FINDS[1:]))
    assert (table.outcome, tokens(table).reserve) == (Outcome("team", "sudden-death"), 0)
    last = table.view(None).turns[-1]
    assert (last.giver, last.side, last.clue, last.ended) == ("", "", None, "over")
    assert {guess.seat for guess in last.guesses} == {"a", "b"}


@pytest.mark.parametrize(
    ("line", "reason"), [("a guess 3", "time"), ("b guess 18", "time"), ("b guess 14", "assassin")]
)
def test_sudden_death_ends_at_the_first_mistake(line, reason):
    """D15."""
    table = play(LAST, *SUDDEN, "b guess 3" if line != "a guess 3" else "a guess 1", line)
    assert (table.outcome, table.view(None).turns[-1].ended) == (Outcome(None, reason), "over")
    assert tokens(table) == Tokens(0, 0, spent_b=1)


def test_sudden_death_keeps_markers():
    """D15, D8: a card that the side marked before cannot be touched by it."""
    table = play(duet(tokens=1, mistakes=1), A_CLUE, "b guess 8")
    assert table.phase == "sudden-death"
    assert refused(table, "b guess 8") == "already-marked"
    assert refused(go(table, "a guess 8"), "b guess 8") == "already-revealed"


def test_time_ends_sudden_death():
    """T3."""
    assert play(LAST, *SUDDEN, "clock timeout").outcome == Outcome(None, "time")
    assert play(LAST, *SUDDEN, "a guess 1", "clock timeout").view(None).turns[-1].ended == "over"


@pytest.mark.parametrize(
    ("line", "after"),
    [
        ("b stop", Tokens(6, 0, spent_a=1, spent_b=1, on_cards=1)),
        ("clock timeout", Tokens(6, 0, spent_a=1, spent_b=1, on_cards=1)),
    ],
)
def test_guessings_time_costs_a_check_side_token(line, after):
    """T3, D12: as a stop does."""
    table = play(duet(), B_CLUE, "a guess 0", "a stop", A_CLUE, "b guess 8", B_CLUE, "a guess 4")
    assert tokens(table) == Tokens(6, 0, spent_a=1, on_cards=2)
    table = play(duet(), B_CLUE, "a guess 0", "a stop", A_CLUE, "b guess 3", line, B_CLUE, "a guess 4")
    assert (table.phase, table.turn, tokens(table)) == ("clue", ("a",), after)


def test_time_without_a_touch_ends_the_turn_too():
    """T3: D11 notwithstanding."""
    table = play(duet(mistakes=5), A_CLUE, "clock timeout")
    assert (table.turn, tokens(table), table.view(None).turns[-1].ended) == (("b",), Tokens(5, 3, spent_b=1), "timeout")


def test_a_clues_time_costs_a_token_and_the_turn():
    """T3: the token lies in front of nobody, for nobody guessed."""
    table = play(duet(mistakes=5), A_CLUE, "b guess 0", "b stop", "clock timeout")
    assert (table.turn, tokens(table)) == (("a",), Tokens(5, 2, spent_b=1, discarded=1))
    turn = table.view(None).turns[-1]
    assert (turn.giver, turn.clue, turn.ended) == ("b", None, "timeout")


def test_the_openings_time_is_nobodys_turn():
    """T3, D5: either side may still open; a miss for both (T4)."""
    table = play(duet(), "clock timeout", "clock timeout")
    assert (table.turn, tokens(table)) == (("a", "b"), Tokens(7, 0, discarded=2))
    assert (table.view(None).turns[-1].giver, table.view(None).turns[-1].side) == ("", "")
    assert go(table, "clock timeout").outcome == Outcome(None, "abandoned")
    assert go(table, A_CLUE, "clock timeout").outcome == Outcome(None, "abandoned")
    assert go(table, B_CLUE, "a guess 0", "a stop", "clock timeout").outcome is None


def test_time_can_take_the_last_token():
    """T3, D15."""
    assert play(LAST, "clock timeout").phase == play(LAST, A_CLUE, "clock timeout").phase == "sudden-death"


def test_misses_of_one_side():
    """T4: B misses its guess, its clue, its guess."""
    table = play(duet(), A_CLUE, "clock timeout", "clock timeout", A_CLUE)
    assert table.outcome is None
    assert go(table, "clock timeout").outcome == Outcome(None, "abandoned")
    assert go(table, "b challenge", "clock timeout").outcome is None


def test_a_finished_sides_partner_misses_in_its_stead():
    """T3, D16: the turn stays with the only side that can give a clue."""
    a = "g" + "." * 24
    table = play(duet(a=a), B_CLUE, "a guess 0", "a stop", "clock timeout")
    assert (table.turn, table.view(None).turns[-1].giver) == (("b",), "b")


WIN = [A_CLUE, *guesses("b", 0, 1, 2, 3, 4, 5, 6, 7, 13), B_CLUE, *guesses("a", 8, 9, 10, 11, 12, 14)]


@pytest.mark.parametrize(
    ("lines", "score"),
    [
        (WIN, 3 * 7 + 2),
        (["b clue odd 1", "a guess 18", *WIN], 3 * 6 + 2),
        (["b clue odd 1", "a challenge", "a guess 18", *WIN], 3 * 5 + 2),
        ([A_CLUE, "b guess 14"], None),
    ],
)
def test_score(lines, score):
    """D19: three a token in the reserve, one a check-side token in front of a side; only where the game is won."""
    table = play(duet(), *lines)
    assert table.view(None).score == score
    assert (table.outcome == Outcome("team", "agents")) == (score is not None)


def test_score_of_sudden_death():
    """D19: one less."""
    turns = [
        line for n in range(4) for line in (A_CLUE, f"b guess {3 + n}", "b stop", B_CLUE, f"a guess {8 + n}", "a stop")
    ]
    table = play(duet(), *turns, A_CLUE, "b guess 7", "b stop")
    assert (table.phase, tokens(table)) == ("sudden-death", Tokens(0, 0, spent_a=4, spent_b=5))
    table = go(table, *guesses("b", 13, 0, 1, 2), *guesses("a", 12, 14))
    assert (table.outcome, table.view(None).score) == (Outcome("team", "sudden-death"), 8)


def test_other_missions_have_no_score():
    """D19: a 9-9 mission's alone."""
    for deal in (duet(tokens=10, mistakes=10), duet(mistakes=5)):
        table = play(deal, *WIN)
        assert (table.outcome, table.view(None).score) == (Outcome("team", "agents"), None)
    assert play(duet(), *WIN[:3]).view(None).score is None


def test_duet_over_pictures_is_the_same_game():
    """D1: the same keys over five by five pictures."""
    assert (VARIANTS["duet-pictures"].size, VARIANTS["duet-pictures"].columns) == (25, 5)
    assert play(duet() | {"variant": "duet-pictures"}, *WIN).outcome == Outcome("team", "agents")


def test_zero_is_a_house_rule():
    """D30: one touch is still required, and unlimited has no meaning."""
    assert refused(play(duet()), "a clue tree 0") == "zero-not-allowed"
    table = play(duet(house=["zero"]), "a clue tree 0")
    assert (refused(table, "b stop"), table.view(None).guesses_left) == ("must-guess", None)
    assert refused(play(duet(house=["zero"])), "a clue tree inf") == "unlimited-not-allowed"


def test_a_seat_is_a_whole_side():
    """D31: who of a side gives its clue or touches is the site's to know: there is one seat a side."""
    assert VARIANTS["duet"].seats == ("a", "b")


def turn_of(giver, card):
    guesser = {"a": "b", "b": "a"}[giver]
    return [f"{giver} clue tree 1", f"{guesser} guess {card}", f"{guesser} stop"]


def test_two_clues_in_a_row_not_three():
    """D32."""
    table = play(duet(house=["several-clues"]), *turn_of("a", 3))
    assert table.turn == ("a", "b")
    table = go(table, *turn_of("a", 4))
    assert (table.turn, refused(table, "a clue leaf 1")) == (("b",), "two-in-a-row")
    table = go(table, *turn_of("b", 8))
    assert table.turn == ("a", "b")


def test_a_finished_partner_lifts_the_limit():
    """D32, D16."""
    table = play(duet(house=["several-clues"], a="g" + "." * 24), *turn_of("b", 0), *turn_of("b", 8), *turn_of("b", 9))
    assert table.turn == ("b",)
    assert refused(table, "a clue leaf 1") == "finished-side"


def test_time_under_several_clues():
    """D32, T3: where both could have given the clue, nobody's turn is lost; where one could, it counts as its turn."""
    table = play(duet(house=["several-clues"]), *turn_of("a", 3), "clock timeout", *turn_of("a", 4))
    assert table.turn == ("b",)
    assert go(table, "clock timeout").turn == ("a", "b")


@pytest.mark.parametrize("word", ['"new york"', "mother-in-law", '"the sea"'])
def test_loose_clues(word):
    """D33: implies several words (C6)."""
    assert refused(play(duet()), f"a clue {word} 1") == "one-word"
    assert play(duet(house=["loose"]), f"a clue {word} 1").phase == "guess"


def test_keys_match():
    """D2: the keys of these tests are a real pair, fifteen agents in all."""
    assert sum("g" in pair for pair in zip(*DUET_KEYS.values(), strict=True)) == 15
    assert [DUET_KEYS[side].count("g") for side in "ab"] == [9, 9]
