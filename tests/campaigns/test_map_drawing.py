"""The map as it is drawn: each city a link that says everything, states told by shape, roads by their ends (M2-M5)."""

import re
from dataclasses import dataclass

import pytest
from flask import render_template_string

from app.campaigns import map_layout
from app.rules.missions import MAP, State

PAGE = '{% from "campaigns/map/_map.html" import map with context %}{{ map(chart, cities, address) }}'


@dataclass
class Shown:
    """A city as the page hands it to the map."""

    name: str
    title: str
    tokens: int
    mistakes: int
    state: State = "closed"
    wins: int = 0
    losses: int = 0
    with_computer: int = 0
    busy: bool = False


@pytest.fixture
def draw(app):
    """Draw the map, given what is not closed and untried by the city's name."""

    def drawn(**known: dict[str, object]) -> str:
        cities = [Shown(c.name, c.title, c.tokens, c.mistakes, **known.get(c.name, {})) for c in MAP.values()]
        with app.test_request_context():
            return render_template_string(PAGE, chart=map_layout, cities=cities, address="/at/{}".format)

    return drawn


def spot(page: str, name: str) -> str:
    """What is drawn of a city: its link, and its figures."""
    return re.search(rf'<g class="spot \w+">\s*<a id="map-{name}".*?</a>\s*<g class="figures".*?</g>', page, re.DOTALL)[
        0
    ]


def name_of(page: str, name: str) -> str:
    """What a screen reader calls a city, and what a pointer shows."""
    drawn = spot(page, name)
    said = re.search(r'aria-labelledby="([^"]+)"', drawn)[1]
    return re.search(rf'<title id="{said}">(.*?)</title>', drawn, re.DOTALL)[1]


def test_every_city_is_a_link_in_the_given_order(draw):
    assert re.findall(r'<a id="map-([^"]+)"\s+href="([^"]+)"', draw()) == [(n, f"/at/{n}") for n in MAP]


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ({}, "Cairo: closed, 9 tokens, 5 mistakes"),
        ({"state": "open", "losses": 2}, "Cairo: open, 9 tokens, 5 mistakes, lost 2"),
        (
            {"state": "done", "wins": 1, "busy": True},
            "Cairo: completed, 9 tokens, 5 mistakes, won 1, being played now",
        ),
        (
            {"state": "done", "wins": 1, "losses": 2, "with_computer": 2},
            "Cairo: completed, 9 tokens, 5 mistakes, won 1, lost 2 (with the computer: 2)",
        ),
    ],
)
def test_the_name_of_a_city_says_all_that_the_picture_does(draw, known, said):
    assert name_of(draw(cairo=known), "cairo") == said


def test_one_mistake_is_singular(draw):
    assert name_of(draw(), "delhi") == "Delhi: closed, 10 tokens, 1 mistake"


def test_the_label_has_title_figures_and_tally(draw):
    def told(**known: int) -> list[str]:
        """What the texts say, and which signs stand between them."""
        drawn = spot(draw(cairo=known), "cairo")
        return re.findall(r"(?<=icons\.svg)#\w+|(?<=>)[^<>\s]+(?=</text>)", re.sub(r"\?v=\w+", "", drawn))

    assert told(wins=1, losses=3) == ["Cairo", "9–5", "#agent", "1", "#assassin", "3"]
    assert told() == ["Cairo", "9–5"]


def test_states_differ_in_shape(draw):
    page = draw(prague={"state": "done"}, cairo={"state": "open"}, berlin={"state": "open", "busy": True})
    shapes = {name: set(re.findall(r'class="(disc|tick|dot|pencil)"', spot(page, name))) for name in MAP}
    assert shapes["prague"] == {"disc", "tick"}
    assert shapes["cairo"] == {"disc", "dot"}
    assert shapes["berlin"] == {"disc", "dot", "pencil"}
    assert shapes["moscow"] == {"disc"}


def test_roads_are_drawn_by_how_many_of_their_ends_are_done(draw):
    page = draw(prague={"state": "done"}, cairo={"state": "done"}, berlin={"state": "open"})
    kinds = re.findall(r'class="road (\w+)"', page)
    found = {road.ends: kind for road, kind in zip(map_layout.ROADS, kinds, strict=True)}
    assert found["prague", "cairo"] == "done"
    assert found["prague", "berlin"] == found["cairo", "lagos"] == "open"
    assert found["berlin", "london"] == "closed"


def test_the_land_comes_from_this_site_and_is_cached(draw, ann):
    used = set(re.findall(r'<use class="[^"]+"\s+href="(/static/images/world\.svg\?v=\w+)#(\w+)"', draw()))
    assert {part for _, part in used} == {"land", "graticule"}
    for address, part in used:
        assert f'id="{part}"' in ann.get(address).text


def test_nothing_is_styled_in_line(draw):
    """The content security policy would drop it."""
    assert "style=" not in draw()
