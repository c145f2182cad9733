"""Doubtful and invalid clues of Versus: consulting and challenging (V20-V23)."""

from rules_play import SHORT, duet, go, guesses, play, refused, versus

from app.rules import Clue, Outcome

ASK = "rs ask tree 2 for 3,7"
CLUE = "rs clue tree 2"


def test_asking_shows_the_clue_to_the_opposing_spymaster_alone():
    """V20."""
    table = play(versus(), ASK)
    assert (table.phase, table.turn) == ("consult", ("blue-spymaster",))
    assert [table.may(seat) for seat in SHORT.values()] == [set(), set(), {"allow", "refuse"}, set()]
    asked = {seat: table.view(seat).asked for seat in (None, *SHORT.values())}
    assert asked.pop("red-spymaster") == Clue("tree", 2, (3, 7))
    assert asked.pop("blue-spymaster") == Clue("tree", 2)
    assert set(asked.values()) == {None}
    assert {view.turns[-1].clue for view in map(table.view, SHORT.values())} == {None}


def test_an_allowed_clue_is_given_and_cannot_be_challenged():
    """V20."""
    table = play(versus(), ASK, "bs allow")
    assert (table.phase, table.turn) == ("guess", ("red-operative",))
    assert table.view("red-operative").clue == Clue("tree", 2)
    assert (table.view("red-spymaster").clue.cards, table.view(None).turns[-1].consulted) == ((3, 7), True)
    assert table.may("blue-spymaster") == frozenset()
    assert refused(table, "bs challenge") == refused(table, "rs challenge") == "cannot-challenge"


def test_what_the_opposing_spymaster_allows_may_be_several_words():
    """V20, C6: also where the house rules do not allow it; given outright, it stays refused."""
    for asked in ('rs ask "alarm clock" 2', "rs ask mother-in-law 2"):
        table = play(versus(), asked)
        assert table.view("blue-spymaster").asked.word == table.asked.word
        assert go(table, "bs allow").view(None).clue == table.asked
        assert go(table, "clock timeout").view(None).clue == table.asked
        assert refused(play(versus()), asked.replace("ask", "clue")) == "one-word"
        assert refused(go(table, "bs refuse"), asked.replace("ask", "clue")) == "one-word"


def test_a_refused_clue_costs_nothing():
    """V20: the spymaster thinks again; what was refused stays between the spymasters."""
    table = play(versus(), ASK, "bs refuse")
    assert (table.phase, table.turn, table.view("blue-spymaster").asked) == ("clue", ("red-spymaster",), None)
    table = go(table, "rs clue leaf 1")
    refusals = {seat: table.view(seat).turns[-1].refused for seat in (None, *SHORT.values())}
    assert refusals.pop("red-spymaster") == (Clue("tree", 2, (3, 7)),)
    assert refusals.pop("blue-spymaster") == (Clue("tree", 2),)
    assert set(refusals.values()) == {()}
    assert len(table.view(None).turns) == 1
    assert "challenge" in table.may("blue-spymaster")


def test_silence_allows():
    """V20, T2: and is a missed phase of the team that was asked (T4)."""
    table = play(versus(), ASK, "clock timeout")
    assert (table.phase, table.view(None).clue, table.view(None).turns[-1].consulted) == (
        "guess",
        Clue("tree", 2),
        True,
    )
    table = go(table, "ro guess 0", "ro stop", "clock timeout", "rs ask leaf 1")
    assert table.outcome is None
    table = go(table, "clock timeout")
    assert table.outcome == Outcome("red", "abandoned")


def test_only_what_is_asked_can_be_answered():
    """V20."""
    assert refused(play(versus()), "bs allow") == "nothing-asked"
    assert refused(play(versus(), CLUE), "bs refuse") == "nothing-asked"
    assert refused(play(versus(), ASK), "rs allow") == "not-your-turn"
    assert refused(play(versus(), ASK), "bo allow") == "not-your-role"
    assert refused(play(versus(), ASK), "rs clue leaf 1") == "not-your-turn"


def test_an_ask_that_time_or_a_player_ends_is_forgotten():
    """V20: a game that ends meanwhile has no clue left to answer."""
    table = play(versus(), ASK, "ro resign")
    assert (table.view("blue-spymaster").asked, table.view(None).turns[-1].ended) == (None, "over")


