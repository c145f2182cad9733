"""What the table looks like: the board fills the window, long words and pictures keep to their cards, little moves."""

import pytest
from playwright.sync_api import expect

from tests.browser.app_window import LONG, SIZES
from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, Table, lay

pytestmark = pytest.mark.browser

LONGEST = "donaudampfschifffahrtsgesellschaftskap"  # with a number of two digits as long as a word may be
ASKEW = """(drawn) => {  // what is not as it should be, of words or of pictures
    const wrong = [], box = (it) => it.getBoundingClientRect();
    const say = (what, ...more) => wrong.push([what, ...more].join(" "));
    if (document.documentElement.scrollWidth > innerWidth) say("scrolls sideways");
    for (const it of document.querySelectorAll("#status h2, .board, [data-card]"))
        if (box(it).bottom > innerHeight + 1 || box(it).top < 0) say("out of sight:", it.id || it.className);
    for (const it of document.querySelectorAll(drawn ? "#table .picture" : ".word")) {
        const card = it.closest(".card"), range = document.createRange();
        const side = Math.min(box(it).width, box(it).height);
        const size = drawn ? side : parseFloat(getComputedStyle(it).fontSize);
        range.selectNodeContents(it);
        const lines = new Set([...range.getClientRects()].map((line) => line.top)).size;
        const parts = it.textContent.trim().split(/[ -]/).length;
        const inside = drawn ? it : range;
        if (box(inside).left < box(card).left || box(inside).right > box(card).right) say("too broad:", card.id);
        if (box(inside).top < box(card).top || box(inside).bottom > box(card).bottom) say("too high:", card.id);
        if (!drawn && lines > parts) say("broken:", it.textContent, size);
        if (size < (drawn ? 30 : 12)) say("too small:", card.id, card.innerText, size);
    }
    return wrong;
}"""
CROWDED = """() => {  // long words that are cut, or lie over the flags of their cards
    const box = (it) => it.getBoundingClientRect(), wrong = [];
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    for (const it of document.querySelectorAll(".word")) {
        const card = it.closest(".card"), range = document.createRange(), edge = box(card);
        range.selectNodeContents(it);
        for (const line of range.getClientRects()) {
            if (line.left < edge.left || line.right > edge.right || line.top < edge.top || line.bottom > edge.bottom)
                wrong.push(`cut: ${card.id}`);
            for (const flag of card.querySelectorAll(".note, .mark .icon"))
                if (meet(line, box(flag))) wrong.push(`under ${flag.textContent}: ${card.id}`);
        }
    }
    return wrong;
}"""
WATCH = """() => {  // what moves from now on
    window.shift = 0;
    window.turned = [];
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => (window.shift += entry.value)))
        .observe({ type: "layout-shift" });
    document.addEventListener("animationstart", ({ animationName, target }) =>
        animationName === "turn-over" && turned.push(target.id));
}"""
STILL = """async () => {  // until nothing moves; observers are told after the frame is painted
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    await document.fonts.ready;
    do {
        await frame();
        await Promise.allSettled(document.getAnimations().map((each) => each.finished));
        await frame();
        await frame();
    } while (document.getAnimations().some((each) => each.playState === "running"));
}"""


@pytest.fixture
def laid(request, ann, bob, cat, dan) -> tuple[Table, list[str]]:
    """A table of a variant after a touch; then the seat that guesses, which marks a card, and the one that waits."""
    variant = request.param
    if variant.startswith("duet"):
        table = lay(variant, {"a": ann, "b": bob}, {"keys": DUET_KEYS})
        seats = ["b", "a"]
    else:
        seats = ["red-operative", "red-spymaster"]
        table = lay(
            variant, {**dict(zip(seats, (bob, ann), strict=True)), "blue-spymaster": cat, "blue-operative": dan}
        )
        table.change(deal={**table.game.deal, "first": "red"}, turn=["red-spymaster"])
    if "pictures" not in variant:
        table.change(words=list(LONG))
    table.must(seats[1], f"clue {CLUE} 2")
    hidden = table.now().view(seats[1])
    table.must(seats[0], f"guess {next(card.index for card in hidden.cards if card.key in ('r', 'g'))}")
    bob.post(f"/games/{table.code}/marks", card=18, seen=0)
    return table, seats


@pytest.mark.parametrize("laid", ["classic", "pictures", "duet", "duet-pictures"], indirect=True)
def test_the_board_fills_the_window(window, laid):
    """Without scrolling, on every device; no word of up to 14 letters is broken or smaller than 12 pixels."""
    table, seats = laid
    drawn = bool(table.game.deck == "pictures")
    for seat in seats:
        window.resize(*SIZES[0])
        window.page.emulate_media(reduced_motion="reduce")  # a card that turns over is narrow for a moment
        page = window.open(table.people[seat], f"/games/{table.code}")
        for place, size in enumerate(SIZES):
            window.resize(*size)
            page.emulate_media(color_scheme=("light", "dark")[place % 2], reduced_motion="reduce")
            assert page.evaluate(ASKEW, drawn) == [], (seat, size)


