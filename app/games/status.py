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
    return _theirs(view, names)


def _mine(view: View) -> str:
    if view.phase == "clue":
        return _cluing(view)
    if view.phase == "consult":
        return "The other spymaster asks you: is this clue valid?"
    if view.phase == "cover":
        return "The clue was invalid: cover one of your own cards, or decline."
    return _guessing(view)


def _cluing(view: View) -> str:
    if VARIANTS[view.variant].game == "duet":
        return "Give your partner a clue." if len(view.turn) == 1 else "Either side may give the next clue: you can."
    running = view.turns[-1] if view.turns and not view.turns[-1].ended else None
    if running and running.refused:
        return f"{running.refused[-1].word} was refused: think of another clue."
    return "Give your team a clue."


def _guessing(view: View) -> str:
    running = view.turns[-1]
    if not running.guesses:
        return "Your turn to guess: touch a card."
    if view.guesses_left is None:
        return "Right! Touch another card, or stop."
    return f"Right! Touch another card ({view.guesses_left} left), or stop."


def _theirs(view: View, names: Names) -> str:
    people = [name for seat in view.turn for name in names.get(seat, ())]
    if not people:
        return _vacant(view.turn[0])
    if len(view.turn) > 1:
        return "Either side may give the next clue."
    if view.phase == "clue":
        return f"{_who(view.turn[0], people)} is thinking of a clue."
    if view.phase == "consult":
        return "The spymasters are consulting over a clue."
    if view.phase == "cover":
        return f"The clue was invalid: {_who(view.turn[0], people)} may cover a card."
    if len(people) > 1 and role_of(view.turn[0]) == "operative":
        return f"{_who(view.turn[0], people)} are guessing."
    return f"{_who(view.turn[0], people)} is guessing."


def _sudden_death(view: View) -> str:
    if view.seat is None:
        return "Sudden death: no more clues, and the first mistake loses."
    if "guess" in view.may:
        return "Sudden death: no more clues. Touch what your partner sees as agents; the first mistake loses."
    return "Sudden death: nothing is left for you to find. The other side has to do it."


def _vacant(seat: str) -> str:
    """Say that nobody is left on a seat: an operative may fill a spymaster's, a side of Duet stays empty."""
    side, role = SIDES[side_of(seat)], role_of(seat)
    if role == seat:
        return f"Nobody is left on {side}. Give up, and play again with somebody else."
    return f"{side} needs {'an' if role == 'operative' else 'a'} {role}: a player has left."


def _who(seat: str, people: Sequence[str]) -> str:
    """Name the one person awaited with their side, or several by their side alone."""
    side = SIDES[side_of(seat)]
    if len(people) == 1:
        return f"{people[0]} ({side.lower() if role_of(seat) != seat else side})"
    return f"{side}'s operatives" if role_of(seat) == "operative" else side
