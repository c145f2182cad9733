"""The desk of whoever gives a clue: ticked cards are counted, and what is typed is looked at before it is sent."""

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Player, unanswered
from tests.games.tables import CLASSIC_KEY, CLUE, lay

pytestmark = pytest.mark.browser

ADVICE_ENDED = """() => void (window.adviceEnded = new Promise((done) => {
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.id === "clue-word") done();
  });
}))"""


@pytest.fixture
def giver(seated) -> Player:
    """Somebody who may give a clue."""
    return seated("Ida", "Jon", pages=1)[0]


def test_ticked_cards_fill_in_the_number_until_another_is_chosen(giver):
    chosen, cards = giver.page.locator("#numbers :checked"), giver.page.locator("input[name=for]")
    for count in (1, 2, 3):
        cards.nth(count).check()
        expect(chosen).to_have_value(str(count))
    cards.nth(3).uncheck()
    expect(chosen).to_have_value("2")
    giver.page.get_by_role("radio", name="5", exact=True).check()
    cards.nth(3).check()
    expect(chosen).to_have_value("5")
    giver.page.keyboard.press("Tab")
    giver.page.get_by_role("radio", name="5", exact=True).press("7")
    expect(chosen).to_have_value("7")


def test_the_word_has_the_focus_on_ones_turn_unless_one_is_elsewhere(signed_in):
    people = {f"{team}-{role}": f"{role} {team}" for team in ("red", "blue") for role in ("spymaster", "operative")}
    seated = {seat: signed_in(name) for seat, name in people.items()}
    table = lay("classic", {seat: who for seat, (who, _) in seated.items()}, {"first": "red", "key": CLASSIC_KEY})
    idle = seated["blue-spymaster"][1]
    busy = idle.context.new_page()
    for page in (idle, busy):
        page.goto(f"/games/{table.code}")
    busy.get_by_text("Notes, players and more").click()
    notes = busy.get_by_label("Notes for yourself")
    notes.focus()
    table.must("red-spymaster", f"clue {CLUE} 1")
    table.must("red-operative", "guess 0", "stop")
    expect(idle.get_by_label("Clue", exact=True)).to_be_focused()
    expect(busy.get_by_label("Clue", exact=True)).to_be_visible()
    expect(notes).to_be_focused()


def test_without_a_number_the_sites_own_sentence_stands_once_beside_the_form(giver):
    """And not the browser's; the word stays, and what is under the pointer, too."""
    giver.page.set_viewport_size({"width": 1440, "height": 900})
    giver.page.get_by_label("Clue", exact=True).fill("zyzzyva")
    button = giver.page.get_by_role("button", name="Give the clue")
    before = button.bounding_box()
    button.click()
    expect(giver.page.get_by_text("Choose a number for the clue.")).to_have_count(1)
    expect(giver.page.locator("#desk #refusal")).to_be_visible()
    assert button.bounding_box() == before
    expect(giver.page.get_by_label("Clue", exact=True)).to_have_value("zyzzyva")


def test_a_refused_clue_is_refused_once(giver):
    """C4: what was said while it was typed gives way to the answer, which gives way to the next word."""
    word = giver.page.locator("[data-card] .word").first.text_content()
    field, verdict = giver.page.get_by_label("Clue", exact=True), giver.page.locator(".advice, #foreseen:not(:empty)")
    field.fill(word)
    giver.page.get_by_role("radio", name="2", exact=True).check()
    giver.press("Give the clue")
    expect(giver.page.locator(".advice")).to_be_visible()
    giver.page.wait_for_timeout(800)  # what was typed is looked at half a second later
    expect(verdict).to_have_count(1)
    field.fill("zyzzyva")
    expect(giver.page.locator(".advice")).to_have_count(0)


def test_advice_that_comes_after_the_answer_is_dropped(giver):
    """C4: on a slow line the clue may be refused while advice on it is still on its way."""
    word = giver.page.locator("[data-card] .word").first.text_content()
    giver.page.get_by_role("radio", name="2", exact=True).check()
    with unanswered(giver.page, "**/advice"):
        with giver.page.expect_request("**/advice"):
            giver.page.get_by_label("Clue", exact=True).fill(word)
        giver.press("Give the clue")
        expect(giver.page.locator(".advice")).to_be_visible()
        giver.page.evaluate(ADVICE_ENDED)
    giver.page.evaluate("() => window.adviceEnded")
    expect(giver.page.locator("#foreseen")).to_be_empty()
    expect(giver.page.locator(".advice")).to_have_count(1)


def test_a_clue_is_looked_at_while_it_is_typed(giver):
    word = giver.page.locator("[data-card] .word").first.text_content()
    field = giver.page.get_by_label("Clue", exact=True)
    field.press_sequentially(word)
    expect(giver.page.get_by_text("You cannot give this clue.")).to_be_visible()
    expect(field).to_be_focused()
    assert word not in giver.page.url
    field.fill("zyzzyva")
    expect(giver.page.get_by_text("You cannot give this clue.")).to_have_count(0)
