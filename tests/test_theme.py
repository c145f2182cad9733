"""static/site/theme.css: writing can be read on its ground; no other sheet names a colour or a space of its own."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

STATIC = Path(__file__).parent.parent / "static"
SHEETS = sorted(
    str(path.relative_to(STATIC)) for room in ("site", "game", "pages") for path in (STATIC / room).glob("*.css")
)
NAMED = re.compile(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)|--([\w-]+): (#\w+);")
GROUNDS = {
    "paper": ("ink", "quiet", "accent", "red-text", "blue-text", "agent-text", "sand-text"),
    "card": (
        *("ink", "quiet", "accent", "red-text", "blue-text", "agent-text", "sand-text"),
        *("dot-yellow", "dot-purple", "dot-orange", "dot-teal"),
    ),
    "wash": ("ink",),
    **dict.fromkeys(("red", "blue", "agent", "assassin", "assassin-check", "action", "action-hover"), ("white",)),
    "bystander": ("on-sand",),
}
SPACED = re.compile(r"(?<![\w-])((?:margin|padding|(?:row-|column-)?gap)(?:-[\w-]+)?)\s*:\s*([^;}]+)")
LENGTH = re.compile(r"(?<![\w.#-])-?\d*\.?\d+(?:px|r?em|ch|pt|%)")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
WRITTEN = [(ground, writing) for ground, writings in GROUNDS.items() for writing in writings]
TINTS = {"red": 0.3, "blue": 0.3, "agent": 0.4, "bystander": 0.25}  # of what lies under a spymaster's cards


def colours(scheme: int) -> dict[str, tuple[int, ...]]:
    """The tokens that are colours, light (0) or dark (1), as numbers of red, green and blue."""
    found = NAMED.findall((STATIC / "site" / "theme.css").read_text())
    return {name or plain: numbers((light, dark)[scheme] or both) for name, light, dark, plain, both in found}


def numbers(colour: str) -> tuple[int, ...]:
    """A colour such as #fff or #1d242b."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    return tuple(bytes.fromhex(digits))


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """The ratio that WCAG 2 asks for, 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: tuple[float, ...]) -> float:
    """The relative luminance of a colour, 0 to 1."""
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("ground", "writing"), WRITTEN)
def test_what_is_written_can_be_read(scheme, ground, writing):
    named = colours(scheme)
    assert contrast(named[ground], named[writing]) >= 4.5


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("identity", TINTS)
def test_a_word_can_be_read_on_the_tint_of_its_key(scheme, identity):
    named, share = colours(scheme), TINTS[identity]
    tint = tuple(share * full + (1 - share) * card for full, card in zip(named[identity], named["card"], strict=True))
    assert contrast(tint, named["ink"]) >= 4.5


@pytest.mark.parametrize("sheet", [sheet for sheet in SHEETS if sheet != "site/theme.css"])
def test_only_the_tokens_name_colours(sheet):
    assert re.findall(r"#[0-9a-f]{3,8}\b(?=[;,) ])|rgba?\(|hsl", (STATIC / sheet).read_text()) == []


def spaces(sheet: str) -> list[str]:
    """The margins, paddings and gaps of a sheet that name a length of their own; no space at all, 0px, is none."""
    rules = SPACED.findall(COMMENT.sub("", sheet))
    return [f"{name}: {value}" for name, value in rules if set(LENGTH.findall(value)) - {"0px"}]


@pytest.mark.parametrize("sheet", SHEETS)
def test_all_spaces_are_of_one_scale(sheet):
    assert spaces((STATIC / sheet).read_text()) == []


def test_a_space_beside_the_scale_is_found():
    assert spaces("a { margin: 0 auto; gap: calc(-1 * var(--space-1)); } /* padding: 3px */") == []
    assert spaces("a { padding-inline: 0 3px; row-gap: 0.3em } @media (x) { b { margin: max(0px, 1rem) auto; } }") == [
        "padding-inline: 0 3px",
        "row-gap: 0.3em ",
        "margin: max(0px, 1rem) auto",
    ]


def test_the_scale_grows_by_steps_that_can_be_told_apart():
    """In pixels, at the usual size of text: each step is at least a third more than the one before."""
    theme = (STATIC / "site" / "theme.css").read_text()
    steps = [
        (float(size) * {"px": 1, "rem": 16}[unit]) for size, unit in re.findall(r"--space-\d: ([\d.]+)(\w+);", theme)
    ]
    assert len(steps) == 7
    assert all(wide >= narrow * 4 / 3 for narrow, wide in pairwise(steps))
