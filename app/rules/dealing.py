"""Making and checking a deal: everything random in a game, as a JSON-serializable dict."""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Final

from app.rules.seats import SIDES, TEAMS, other
from app.rules.variants import VARIANTS, Variant

Deal = dict[str, Any]
TOKENS: Final = range(5, 12)
"""The numbers of timer tokens that players may choose (D4); a stored deal may have 1 to 25."""
VERSUS_COUNTS: Final[Mapping[int, tuple[int, int, int, int]]] = {25: (9, 8, 7, 1), 20: (8, 7, 4, 1)}
"""Numbers of cards by size of the table: starting team, other team, bystanders, assassins (V2)."""
DUET_COUNTS: Final[Mapping[str, int]] = {
    "gg": 3, "g.": 5, ".g": 5, "gx": 1, "xg": 1, "xx": 1, "x.": 1, ".x": 1, "..": 7
}  # fmt: skip
"""How often each pair of key letters occurs, A's first (D2). Players know these numbers (D20)."""


class DealError(ValueError):
    """Raised for a deal that is impossible or malformed."""


def deal(variant: str, rng: Random, *, tokens: int = 9, mistakes: int = 9, house: Iterable[str] = ()) -> Deal:
    """Return a new random deal of a variant, every arrangement equally likely (V2, D2).

    `tokens` (5 to 11) and `mistakes` (0 to `tokens`) are for Duet (D4) and ignored elsewhere. Raises DealError for
    other numbers, an unknown variant, or house rules that the variant does not have.
    """
    kind = _variant(variant)
    common = {"variant": variant, "house": sorted(_house(kind, house))}
    if kind.game == "versus":
        return common | _versus(kind, rng)
    if tokens not in TOKENS:
        raise DealError(f"tokens must be {TOKENS[0]} to {TOKENS[-1]}, not {tokens!r}")
    _check_tokens(tokens, mistakes)
    return common | {"keys": _keys(rng), "tokens": tokens, "mistakes": mistakes}


def check(deal: Mapping[str, Any]) -> None:
    """Raise DealError unless a stored deal is well formed. Its counts need not be those of V2 and D2.

    Each team, or in Duet the two sides together, must have at least one card to find.
    """
    kind = _variant(deal.get("variant"))
    _house(kind, deal.get("house", ()))
    if kind.game == "versus":
        if deal.get("first") not in TEAMS:
            raise DealError(f"the first team must be one of {TEAMS}")
        _check_key(deal.get("key"), "rb.x", kind.size, "rb")
    else:
        keys = [deal.get("keys", {}).get(side) for side in SIDES]
        for key in keys:
            _check_key(key, "g.x", kind.size, "")
        if "g" not in "".join(keys):
            raise DealError("there is no agent to find")
        _check_tokens(deal.get("tokens"), deal.get("mistakes"))


def _versus(kind: Variant, rng: Random) -> Deal:
    first = rng.choice(TEAMS)
    letters = [*"".join(map(_repeat, (first[0], other(first)[0], ".", "x"), VERSUS_COUNTS[kind.size]))]
    rng.shuffle(letters)
    return {"first": first, "key": "".join(letters)}


def _keys(rng: Random) -> dict[str, str]:
    pairs = [pair for pair, count in DUET_COUNTS.items() for _ in range(count)]
    rng.shuffle(pairs)
    return {side: "".join(pair[place] for pair in pairs) for place, side in enumerate(SIDES)}


def _repeat(letter: str, times: int) -> str:
    return letter * times


def _variant(name: object) -> Variant:
    if not isinstance(name, str) or name not in VARIANTS:
        raise DealError(f"unknown variant {name!r}")
    return VARIANTS[name]


def _house(kind: Variant, house: Iterable[str]) -> frozenset[str]:
    rules = frozenset(house)
    if not rules <= kind.house:
        raise DealError(f"{kind.name} has no house rule {sorted(rules - kind.house)}")
    return rules


def _check_key(key: object, letters: str, size: int, needed: str) -> None:
    if not isinstance(key, str) or len(key) != size or not set(key) <= set(letters) or not set(needed) <= set(key):
        raise DealError(f"a key is {size} letters of {letters!r} with some of {needed!r}, not {key!r}")


def _check_tokens(tokens: object, mistakes: object) -> None:
    if not isinstance(tokens, int) or not isinstance(mistakes, int) or not 1 <= tokens <= 25:
        raise DealError(f"tokens must be 1 to 25, not {tokens!r}")
    if not 0 <= mistakes <= tokens:
        raise DealError(f"mistakes must be 0 to {tokens}, not {mistakes!r}")
