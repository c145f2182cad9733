"""Whole games between the computer and players that are built otherwise, through the rules."""

from collections.abc import Callable, Sequence
from random import Random

from app import rules
from app.computer import choose_move
from app.decks.deck import Deck
from app.rules.moves import Guess, Move, Stop
from app.rules.views import View

HITS = 0.91  # how often the reader touches one of the cards that the clue was meant for
NEVER_ENDS = 400

Chooser = Callable[[rules.Table, str], Move]


def play(deal: dict, words: Sequence[str], deck: Deck, choosers: dict[str, Chooser]) -> rules.Table:
    """Return the ended table of a game: each seat's chooser is asked when it is its turn."""
    table = rules.start(deal)
    for _ in range(NEVER_ENDS):
        if table.outcome:
            return table
        seat, move = next((seat, move) for seat in table.turn if (move := choosers[seat](table, seat)))
        table = table.play(seat, move)
    raise AssertionError("the game does not end")


def computer(words: Sequence[str], deck: Deck) -> Chooser:
    """Return the computer's choice, which sees no more than the seat's view."""
    return lambda table, seat: choose_move(table.view(seat), words, deck, deck.language, table.house)


def reader(rng: Random, give: Chooser) -> Chooser:
    """Return a guesser who knows no list: in HITS of its touches it finds a card that was meant, else any other.

    It makes as many touches as the clue says, and gives clues as `give` does.
    """

    def choose(table: rules.Table, seat: str) -> Move:
        view = table.view(seat)
        if "clue" in view.may:
            return give(table, seat)
        meant = _meant(table, view)
        others = [card.index for card in view.cards if "guess" in card.verbs and card.index not in meant]
        if not meant and "stop" in view.may:
            return Stop()
        return Guess(rng.choice(meant if meant and rng.random() < HITS else others or meant))

    return choose


def _meant(table: rules.Table, view: View) -> list[int]:
    """Return the cards that the current clue means and that are still to be found, in sudden death of all clues."""
    open_cards = {card.index for card in view.cards if "guess" in card.verbs}
    turns = table.turns[-1:] if view.phase == "guess" else [turn for turn in table.turns if turn.giver != view.seat]
    return sorted({card for turn in turns if turn.clue for card in turn.clue.cards} & open_cards)
