"""Choosing the computer's clue: the one that is expected to bring the most own cards at the least risk."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from operator import attrgetter
from typing import Final

from app.computer.associations import PLAIN, strength_of
from app.computer.board import WEIGHTS, Board
from app.computer.candidate import Candidate
from app.computer.plan import Plan
from app.rules.clues import fold
from app.rules.moves import Clue
from app.rules.seats import side_of
from app.rules.views import CardView, View
from app.rules.words import is_several

MAX_TARGETS: Final = 3
_SHORTLIST: Final = 150  # clues that are looked at again with the fallback
_BEST: Final = 60  # clues among which one without advice is looked for first
_ASSASSIN: Final = 6.0  # how much more an assassin weighs than another wrong card
_ENEMY: Final = 1.5
_CAUTION: Final = 2.0  # agents that one is ready to forgo for a chance of 1 to touch an assassin
_EARLY: Final = 0.3  # turns that a clue may cost more for each own card that it brings now rather than later
_LEAST_CHANCE: Final = (0.45, 0.35, 0.25)  # of the next touch, by boldness: without, some, all
BOLDEST: Final = 2


@dataclass(frozen=True, slots=True)
class Target:
    """The indexes of the cards that the guesser can touch: the giver's own, and the others with how bad each is.

    `others` has a weight for each, more for an assassin, and `weight` is their sum; `assassins` are among them.
    """

    own: frozenset[int]
    others: Mapping[int, float]
    weight: float
    assassins: frozenset[int]


def choose_clue(board: Board) -> Clue:
    """Return the best clue for a seat that may give one: not used before, and without any finding against it.

    Its number is how many cards it is meant for, at least 1. Raises LookupError if there is no such clue.
    """
    target, used = _target(board.view), _used(board.view)
    for candidate in _candidates(board, target, _boldness(board.view, len(target.own))):
        if fold(candidate.word) not in used and not board.advice(candidate.word):
            return Clue(candidate.word, max(1, len(candidate.cards)), candidate.cards)
    raise LookupError("there is no clue without advice")


def _candidates(board: Board, target: Target, boldness: int) -> Iterator[Candidate]:
    """Yield clues, best first: those that bring cards, then as a last resort every word of the lists."""
    grades = {word: known for word, known in board.listed().items() if not is_several(word)}
    strengths = {word: {card: strength_of(grade) for card, grade in known.items()} for word, known in grades.items()}
    least = _LEAST_CHANCE[boldness]
    listed = (_candidate(word, strengths[word], grades[word], target, least) for word in grades)
    first = nlargest(_SHORTLIST, listed, key=attrgetter("value", "word"))
    again = []
    for candidate in first:
        complete = board.complete(fold(candidate.word), strengths[candidate.word])
        meant = {**complete, **grades[candidate.word]} if boldness == BOLDEST else grades[candidate.word]
        again.append(_candidate(candidate.word, complete, meant, target, least))
    hinted = _hinted(board.view) if boldness == BOLDEST else frozenset()
    yield from _by_plan([candidate for candidate in again if candidate.cards], target.own - hinted or target.own)[
        :_BEST
    ]
    yield from first
    yield from (Candidate(0, word, ()) for word in board.associations.clues if not is_several(word))


def _hinted(view: View) -> frozenset[int]:
    """Return the cards that the seat's clues were meant for already: in sudden death they can be found without more."""
    return frozenset(card for turn in view.turns if turn.clue and turn.giver == view.seat for card in turn.clue.cards)


def _by_plan(candidates: Sequence[Candidate], own: frozenset[int]) -> list[Candidate]:
    """Return the clues, those first with which all own cards take the fewest turns, and that bring more of them now."""
    plan = Plan(candidates)
    return sorted(
        candidates, key=lambda candidate: (plan.turns_after(candidate, own) - _EARLY * candidate.value, candidate.word)
    )


def _candidate(
    word: str, strengths: Mapping[int, int], grades: Mapping[int, int], target: Target, least: float
) -> Candidate:
    """Return a word as a clue for its best own cards, worth the sum of the chances that the guesser gets to each.

    No further card is added once the chance of the next touch falls below `least`.
    """
    meant = sorted((-strengths[card], card) for card, grade in grades.items() if card in target.own and grade >= PLAIN)
    if not meant:
        return Candidate(0, word, ())
    more = {card: WEIGHTS[strength] - 1 for card, strength in strengths.items()}  # than a card without a link
    other = target.weight + sum(extra * target.others[card] for card, extra in more.items() if card in target.others)
    deadly = len(target.assassins) + sum(extra for card, extra in more.items() if card in target.assassins)
    mine = len(target.own) + sum(extra for card, extra in more.items() if card in target.own)
    total = mine + other
    value, chance, cards = 0.0, 1.0, list[int]()
    for _, card in meant[:MAX_TARGETS]:
        if cards and mine / total < least:
            break
        value -= _CAUTION * chance * deadly / total
        chance *= mine / total
        value += chance
        cards.append(card)
        mine, total = mine - 1 - more[card], total - 1 - more[card]
    return Candidate(value, word, tuple(cards))


def _target(view: View) -> Target:
    """Return the cards that the guesser can touch, sorted by what the giver's key says of them."""
    open_cards = [card for card in view.cards if card.face == "hidden" and _is_open(card, view)]
    mine = _own_letter(view)
    others = {card.index: _weigh(card.key) for card in open_cards if card.key != mine}
    return Target(
        own=frozenset(card.index for card in open_cards if card.key == mine),
        others=others,
        weight=sum(others.values()),
        assassins=frozenset(card.index for card in open_cards if card.key == "x"),
    )


def _is_open(card: CardView, view: View) -> bool:
    """Whether the guesser of the seat's clues can still touch a card: in Duet, unless they have tried it (D8)."""
    return not card.marked or card.marked == view.seat


def _own_letter(view: View) -> str:
    return "g" if view.tokens else side_of(view.seat or "")[0]


def _weigh(letter: str | None) -> float:
    return {"x": _ASSASSIN, ".": 1.0}.get(letter or "", _ENEMY)


def _used(view: View) -> frozenset[str]:
    return frozenset(fold(turn.clue.word) for turn in view.turns if turn.clue)


def _boldness(view: View, own_left: int) -> int:
    """Return how much risk the seat's side has to take, 0 to 2, from the cards or turns that are left."""
    if view.tokens:
        clues_left = view.tokens.reserve if view.finished else (view.tokens.reserve + 1) // 2
        return min(BOLDEST, own_left // clues_left)
    enemy_left = min(count for side, count in view.left.items() if side != side_of(view.seat or ""))
    return int(enemy_left <= 3) + int(enemy_left <= 2 and own_left > 2)
