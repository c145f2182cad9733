"""Timer tokens against a second, literal account of them, over every sequence of turns of small missions (D12-D17)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest
from rules_play import go

from app.rules import Outcome, Table, start

MISSIONS = [(tokens, mistakes) for tokens in range(1, 6) for mistakes in range(tokens + 1)]
AGENTS = {"a": range(6), "b": range(6, 12)}
"""More than there are turns, so that a side is finished by a sweep alone."""
BYSTANDERS = range(12, 24)
"""To both sides; the assassin, to both, is 24."""
KEYS = {side: "".join("x" if card == 24 else ".g"[card in AGENTS[side]] for card in range(25)) for side in "ab"}
COMMON = ("stop", "wrong", "sweep", "assassin")
RARE = ("late", "timeout", "challenged stop", "challenged wrong", "challenged sweep")
"""What a turn can come to. `late`: no clue in time; `sweep`: all that is left of the giver's agents is found.

The rare ones are played with up to four tokens; with five, the tree of them all would take half a minute."""


@dataclass(frozen=True)
class Pile:
    """The second account: every token of the mission by name, and where it lies. `ending` None: the game goes on."""

    reserve: tuple[str, ...]
    laid: Counter[str] = field(default_factory=Counter)
    swept: str = ""
    ending: str | None = None

    def after(self, result: str, giver: str) -> "Pile":
        """The pile after a turn of this giver's clue."""
        guesser = "b" if giver == "a" else "a"
        if result.startswith("challenged"):
            called = self.lay("check", "discarded").close()
            return called if called.ending else called.after(result.removeprefix("challenged "), giver)
        if result == "assassin":
            return replace(self, ending="assassin")
        if result == "wrong":
            return self.mistake().close()
        paid = self.lay("check", "discarded" if result == "late" else guesser)
        if result != "sweep":
            return paid.close()
        paid = replace(paid, swept=paid.swept + giver)
        return replace(paid, ending="won") if len(paid.swept) == 2 else paid.close()

    def lay(self, wanted: str, where: str) -> "Pile":
        """One token from the reserve: of the wanted side up, or else of the other."""
        reserve = list(self.reserve)
        reserve.remove(wanted if wanted in reserve else reserve[0])
        return replace(self, reserve=tuple(reserve), laid=self.laid + Counter([where]))

    def mistake(self) -> "Pile":
        """D13, D14."""
        if "bystander" in self.reserve:
            return self.lay("bystander", "card")
        once = self.lay("check", "card")
        return once.lay("check", "card") if once.reserve else replace(once, ending="lost")

    def close(self) -> "Pile":
        """D15."""
        return self if self.reserve or self.ending else replace(self, ending="sudden-death")


def played(table: Table, result: str, giver: str) -> Table:
    """The real table after such a turn."""
    guesser = "b" if giver == "a" else "a"
    found = {guess.card for guess in table.guesses if guess.face == "agent"}
    own = [card for card in AGENTS[giver] if card not in found]
    touched = {guess.card for guess in table.guesses}
    bystander = next(card for card in BYSTANDERS if card not in touched)
    if result == "late":
        return go(table, "clock timeout")
    table = go(table, f"{giver} clue tree 1")
    if result.startswith("challenged"):
        table = go(table, f"{guesser} challenge")
    if table.phase == "sudden-death":
        return table
    touches = {
        "stop": [f"{guesser} guess {own[0]}", f"{guesser} stop"],
        "timeout": [f"{guesser} guess {own[0]}", "clock timeout"],
        "wrong": [f"{guesser} guess {bystander}"],
        "assassin": [f"{guesser} guess 24"],
        "sweep": [f"{guesser} guess {card}" for card in own],
    }
    return go(table, *touches[result.removeprefix("challenged ")])


ENDINGS = {
    "won": Outcome("team", "agents"),
    "assassin": Outcome(None, "assassin"),
    "lost": Outcome(None, "time"),
    "sudden-death": None,
    None: None,
}


def compare(table: Table, pile: Pile, dealt: int) -> None:
    """Every token is where the second account has it, and the game stands as it says."""
    tokens = table.view(None).tokens
    assert {"bystander": tokens.bystander, "check": tokens.check} == {
        side: pile.reserve.count(side) for side in ("bystander", "check")
    }
    laid = Counter(a=tokens.spent_a, b=tokens.spent_b, card=tokens.on_cards, discarded=tokens.discarded)
    assert +laid == pile.laid
    assert tokens.reserve + laid.total() == dealt
    assert table.outcome == ENDINGS[pile.ending]
    assert (table.phase == "sudden-death") == (pile.ending == "sudden-death")


def lines(table: Table, pile: Pile, dealt: int, before: str = "") -> Iterator[tuple[str, Pile]]:
    """All ways to go on, each compared turn by turn; yields the last turn and the pile of each that has ended.

    A clue too late twice running is left out: the third is the end by T4, whatever the tokens.
    """
    for result in COMMON + RARE * (dealt < 5):
        if result == before == "late":
            continue
        giver = table.turn[0]
        cost = table.view(None).tokens.mistake_cost
        now, then = played(table, result, giver), pile.after(result, giver)
        compare(now, then, dealt)
        if result == "wrong":
            assert (cost == 2) == ("bystander" not in pile.reserve)
        if then.ending:
            yield result, then
            sudden_death(now, then)
        else:
            yield from lines(now, then, dealt, result)


def sudden_death(table: Table, pile: Pile) -> None:
    """D15: no token is left to spend; all that is hidden wins, and one bystander loses."""
    if pile.ending != "sudden-death":
        return
    assert pile.reserve == ()
    seat = table.turn[0]
    touched = {guess.card for guess in table.guesses}
    bystander = next(card for card in BYSTANDERS if card not in touched)
    assert go(table, f"{seat} guess {bystander}").outcome == Outcome(None, "time")
    rest = [("b" if side == "a" else "a", card) for side in "ab" for card in AGENTS[side] if card not in table.found]
    won = go(table, *(f"{seat} guess {card}" for seat, card in rest))
    assert (won.outcome, won.view(None).tokens) == (Outcome("team", "sudden-death"), table.view(None).tokens)


@pytest.mark.parametrize(("dealt", "mistakes"), MISSIONS)
def test_every_way_tokens_run_out(dealt, mistakes):
    """D12, D13, D14, D15, D16, D17, T3: and each way is met that the figures allow."""
    deal = {"variant": "duet", "keys": KEYS, "tokens": dealt, "mistakes": mistakes}
    pile = Pile(("bystander",) * mistakes + ("check",) * (dealt - mistakes))
    ways = {(result, then.ending) for result, then in lines(start(deal), pile, dealt)}
    assert {ending for _, ending in ways} >= {"assassin", "sudden-death"}
    assert ("sweep", "won") in ways or dealt == 1
    assert ("wrong", "sudden-death") in ways or (dealt, mistakes) == (1, 0)
    assert (("wrong", "lost") in ways) == (mistakes < dealt)
