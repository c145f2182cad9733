"""The one sentence above the board: whose turn it is, and what is awaited of its reader."""

from collections.abc import Mapping, Sequence

from app.games.sentences import SIDES, ending
from app.rules import VARIANTS, View
from app.rules.seats import role_of, side_of

Names = Mapping[str, Sequence[str]]


def status(view: View, names: Names) -> str:
    """Return what this seat has to do, or for whom it waits."""
    if view.outcome is not None:
        return ending(view.outcome.winner, view.outcome.reason)
    if view.phase == "sudden-death":
        return _sudden_death(view)
    mine = view.seat in view.turn
    if mine:
        return _mine(view)
    return _theirs(view, _who(view.turn, names))


def _mine(view: View) -> str:
    duet = VARIANTS[view.variant].game == "duet"
    if view.phase == "clue":
        if not duet:
            return "Give your team a clue."
        return "Give your partner a clue." if len(view.turn) == 1 else "Either side may give the next clue: you can."
    if view.phase == "consult":
        return "The other spymaster asks you: is this clue valid?"
    if view.phase == "cover":
        return "The clue was invalid: cover one of your own cards, or decline."
    return _guessing(view)


def _guessing(view: View) -> str:
    running = view.turns[-1]
    if not running.guesses:
        return "Your turn to guess: touch a card."
    if view.guesses_left is None:
        return "Right! Touch another card, or stop."
    return f"Right! Touch another card ({view.guesses_left} left), or stop."


def _theirs(view: View, who: str) -> str:
    if not who:
        return f"{SIDES[side_of(view.turn[0])]} needs a {role_of(view.turn[0])}: a player has left."
    if view.phase == "clue":
        return f"{who} is thinking of a clue."
    if view.phase == "consult":
        return "The spymasters are consulting over a clue."
    if view.phase == "cover":
        return f"The clue was invalid: {who} may cover a card."
    ours = view.seat is not None and side_of(view.seat) == side_of(view.turn[0]) and role_of(view.seat) == "spymaster"
    return f"{who} is guessing{' for your clue' if ours else ''}."


def _sudden_death(view: View) -> str:
    if view.seat is None:
        return "Sudden death: no more clues, and the first mistake loses."
    if "guess" in view.may:
        return "Sudden death: no more clues. Touch what you still can find; the first mistake loses."
    return "Sudden death: nothing is left for you to find. The other side has to do it."


def _who(turn: Sequence[str], names: Names) -> str:
    """Name the people awaited; empty where nobody is left on the seat."""
    return " or ".join(name for seat in turn for name in names.get(seat, ()))
