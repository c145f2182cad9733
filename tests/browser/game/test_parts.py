"""In a browser, a page that has taken in partial answers is the page that it would be if it were loaded anew."""

import random

import pytest
from playwright.sync_api import expect

from app import rules
from app.games.chat import messages
from app.games.table.loading import load_game
from tests.browser import seeded_tables
from tests.games.page.test_parts import seated
from tests.games.secrecy.test_secrets import advance

pytestmark = pytest.mark.browser

STEPS = 5  # of one move or two each
COUNT = """() => {
    window.partial = 0;
    document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
        window.partial += ctx.text?.includes("data-same") ?? 0;
    });
}"""
# What is shown beside what the site answers to the same browser now, without what scripts and htmx add.
COMPARED = """async () => {
    const added = ["tabindex", "data-htmx-powered", "data-unread", "open", "hx-ptag"];
    const plain = (table) => {
        const copy = table.cloneNode(true);
        for (const element of [copy, ...copy.querySelectorAll("*")]) {
            for (const name of added) element.removeAttribute(name);
            const classes = [...element.classList].filter((name) => !name.startsWith("htmx-")).join(" ");
            if (element.hasAttribute("class")) element.setAttribute("class", classes);
        }
        return copy.outerHTML.replace(/\\s+/g, " ").replace(/> </g, "><").replace(/ >/g, ">");
    };
    const answer = await fetch(location.pathname, { headers: { "HX-Request": "true" } });
    const anew = new DOMParser().parseFromString(await answer.text(), "text/html");
    return [document, anew].map((page) => plain(page.querySelector("#table")));
}"""


@pytest.mark.parametrize("variant", rules.VARIANTS)
def test_the_page_is_what_it_would_be_anew(signed_in, site_app, variant):
    rng, seats = random.Random(f"{variant} in a browser"), rules.VARIANTS[variant].seats
    watched = [signed_in(f"{variant} {seat}") for seat in seats[:2]]
    others = [seeded_tables.sign_up(site_app, f"{variant} {seat}")[0] for seat in seats[2:]]
    table = seated(variant, *(visitor for visitor, _ in watched), *others)
    for _, page in watched:
        page.goto(f"/games/{table.code}")
        page.evaluate(COUNT)
    for _ in range(STEPS):
        for _ in range(rng.randint(1, 2)):
            advance(rng, table)
        for _, page in watched:
            expect(page.locator("#table")).to_have_attribute("data-version", str(table.game.version))
            shown, anew = page.evaluate(COMPARED)
            assert shown == anew
        if table.game.finished_at:
            break
    assert all(page.evaluate("partial") > 0 for _, page in watched)


def test_a_chat_line_leaves_the_board_alone(crowd, site_app):
    """Also what is typed meanwhile, and the card that is chosen."""
    ann, bob = crowd
    ann.give(1)
    bob.sees("Your turn to guess")
    bob.page.evaluate(COUNT)
    bob.page.locator("#pick-3").check()
    expect(bob.page.locator("#card-3 .marked-by")).to_have_count(1)  # else its answer may bring the line, as a whole
    bob.page.evaluate("document.querySelector('#card-3').untouched = true")
    line = bob.page.get_by_label("Message your side")
    line.press_sequentially("just typing")
    line.press("ArrowLeft")
    with site_app.app_context():
        code = bob.page.url.split("/")[-1]
        messages.post_line(code, mate_of(code), "look here")
    expect(bob.page.locator("#lines")).to_contain_text("look here")
    assert bob.page.evaluate("[document.querySelector('#card-3').untouched, partial]") == [True, 1]
    expect(line).to_be_focused()
    line.press_sequentially("_")
    expect(line).to_have_value("just typin_g")
    expect(bob.page.locator("#pick-3")).to_be_checked()


def mate_of(code: str) -> int:
    """The user who sits at side B of a Duet and came last."""
    return max(player.user_id for player in load_game(code).players if player.seat == "b")
