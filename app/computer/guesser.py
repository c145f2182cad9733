"""Choosing the computer's next guess: the card that promises most after all clues, unless stopping is better."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from app.computer.board import Board
from app.rules.dealing import DUET_COUNTS, VERSUS_COUNTS
from app.rules.log import FACES, Turn
from app.rules.moves import INF, Guess, Stop
from app.rules.seats import SIDES, TEAMS, other, side_of
from app.rules.views import CardView, View

_COSTS: Final[Mapping[str, float]] = {"own": -1.0, "enemy": 1.3, "bystander": 0.2, "assassin": 7.0}
"""What touching a card of each kind costs, in own cards."""
_SCARCE_BYSTANDER: Final = 1.0  # what a bystander costs when it takes two tokens (D13)
_LIKELIHOODS: Final[Mapping[int, Mapping[str, float]]] = {
    0: {"own": 0.5, "enemy": 1.0, "bystander": 1.0, "assassin": 1.1},
    3: {"own": 1.0, "enemy": 0.7, "bystander": 0.8, "assassin": 0.5},
    5: {"own": 1.0, "enemy": 0.25, "bystander": 0.3, "assassin": 0.1},
    7: {"own": 1.0, "enemy": 0.08, "bystander": 0.1, "assassin": 0.03},
}
"""How likely a clue points this strongly at a card of each kind; strengths between two count as the lower one."""


class Choice(NamedTuple):
    """A card that could be touched: how strongly the clues point at it, and how likely it is of each kind."""

    card: int
    points: int
    chances: Mapping[str, float]


def choose_guess(board: Board) -> Guess | Stop | None:
    """Return the move of a seat that may guess; None to leave it to its partner in sudden death (D15)."""
    view, best = board.view, best_choice(board)
    if "stop" in view.may and (worth_of(best.chances, view) <= 0 or best.points <= 0):
        return Stop()
    if view.phase == "sudden-death" and len(view.turn) > 1 and view.seat == SIDES[1] and best.points <= 0:
        return None  # only one side waits, or both would
    return Guess(best.card)


def best_choice(board: Board) -> Choice:
    """Return the card that is worth most to a seat that may touch."""
    view, points = board.view, _points(board)
    cards = sorted((card for card in view.cards if "guess" in card.verbs), key=lambda card: card.index)
    choices = [Choice(card.index, points[card.index], chances(card, points[card.index], view)) for card in cards]
    return max(choices, key=lambda choice: (worth_of(choice.chances, view), choice.points))


def _points(board: Board) -> Mapping[int, int]:
    """Return how strongly the clues that still have cards to find point at each, by index; negative for a clue of 0."""
    found: Counter[int] = Counter()
    for turn in _open_turns(board.view):
        if turn.clue is None:
            continue
        is_current, sign = turn is board.view.turns[-1], -1 if turn.clue.number == 0 else 1
        for index, strength in board.strengths(turn.clue.word).items():
            points = sign * (strength if is_current else strength - 1)
            found[index] = points if points < 0 else max(found[index], points)
    return found


def _open_turns(view: View) -> Iterator[Turn]:
    """Yield the turns with a clue for the seat whose cards have not all been found."""
    own = _giver_side(view)
    for turn in view.turns:
        if turn.clue is None or turn.side != own or (turn.challenged and view.tokens is None):
            continue
        if turn.clue.number in (0, INF):
            if turn is view.turns[-1]:
                yield turn
        elif sum(_is_right(guess.face, view) for guess in turn.guesses) < int(turn.clue.number):
            yield turn


def _giver_side(view: View) -> str:
    """Return the side whose clues the seat follows: in Duet the other one."""
    side = side_of(view.seat or "")
    return other(side) if view.tokens else side


def _is_right(face: str, view: View) -> bool:
    return face == ("agent" if view.tokens else side_of(view.seat or ""))


def worth_of(kinds: Mapping[str, float], view: View) -> float:
    """Return what touching a card is worth, in own cards, given how likely it is of each kind; stopping is worth 0."""
    costs = dict(_COSTS)
    if view.tokens and view.tokens.mistake_cost > 1:
        costs["bystander"] = _SCARCE_BYSTANDER
    return -sum(chance * costs[kind] for kind, chance in kinds.items())


def chances(card: CardView, points: int, view: View) -> dict[str, float]:
    """Return how likely a card is `own`, `enemy`, `bystander` and `assassin`, given the view and the clues' points."""
    prior = _duet_prior(card, view) if view.tokens else _versus_prior(view)
    likely = _LIKELIHOODS[max(level for level in _LIKELIHOODS if level <= max(points, 0))]
    joint = {kind: count * likely[kind] for kind, count in prior.items()}
    total = sum(joint.values())
    return {kind: each / total for kind, each in joint.items()}


def _versus_prior(view: View) -> dict[str, float]:
    """Return how many hidden cards of each kind there are (V2)."""
    side = side_of(view.seat or "")
    faces = Counter(card.face for card in view.cards)
    *_, bystanders, assassins = VERSUS_COUNTS[len(view.cards)]
    left = {team: float(view.left[team]) for team in TEAMS}
    return {
        "own": left[side],
        "enemy": left[other(side)],
        "bystander": max(0.0, bystanders - faces["bystander"]) + 0.01,
        "assassin": float(assassins),
    }


def _duet_prior(card: CardView, view: View) -> dict[str, float]:
    """Return how many of the cards with this card's letter on the seat's key are of each kind on the other key.

    The numbers are those of the rules (D20) less the cards that the seat has touched.
    """
    mine = 0 if view.seat == "a" else 1
    counts = Counter({pair[1 - mine]: count for pair, count in DUET_COUNTS.items() if pair[mine] == card.key})
    keys = [each.key for each in view.cards]
    known = (guess for turn in view.turns for guess in turn.guesses if guess.seat == view.seat)
    counts.subtract(_LETTERS[guess.face] for guess in known if keys[guess.card] == card.key)
    kinds = {"own": "g", "bystander": ".", "assassin": "x"}
    return {kind: max(float(counts[letter]), 0.05) for kind, letter in kinds.items()}


_LETTERS: Final = {face: letter for letter, face in FACES.items()}
