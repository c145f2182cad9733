"""How well the computer plays, with and against players that are built otherwise. Every game is seeded."""

from itertools import accumulate
from random import Random

import pytest

from app import decks, rules
from app.rules.moves import Clue, Guess, Stop
from app.rules.seats import role_of
from tests.computer.self_play import computer, play, reader

GAMES = 40  # at most: none is played once enough are won


def draw(language: str, seed: int):
    rng = Random(seed)
    deck = decks.load(f"{language}-{('duet', 'base')[seed % 2]}")
    return rng, deck, decks.words(deck, decks.draw(deck, 25, rng))


def are_won(won, least):
    """Whether so many of all games are won."""
    wins = accumulate(won(seed) for seed in range(GAMES))
    return any(each >= least for each in wins)


@pytest.mark.parametrize(("tokens", "least"), [(9, 0.4), (10, 0.7)])
@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_duets_with_a_reader(language, tokens, least):
    """The computer gives all clues, and somebody who touches a meant card nine times in ten follows them."""

    def won(seed):
        rng, deck, words = draw(language, seed)
        both = reader(rng, computer(words, deck))
        return (
            play(rules.deal("duet", rng, tokens=tokens), words, deck, {"a": both, "b": both}).outcome.winner == "team"
        )

    assert are_won(won, least * GAMES)


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_versus_against_chance(language):
    """Both red seats are the computer's; blue touches a card of its own every second time, and else any card."""

    def won(seed):
        rng, deck, words = draw(language, seed)
        red, blue = computer(words, deck), chance(rng)
        seats = {seat: red if seat.startswith("red") else blue for seat in rules.VARIANTS["classic"].seats}
        return play(rules.deal("classic", rng), words, deck, seats).outcome.winner == "red"

    assert are_won(won, 0.9 * GAMES)


def chance(rng: Random):
    """Return a side that touches two cards a turn: the first is its own every second time."""

    def choose(table, seat):
        if role_of(seat) == "spymaster":
            return Clue("word", 1) if "clue" in table.may(seat) else None
        if table.turns[-1].guesses:
            return Stop()
        cards = [card.index for card in table.view(seat).cards if "guess" in card.verbs]
        own = [card for card in cards if table.key[card] == seat[0]]
        return Guess(rng.choice(own if rng.random() < 0.5 else cards))

    return choose
