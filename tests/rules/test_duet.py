"""Duet: clues, touches and tokens (D1-D18, T3, T4)."""

import pytest
from rules_play import DUET_KEYS, duet, go, guesses, play, refused

from app.rules import Clue, Outcome, Tokens

A_CLUE, B_CLUE = "a clue tree 2", "b clue sea 2"
FINISH_A = [A_CLUE, *guesses("b", 0, 1, 2, 3, 4, 5, 6, 7)]
"""All of A's agents but 13."""


def tokens(table):
    return table.view(None).tokens


def test_each_side_sees_its_own_key():
    """D1, D18: and a watcher none."""
    table = play(duet(), A_CLUE, "b guess 0")
    for side in ("a", "b"):
        assert "".join(card.key for card in table.view(side).cards) == DUET_KEYS[side]
    assert {card.key for card in table.view(None).cards} == {None}


def test_fifteen_agents_win():
    """D3, D12: and the winning turn spends a token."""
    table = play(duet(), *FINISH_A, "b guess 13", B_CLUE, *guesses("a", 8, 9, 10, 11, 12))
    assert (table.outcome, dict(table.view(None).left)) == (None, {"team": 1})
    table = go(table, "a guess 14")
    assert (table.outcome, table.view(None).turns[-1].ended) == (Outcome("team", "agents"), "over")
    assert tokens(table) == Tokens(bystander=7, check=0, spent_a=1, spent_b=1)


@pytest.mark.parametrize(("dealt", "mistakes"), [(9, 9), (10, 10), (11, 2), (7, 0)])
def test_tokens_and_mistakes(dealt, mistakes):
    """D4."""
    start = tokens(play(duet(tokens=dealt, mistakes=mistakes)))
    assert (start.bystander, start.check, start.reserve) == (mistakes, dealt - mistakes, dealt)


@pytest.mark.parametrize(("giver", "guesser"), [("a", "b"), ("b", "a")])
def test_either_side_opens(giver, guesser):
    """D5, D6: the first clue sent opens the game; the other side guesses; then sides alternate."""
    table = play(duet())
    assert (table.turn, table.may("a"), table.may("b")) == (("a", "b"), {"clue"}, {"clue"})
    table = go(table, f"{giver} clue tree 2")
    assert (table.phase, table.turn, table.view(guesser).clue) == ("guess", (guesser,), Clue("tree", 2))
    assert refused(table, f"{guesser} clue sea 1") == refused(table, f"{giver} guess 0") == "not-your-turn"
    table = go(table, f"{guesser} guess 0", f"{guesser} stop")
    assert (table.phase, table.turn, table.may(giver)) == ("clue", (guesser,), frozenset())
    assert refused(table, f"{giver} clue sea 1") == refused(table, f"{guesser} guess 1") == "not-your-turn"


def test_the_givers_side_of_the_key_decides():
    """D6: card 3 is A's agent and B's bystander."""
    assert play(duet(), A_CLUE, "b guess 3").view(None).cards[3].face == "agent"
    assert play(duet(), B_CLUE, "a guess 3").view(None).cards[3].marked == "a"


def test_agents_have_no_limit():
    """D7: the clue's number does not bound guesses."""
    table = play(duet(), "a clue tree 1", *guesses("b", 0, 1, 2, 3))
    view = table.view("b")
    assert (table.turn, view.guesses_left, dict(view.left)) == (("b",), None, {"team": 11})
    assert [card.face for card in view.cards[:5]] == ["agent"] * 4 + ["hidden"]
    assert refused(table, "b guess 0") == "already-revealed"


def test_a_bystander_ends_the_turn():
    """D8, D12: a bystander-side token points at the side that guessed; it cannot touch the card again."""
    table = play(duet(), A_CLUE, "b guess 8")
    view = table.view("b")
    assert (table.turn, view.cards[8].marked, view.cards[8].face) == (("b",), "b", "hidden")
    assert (view.turns[-1].ended, tokens(table)) == ("wrong", Tokens(bystander=8, check=0, on_cards=1))
    table = go(table, B_CLUE, "a guess 0", "a stop", A_CLUE)
    assert refused(table, "b guess 8") == "already-marked"
    assert "guess" not in table.view("b").cards[8].verbs


