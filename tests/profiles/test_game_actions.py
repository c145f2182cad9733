"""What is counted of a game: each clue for who gave it, each touch for who made it."""

from app import rules
from app.profiles.game_actions import GameActions, game_actions
from tests.games.tables import CLASSIC_KEY, DUET_KEYS

ANN, BOB, CAT, DAN, EVE = range(1, 6)
CLASSIC = {"variant": "classic", "first": "red", "key": CLASSIC_KEY, "house": ["unlimited"]}
DUET = {"variant": "duet", "keys": DUET_KEYS, "tokens": 9, "mistakes": 9, "house": []}
SEATS = {ANN: "red-spymaster", BOB: "red-operative", CAT: "blue-spymaster", DAN: "blue-operative"}
EVES = "red-operative"


def done(deal, seats, *moves):
    """What each has done after these moves, each by a person; None plays the seat that is named after the move."""
    played = [(who, *(text.split(" @ ") if " @ " in text else (text, seats[who]))) for who, text in moves]
    table = rules.replay(deal, [(seat, text) for _, text, seat in played])
    return game_actions(table, [(who, text) for who, text, _ in played])


def test_a_clue_is_worth_what_is_found_in_its_own_turn():
    """V7, V9, V12: the card beyond the number, for an earlier clue, is found in the turn too."""
    told = done(CLASSIC, SEATS, (ANN, "clue tree 1"), (BOB, "guess 0"), (BOB, "guess 1"), (CAT, "clue sea 2"))
    assert told == {
        ANN: GameActions(clues=1, asked=1, found=2),
        BOB: GameActions(right=2),
        CAT: GameActions(clues=1, asked=2),
    }


def test_touches_are_given_to_who_made_them():
    """V9, V13: each operative's own, also where they take turns in one clue."""
    moves = (ANN, "clue tree 3"), (BOB, "guess 0"), (EVE, f"guess 9 @ {EVES}"), (CAT, "clue sea inf"), (DAN, "guess 24")
    told = done(CLASSIC, SEATS, *moves)
    assert told[BOB] == GameActions(right=1)
    assert told[EVE] == GameActions(wrong=1)
    assert told[DAN] == GameActions(wrong=1, assassin=True)
    assert told[CAT] == GameActions(clues=1)


def test_an_asked_clue_counts_once_it_is_allowed_and_a_refused_one_never():
    """V20."""
    moves = (ANN, "ask tree 2"), (CAT, "refuse"), (ANN, "ask wood 3"), (CAT, "allow"), (BOB, "guess 0"), (BOB, "stop")
    more = (CAT, "ask sea 1"), (ANN, "refuse"), (CAT, "clue lake 1"), (DAN, "guess 9")
    told = done(CLASSIC, SEATS, *moves, *more, (ANN, "resign"))
    assert told[ANN] == GameActions(clues=1, asked=3, found=1)
    assert told[CAT] == GameActions(clues=1, asked=1, found=1)


def test_a_clue_that_was_still_being_asked_at_the_end_counts_for_nothing():
    """V20."""
    told = done(CLASSIC, SEATS, (ANN, "ask tree 2"), (CAT, "refuse"), (ANN, "ask wood 3"), (BOB, "resign"))
    assert told == {}


def test_an_invalid_clue_counts_for_nothing():
    """V21; in Duet, where its turn goes on, it counts (D17)."""
    told = done(CLASSIC, SEATS, (ANN, "clue tree 2"), (CAT, "challenge"), (CAT, "decline"), (CAT, "clue sea 1"))
    assert told == {ANN: GameActions(), CAT: GameActions(clues=1, asked=1)}
    told = done(DUET, {ANN: "a", BOB: "b"}, (ANN, "clue tree 2"), (BOB, "challenge"), (BOB, "guess 0"))
    assert told == {ANN: GameActions(clues=1, asked=2, found=1), BOB: GameActions(right=1)}


def test_of_several_on_a_side_each_has_their_own():
    """D31; sudden death's touches follow no clue (D15)."""
    short = DUET | {"tokens": 1, "mistakes": 1}
    seats = {ANN: "a", EVE: "a", BOB: "b"}
    told = done(
        short, seats, (EVE, "clue tree 2"), (BOB, "guess 0"), (BOB, "stop"), (ANN, "guess 9"), (BOB, "guess 15")
    )
    assert told[EVE] == GameActions(clues=1, asked=2, found=1)
    assert told[ANN] == GameActions(right=1)
    assert told[BOB] == GameActions(right=1, wrong=1, assassin=True)


def test_what_the_clock_touches_is_nobodys():
    """T2: where the table's deadline touches by the marks."""
    told = done(CLASSIC, SEATS, (ANN, "clue tree 2"), (None, f"guess 0 @ {EVES}"), (None, f"stop @ {EVES}"))
    assert told == {ANN: GameActions(clues=1, asked=2, found=1), None: GameActions(right=1)}