@pytest.mark.parametrize("laid", ["classic"], indirect=True)
def test_the_longest_words_of_ones_own_deck_are_whole_beside_their_flags(window, laid):
    """The smallest phone has no room for three lines, a key and a mark."""
    table, seats = laid
    table.change(words=[f"{LONGEST}{number}" for number in range(10, 35)])
    window.page.emulate_media(reduced_motion="reduce")
    for seat in seats:
        page = window.open(table.people[seat], f"/games/{table.code}")
        for size in SIZES[1:]:
            window.resize(*size)
            assert page.evaluate(CROWDED) == [], (seat, size)


@pytest.mark.parametrize("laid", ["classic"], indirect=True)
def test_a_spymaster_writes_the_clue_below_the_whole_board(window, laid):
    table, _ = laid
    table.must("red-operative", "stop")
    window.page.emulate_media(reduced_motion="reduce")  # a card that turns over is narrow for a moment
    for size in SIZES:
        window.resize(*size)
        page = window.open(table.people["blue-spymaster"], f"/games/{table.code}")
        assert page.evaluate(ASKEW, False) == [], size
        expect(page.get_by_role("button", name="Give the clue")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desk"])
@pytest.mark.parametrize("laid", ["classic", "pictures", "duet"], indirect=True)
def test_a_touched_card_turns_over_once_where_motion_is_wanted(window, laid, size, motion):
    """Also when a poll brings it; and nothing on the page moves but the word on that card, which makes room."""
    table, seats = laid
    own = [card.index for card in table.now().view(seats[1]).cards if card.key in ("r", "g") and card.face == "hidden"]
    window.resize(*size)
    window.page.emulate_media(reduced_motion=motion)
    page = window.open(table.people[seats[1]], f"/games/{table.code}")
    page.evaluate(STILL)
    page.evaluate(WATCH)
    table.must(seats[0], f"guess {own[0]}")
    page.evaluate("htmx.trigger('#table', 'wake')")
    card = page.locator(f"#card-{own[0]}")
    expect(card).not_to_have_attribute("data-face", "hidden")
    page.evaluate(STILL)
    assert page.evaluate("window.turned") == ([f"card-{own[0]}"] if motion == "no-preference" else [])
    assert page.evaluate("window.shift") < 0.001


@pytest.mark.parametrize("size", [(360, 740), (1280, 720)], ids=["phone", "desk"])
def test_nothing_moves_at_the_first_touch_of_a_turn(window, ann, bob, cat, dan, size):
    """With it the rival spymaster may not doubt the clue any more, and the log has a line more."""
    people = {"red-spymaster": ann, "red-operative": bob, "blue-spymaster": cat, "blue-operative": dan}
    table = lay("classic", people, {"first": "red", "key": CLASSIC_KEY})
    table.must("red-spymaster", f"clue {CLUE} 2")
    window.resize(*size)
    window.page.emulate_media(reduced_motion="reduce")
    page = window.open(cat, f"/games/{table.code}")
    expect(page.get_by_text("Is this clue invalid?")).to_be_visible()
    page.evaluate(STILL)
    page.evaluate(WATCH)
    table.must("red-operative", "guess 0")
    page.evaluate("htmx.trigger('#table', 'wake')")
    expect(page.locator("#card-0")).not_to_have_attribute("data-face", "hidden")
    expect(page.get_by_text("Is this clue invalid?")).to_be_hidden()
    page.evaluate(STILL)
    assert page.evaluate("window.shift") < 0.002


@pytest.mark.parametrize("laid", ["duet"], indirect=True)
def test_a_phone_shows_one_thing_at_a_time_below_the_board(window, laid):
    """By radio buttons, so without a script too; what was chosen outlives what others do."""
    table, seats = laid
    window.resize(390, 844)
    page = window.open(table.people["a"], f"/games/{table.code}")
    clues, talk = (page.get_by_role("heading", name=name) for name in ("Clues", "Reactions"))
    expect(clues).to_be_visible()
    expect(talk).to_be_hidden()
    page.get_by_role("radio", name="Reactions", exact=True).check()
    expect(clues).to_be_hidden()
    expect(talk).to_be_visible()
    table.must(seats[0], "guess 1")
    page.evaluate("htmx.trigger('#table', 'wake')")
    expect(page.locator("#card-1")).to_have_attribute("data-face", "agent")
    expect(page.get_by_role("radio", name="Reactions", exact=True)).to_be_checked()
    window.resize(1440, 900)
    expect(clues).to_be_visible()
    expect(talk).to_be_visible()
