"""Deals and moves drawn by Hypothesis: any variant, any house rules, any tokens."""

from random import Random

from hypothesis import strategies as st
from rules_play import legal

from app.rules import CLOCK, VARIANTS, Table, deal, parse, side_of

CLUES = ["tree 1", "tree 2", "leaf 9", "tree 0", "tree inf", '"new york" 1', "mother-in-law 3"]
LUCK = 0.8
"""How well random players guess: games must get far enough for sides to be finished, won, or run out of tokens."""
SIMPLE = {"allow", "refuse", "challenge", "decline", "stop", "timeout", "resign", "void"}


@st.composite
def deals(draw, variants=tuple(VARIANTS)):
    """A fresh deal; Duet's often with so few tokens that time matters."""
    variant = draw(st.sampled_from(variants))
    house = draw(st.sets(st.sampled_from(sorted(VARIANTS[variant].house))))
    dealt = deal(variant, Random(draw(st.integers(0, 2**32))), house=house)
    if "tokens" in dealt:
        tokens = draw(st.integers(1, 11))
        dealt |= {"tokens": tokens, "mistakes": draw(st.integers(0, tokens))}
    return dealt


def seats_of(table: Table) -> tuple[str, ...]:
    return (*VARIANTS[table.variant].seats, CLOCK)


def moves_of(table: Table, verb: str) -> list[str]:
    """Moves with this verb that may or may not be legal; one is, wherever `may` names the verb."""
    if verb in SIMPLE:
        return [verb]
    if verb in {"guess", "cover"}:
        return [f"{verb} {card}" for card in range(VARIANTS[table.variant].size)]
    return [f"{verb} {clue}" for clue in CLUES]


def legal_moves(table: Table, seat: str, verb: str) -> list[str]:
    return [text for text in moves_of(table, verb) if legal(table, seat, text)]


def with_intent(table: Table, seat: str, text: str, rng: Random) -> str:
    """A clue or ask with some cards of the giver's own in mind, chosen by these dice; any other move as it is."""
    if text.split(maxsplit=1)[0] not in {"clue", "ask"}:
        return text
    own = [card.index for card in table.view(seat).cards if "intend" in card.verbs]
    return f"{text} for {','.join(map(str, rng.sample(own, min(len(own), rng.randint(1, 3)))))}"


def random_move(table: Table, rng: Random) -> tuple[str, str]:
    """A legal move of some seat; the clock's one time in ten."""
    seats = [seat for seat in seats_of(table)[:-1] if table.may(seat)]
    seat = CLOCK if rng.random() < 0.1 else rng.choice(seats)
    texts = moves_of(table, rng.choice(sorted(table.may(seat))))
    texts = [text for text in rng.sample(texts, len(texts)) if legal(table, seat, text)]
    text = next((text for text in texts if rng.random() < LUCK and is_right(table, seat, text)), texts[0])
    return seat, with_intent(table, seat, text, rng)


def is_right(table: Table, seat: str, text: str) -> bool:
    """Whether a move is a guess that meets what it hopes for."""
    if not text.startswith("guess"):
        return False
    guess = table.play(seat, parse(text)).view(None).turns[-1].guesses[-1]
    return guess.face in (side_of(seat), "agent")
