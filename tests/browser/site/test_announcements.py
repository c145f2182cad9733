"""What a table tells to those who listen: each turn, clue and touch once, however often the page brings it."""

import pytest
from playwright.sync_api import Page

from tests.browser.playing import CLUE, Player, agents

pytestmark = pytest.mark.browser

# Notes in `told` what live regions come to say: each line of text that is changed or added, each time.
LISTEN = """() => {
    const REGION = "#status [role=status]";
    window.told = [];
    const words = (it) => it.textContent.trim().replace(/\\s+/g, " ");
    const line = (it) => (it.nodeType === 1 ? it : it.parentElement).closest("h2, p, li, [role=status]");
    new MutationObserver((changes) => {
        const lines = new Set();
        for (const { target, addedNodes, type } of changes) {
            const region = line(target)?.closest("[role=status], [role=alert], [aria-live]");
            for (const added of addedNodes)
                if (added.querySelector?.(REGION) || added.matches?.(REGION)) told.push("a new region");
            if (!region) continue;
            if (type === "characterData" && words(target)) lines.add(line(target));
            else for (const added of addedNodes) if (words(added)) lines.add(line(added));
        }
        for (const each of lines) if (words(each)) told.push(words(each));
    }).observe(document.documentElement, { subtree: true, childList: true, characterData: true });
}"""
ASK_AGAIN = "htmx.trigger('#table', 'wake', {fresh: true})"
HIDE = "Object.defineProperty(document, 'hidden', {configurable: true, get: () => window.away})"
LOOK = "(away) => { window.away = away; document.dispatchEvent(new Event('visibilitychange')); }"


@pytest.fixture
def duo(seated) -> tuple[Player, Player]:
    """Two at a fresh Duet whose pages are listened to."""
    duo = seated("Uma told", "Vic told")
    for player in duo:
        player.page.evaluate(LISTEN)
    return duo


def told(page: Page) -> list[str]:
    """What was told so far, after the page has asked for everything anew once more."""
    with page.expect_response(lambda response: "/games/" in response.url):
        page.evaluate(ASK_AGAIN)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    return page.evaluate("told")


def word(player: Player, card: int) -> str:
    """The word on a card, as sentences have it."""
    return str(player.page.locator(f"#card-{card} .word").text_content()).strip().upper()


def test_a_turn_is_told_once_on_both_sides(duo):
    """Whose turn it is, the clue, an agent, a bystander; whoever moves has them by an answer and by a poll."""
    ann, bob = duo
    agent, bystander = agents(ann, bob)[0], agents(ann, bob, ".")[0]
    clue, found, missed = (
        f"The clue: {CLUE} 2",
        f"Vic told touched {word(bob, agent)}: agent.",
        f"Vic told touched {word(bob, bystander)}: bystander.",
    )
    ann.give(2)
    bob.sees("Your turn to guess")
    bob.touch(agent)
    ann.sees_face(agent, "agent")
    bob.touch(bystander)
    bob.sees("Give your partner a clue")
    ann.sees("is thinking of a clue")
    assert sorted(told(ann.page)) == sorted(
        ["Vic told is guessing.", clue, found, "Vic told is thinking of a clue.", missed]
    )
    assert sorted(told(bob.page)) == sorted(
        [
            *("Your turn to guess: touch a card.", clue, "Right! Touch another card, or stop.", found),
            *("Give your partner a clue.", missed),
        ]
    )


def test_nothing_is_told_again_on_coming_back(duo):
    """By a reload, or to a tab that was out of sight; what happened meanwhile is told once then."""
    ann, bob = duo
    ann.give(2)
    bob.sees("Your turn to guess")
    agent, other = agents(ann, bob)[:2]
    bob.touch(agent)
    ann.sees_face(agent, "agent")
    for player in (ann, bob):
        player.page.reload()
        player.page.evaluate(LISTEN)
        assert told(player.page) == []

    ann.page.evaluate(HIDE)
    ann.page.evaluate(LOOK, True)
    bob.touch(other)
    ann.page.evaluate(LOOK, False)
    ann.sees_face(other, "agent")
    assert told(ann.page) == [f"Vic told touched {word(bob, other)}: agent."]
    for away in (True, False):
        ann.page.evaluate(LOOK, away)
    assert told(ann.page) == [f"Vic told touched {word(bob, other)}: agent."]


def test_a_line_told_twice_is_noticed(duo):
    """What listens here hears a live region that is written anew, though nothing has changed."""
    page = duo[0].page
    page.evaluate("(() => { const line = document.querySelector('#status h2'); line.textContent += ''; })()")
    assert len(told(page)) == 1
    page.evaluate("document.querySelector('#status').innerHTML += ''")
    assert "a new region" in told(page)