def test_the_assassin_loses():
    """D9."""
    table = play(duet(), A_CLUE, "b guess 14")
    view = table.view(None)
    assert (table.outcome, view.cards[14].face, view.turns[-1].ended) == (Outcome(None, "assassin"), "assassin", "over")


@pytest.mark.parametrize(
    ("card", "face", "marked", "outcome"),
    [(8, "agent", "b", None), (18, "bystander", "ab", None), (17, "assassin", "b", Outcome(None, "assassin"))],
)
def test_a_marked_card_is_still_the_other_sides_to_touch(card, face, marked, outcome):
    """D10."""
    table = play(duet(), A_CLUE, f"b guess {card}", B_CLUE)
    assert "guess" in table.view("a").cards[card].verbs
    table = go(table, f"a guess {card}")
    seen = table.view(None).cards[card]
    assert (seen.face, seen.marked, table.outcome) == (face, marked, outcome)


def test_two_markers_close_a_card():
    """D10."""
    table = play(duet(), A_CLUE, "b guess 18", B_CLUE, "a guess 18", A_CLUE)
    assert refused(table, "b guess 18") == "already-marked"
    assert refused(go(table, "b guess 0", "b stop", B_CLUE), "a guess 18") == "already-marked"


def test_one_touch_is_required():
    """D11, D30: after a clue of zero too."""
    for clue in (A_CLUE, "a clue tree 0"):
        table = play(duet(house=["zero"]), clue)
        assert refused(table, "b stop") == "must-guess"
        assert go(table, "b guess 0").may("b") == {"guess", "stop"}
    assert refused(table, "a stop") == "not-your-turn"


@pytest.mark.parametrize(
    ("mistakes", "after"),
    [(9, Tokens(8, 0, spent_b=1)), (4, Tokens(4, 4, spent_b=1)), (0, Tokens(0, 8, spent_b=1))],
)
def test_a_stop_spends_a_check_side_token(mistakes, after):
    """D12: or a bystander-side one turned over, when there are no others; it lies in front of the side that guessed."""
    assert tokens(play(duet(mistakes=mistakes), A_CLUE, "b guess 0", "b stop")) == after


def test_a_mistake_too_many_costs_two():
    """D13."""
    table = play(duet(mistakes=1), A_CLUE)
    assert (tokens(table).mistake_cost, tokens(table).mistake_is_fatal) == (1, False)
    table = go(table, "b guess 8", B_CLUE)
    assert (tokens(table), tokens(table).mistake_cost) == (Tokens(0, 8, on_cards=1), 2)
    assert tokens(go(table, "a guess 3")) == Tokens(0, 6, on_cards=3)


def test_two_owed_and_one_left_loses_at_once():
    """D14: without sudden death."""
    table = play(duet(tokens=1, mistakes=0), A_CLUE)
    assert tokens(table).mistake_is_fatal
    table = go(table, "b guess 8")
    assert (table.outcome, table.view(None).turns[-1].ended) == (Outcome(None, "time"), "over")
    assert (table.view(None).cards[8].marked, tokens(table)) == ("b", Tokens(0, 0, on_cards=1))


def test_two_owed_and_two_left_is_sudden_death():
    """D13, D15."""
    table = play(duet(tokens=2, mistakes=0), A_CLUE)
    assert not tokens(table).mistake_is_fatal
    assert go(table, "b guess 8").phase == "sudden-death"


def test_the_last_token_can_win():
    """D12, D15: the winning turn takes the last token, and no sudden death comes of it."""
    keys = {"a": "g" + "." * 24, "b": "g" + "." * 24}
    table = play(duet(tokens=1, mistakes=1, **keys), A_CLUE, "b guess 0")
    assert (table.outcome, tokens(table)) == (Outcome("team", "agents"), Tokens(0, 0, spent_b=1))


def test_a_finished_side_gives_no_more_clues():
    """D16: its turn ends by itself, as by a stop; the other side gives all that remain; both are told."""
    table = play(duet(), *FINISH_A, "b guess 13")
    for seat in (None, "a", "b"):
        assert table.view(seat).finished == ("a",)
    assert (table.view(None).turns[-1].ended, tokens(table)) == ("finished", Tokens(8, 0, spent_b=1))
    for _ in range(2):
        assert (table.phase, table.turn) == ("clue", ("b",))
        assert refused(table, "a clue leaf 1") == "finished-side"
        table = go(table, B_CLUE, f"a guess {8 + len(table.view(None).turns)}", "a stop")
    assert table.turn == ("b",)


