"""Non-interference: games that differ only in what a seat may not know look the same to it (V3, V20, D1, D18)."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from rules_random import deals, random_move, with_intent

from app.rules import VARIANTS, deal, parse, start

SETTINGS = settings(max_examples=100, deadline=None, derandomize=True, database=None)
VERSUS_VIEWERS, DUET_VIEWERS = [None, *VARIANTS["classic"].seats], [None, *VARIANTS["duet"].seats]


def play_out(dealt, rng):
    """A random game, cards in mind and all, as far as it goes in 60 moves."""
    table, log = start(dealt), []
    while not table.outcome and len(log) < 60:
        seat, text = random_move(table, rng)
        log.append((seat, text))
        table = table.play(seat, parse(text))
    return log


def shuffled(letters, places, rng):
    """The letters, those at these places in another order."""
    places, letters = list(places), list(letters)
    for place, letter in zip(places, rng.sample([letters[p] for p in places], len(places)), strict=True):
        letters[place] = letter
    return letters


def touched(log, *seats):
    return {
        int(text.split()[1])
        for seat, text in log
        if text.split()[0] in {"guess", "cover"} and (not seats or seat in seats)
    }


def other_deal(deal, log, viewer, rng):
    """A deal that the viewer cannot tell from this one by what was turned up."""
    if "key" in deal:
        hidden = set(range(len(deal["key"]))) - touched(log)
        spymaster = viewer is not None and viewer.endswith("spymaster")
        return deal if spymaster else deal | {"key": "".join(shuffled(deal["key"], hidden, rng))}
    a, b = deal["keys"]["a"], deal["keys"]["b"]
    if viewer is None:
        pairs = shuffled(list(zip(a, b, strict=True)), set(range(25)) - touched(log), rng)
        return deal | {"keys": {"a": "".join(p[0] for p in pairs), "b": "".join(p[1] for p in pairs)}}
    other = "b" if viewer == "a" else "a"
    known, secret = deal["keys"][viewer], deal["keys"][other]
    for letter in "g.x":
        alike = {card for card in range(25) if known[card] == letter} - touched(log, viewer)
        secret = shuffled(secret, alike, rng)
    return deal | {"keys": {viewer: known, other: "".join(secret)}}


def never_given(log, index):
    """Whether what was asked here was refused, or never answered (V20)."""
    answers = [text for _, text in log[index + 1 :] if text in {"allow", "refuse", "timeout"}]
    return not answers or answers[0] == "refuse"


def other_move(log, index, table, viewer, rng):
    """The same move as far as the viewer can tell."""
    seat, text = log[index]
    move = parse(text)
    if not hasattr(move, "word") or seat == viewer:
        return text
    privy = viewer is not None and viewer.endswith("spymaster")
    word = "elsewhere" if move.verb == "ask" and never_given(log, index) and not privy else move.word
    return with_intent(table, seat, str(type(move)(word, move.number)), rng)


def agents_run_out(deal, log, side):
    """After which touch the side's agents are all found: told to everyone (D16)."""
    left = {card for card, letter in enumerate(deal["keys"][side]) if letter == "g"}
    for index, (seat, text) in enumerate(log):
        verb, _, card = text.partition(" ")
        other = {"a": "b", "b": "a"}.get(seat)
        if verb == "guess" and deal["keys"][other][int(card)] == "g":
            left.discard(int(card))
        if not left:
            return index
    return None


def twin_of(dealt, log, viewer, rng):
    """A deal that differs in what the viewer may not know, or None where the end of a side's agents told it apart."""
    twin = other_deal(dealt, log, viewer, rng)
    told_apart = "keys" in dealt and any(
        agents_run_out(dealt, log, side) != agents_run_out(twin, log, side) for side in "ab"
    )
    return None if told_apart else twin


def compare(dealt, twin, log, viewer, rng):
    """Play both games side by side, the viewer looking at each; returns whether there was a secret to keep."""
    table, other, differed = start(dealt), start(twin), False
    for index, (seat, text) in enumerate(log):
        assert table.view(viewer) == other.view(viewer)
        changed = other_move(log, index, other, viewer, rng)
        table, other = table.play(seat, parse(text)), other.play(seat, parse(changed))
        differed |= table != other
    assert (table.phase, table.turn, table.outcome) == (other.phase, other.turn, other.outcome)
    assert table.outcome or table.view(viewer) == other.view(viewer)
    return differed


@SETTINGS
@given(deals(("classic", "pictures")), st.sampled_from(VERSUS_VIEWERS), st.randoms(use_true_random=False))
def test_versus_keeps_its_secrets(dealt, viewer, rng):
    """V3, V20."""
    log = play_out(dealt, rng)
    compare(dealt, twin_of(dealt, log, viewer, rng), log, viewer, rng)


@SETTINGS
@given(deals(("duet", "duet-pictures")), st.sampled_from(DUET_VIEWERS), st.randoms(use_true_random=False))
def test_duet_keeps_its_secrets(dealt, viewer, rng):
    """D1, D18."""
    log = play_out(dealt, rng)
    twin = twin_of(dealt, log, viewer, rng)
    assume(twin)
    compare(dealt, twin, log, viewer, rng)


@pytest.mark.parametrize(
    ("variant", "viewer"),
    [*(("classic", viewer) for viewer in VERSUS_VIEWERS), *(("duet", viewer) for viewer in DUET_VIEWERS)],
)
def test_there_are_secrets_to_keep(variant, viewer):
    """V3, D1: the games compared above do differ, nearly all of them."""
    differed = 0
    for seed in range(40):
        rng = Random(seed)
        dealt = deal(variant, rng)
        log = play_out(dealt, rng)
        twin = twin_of(dealt, log, viewer, rng)
        differed += bool(twin) and compare(dealt, twin, log, viewer, rng)
    assert differed >= 30