def test_a_challenge_ends_the_turn_without_a_guess():
    """V21: then the challengers may cover a word of their own."""
    table = play(versus(), CLUE)
    assert table.may("blue-spymaster") == {"challenge"}
    table = go(table, "bs challenge")
    turn = table.view(None).turns[-1]
    assert (turn.ended, turn.challenged, turn.guesses) == ("challenge", True, ())
    assert (table.phase, table.turn, table.may("blue-spymaster")) == (
        "cover",
        ("blue-spymaster",),
        {"cover", "decline"},
    )
    assert {card.index for card in table.view("blue-spymaster").cards if "cover" in card.verbs} == set(range(9, 17))


def test_covering_a_card():
    """V21: it lies open for everyone, as if guessed; then the challengers give their clue."""
    table = play(versus(), CLUE, "bs challenge", "bs cover 9")
    view = table.view("red-operative")
    assert (table.phase, table.turn, view.cards[9].face, view.left["blue"]) == ("clue", ("blue-spymaster",), "blue", 7)
    assert (view.turns[-1].covered, len(view.turns)) == (9, 1)
    assert refused(go(table, "bs clue sea 1"), "bo guess 9") == "already-revealed"


def test_covering_is_for_own_hidden_cards():
    """V21."""
    table = play(versus(), CLUE, "ro guess 9", "bs clue sea 1", "bo guess 17", CLUE, "bs challenge")
    for card in (0, 9, 18, 24):
        assert refused(table, f"bs cover {card}") == "not-your-card"
    assert refused(table, "bs cover 25") == "no-such-card"
    assert refused(table, "rs cover 0") == "not-your-turn"
    assert refused(table, "bs clue sea 1") == "not-your-turn"


def test_covering_is_not_owed():
    """V21: declined, or the time runs out, which is a missed phase (T4)."""
    table = play(versus(), CLUE, "bs challenge")
    for line in ("bs decline", "clock timeout"):
        after = go(table, line)
        assert (after.phase, after.turn, after.view(None).turns[-1].covered) == ("clue", ("blue-spymaster",), None)
    assert go(table, *["clock timeout"] * 3).outcome is None
    assert go(table, *["clock timeout"] * 4).outcome == Outcome("red", "abandoned")


def test_covering_the_last_card_wins():
    """V21, V10."""
    lines = [CLUE, "ro guess 17", "bs clue sea 8", *guesses("bo", *range(9, 16)), "bo stop", CLUE, "bs challenge"]
    table = play(versus(), *lines, "bs cover 16")
    assert (table.outcome, table.turn) == (Outcome("blue", "agents"), ())
    assert (table.view(None).turns[-1].ended, table.view(None).turns[-1].covered) == ("challenge", 16)


def test_the_giver_may_call_the_own_clue_invalid():
    """V21: with the same effect; only the other team may cover a word."""
    table = play(versus(), CLUE)
    assert table.may("red-spymaster") == {"challenge"}
    called, own = (go(table, f"{spymaster} challenge") for spymaster in ("bs", "rs"))
    assert [after.turns[-1].challenger for after in (called, own)] == ["blue-spymaster", "red-spymaster"]
    assert own.may("red-spymaster") == frozenset()
    assert (own.phase, own.turn, own.turns[-1].ended) == (called.phase, called.turn, called.turns[-1].ended)
    assert refused(go(table, "ro guess 0"), "rs challenge") == "cannot-challenge"


def test_a_void_game_is_nobodys():
    """V23: at any time before the end, in either game, and only by those who sit there."""
    for table, seats in ((play(versus()), SHORT.values()), (play(versus(), ASK), SHORT.values()), (play(duet()), "ab")):
        for seat in seats:
            after = go(table, f"{seat} void")
            assert (after.outcome, after.view(None).score, after.turn) == (Outcome(None, "void"), None, ())
            assert refused(after, f"{seat} void") == "game-over"
        assert refused(table, "clock void") == "not-your-role"
    assert play(versus(), CLUE, "ro guess 0", "bs void").turns[-1].ended == "over"


def test_a_clue_that_nobody_challenged_was_valid():
    """V22: from the first guess on."""
    table = play(versus(), CLUE)
    assert refused(table, "bo challenge") == "not-your-role"
    assert refused(go(table, "ro guess 0"), "bs challenge") == "cannot-challenge"
    assert refused(play(versus()), "bs challenge") == "cannot-challenge"