def test_a_side_can_be_finished_by_its_own_guesses():
    """D16, D18: A's last agent is one that B had too; B's turn goes on."""
    a = "g" + "." * 24
    table = play(duet(a=a), B_CLUE, "a guess 0")
    assert (table.phase, table.turn, table.view(None).finished) == ("guess", ("a",), ("a",))
    assert go(table, "a stop").turn == ("b",)


def test_a_finishing_touch_can_take_the_last_token():
    """D16, D15."""
    table = play(duet(tokens=1, mistakes=1), *FINISH_A, "b guess 13")
    assert (table.phase, table.turn, table.view(None).turns[-1].ended) == ("sudden-death", ("a",), "finished")
    assert refused(table, "b guess 9") == "nothing-to-find"


def test_an_invalid_clue_costs_a_token():
    """D17: a check-side one first, put away; then the turn goes on as if it were valid."""
    for mistakes, after in ((4, Tokens(4, 4, discarded=1)), (9, Tokens(8, 0, discarded=1))):
        table = play(duet(mistakes=mistakes), A_CLUE)
        assert table.may("b") == {"guess", "challenge"}
        table = go(table, "b challenge")
        assert (tokens(table), table.phase, table.turn, table.may("b")) == (after, "guess", ("b",), {"guess"})
        assert table.view(None).turns[-1].challenged
        assert go(table, "b guess 0").may("b") == {"guess", "stop"}


def test_when_a_clue_can_be_challenged():
    """D17: once, by the guessing side or the giver, before the first touch."""
    table = play(duet(), A_CLUE)
    assert table.may("a") == {"challenge"}
    assert tokens(go(table, "a challenge")) == tokens(go(table, "b challenge"))
    for side in "ab":
        for line in ("a challenge", "b challenge", "b guess 0"):
            assert refused(go(table, line), f"{side} challenge") == "cannot-challenge"
        assert refused(play(duet()), f"{side} challenge") == "cannot-challenge"


def test_a_challenge_can_take_the_last_token():
    """D17, D15: sudden death, at once."""
    table = play(duet(tokens=1, mistakes=1), A_CLUE, "b challenge")
    assert (table.phase, table.view(None).turns[-1].ended, table.view(None).clue) == ("sudden-death", "challenge", None)


def test_nothing_of_the_other_key_is_told_before_the_end():
    """D18: a found card looks the same whether it was the other side's too; at the end both keys are shown."""
    table = play(duet(), A_CLUE, "b guess 0", "b guess 3")
    both, alone = table.view("a").cards[0], table.view("a").cards[3]
    assert (both.face, both.key, both.marked, both.verbs) == (alone.face, alone.key, alone.marked, alone.verbs)
    table = go(table, "b resign")
    for seat in (None, "a", "b"):
        assert [card.key for card in table.view(seat).cards] == [
            a + b for a, b in zip(*DUET_KEYS.values(), strict=True)
        ]


def test_cards_in_mind_are_the_givers_alone():
    """The cards named in `for` are agents of one's own view, still to be found."""
    table = play(duet(), "a clue tree 2 for 3,0")
    assert [table.view(seat).clue.cards for seat in ("a", "b", None)] == [(3, 0), (), ()]
    assert [table.view(seat).turns[0].clue.cards for seat in ("a", "b", None)] == [(3, 0), (), ()]
    fresh = play(duet())
    assert {card.index for card in fresh.view("b").cards if "intend" in card.verbs} == {0, 1, 2, 8, 9, 10, 11, 12, 14}
    assert refused(fresh, "a clue tree 1 for 8") == "not-your-card"
    assert refused(go(table, "b guess 3", "b guess 8"), "b clue leaf 1 for 3") == "not-your-card"
    assert go(table, "b guess 24").view("b").turns[0].clue.cards == ()
    assert go(table, "b guess 14").view("b").turns[0].clue.cards == (3, 0)


def test_resigning_forfeits_for_all():
    """L1."""
    assert play(duet(), "b resign").outcome == Outcome(None, "forfeit")
    assert play(duet(), "b resign").view(None).score is None


@pytest.mark.parametrize("verb", ["ask tree 1", "allow", "refuse", "cover 0", "decline", "timeout"])
def test_what_duet_does_not_have(verb):
    assert refused(play(duet()), f"a {verb}") == "not-your-role"
