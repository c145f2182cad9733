"""Sound, touch and an awake screen: off until they are wanted, and then at the right moments."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.playing import Player, agents, sit_down_to_duet

pytestmark = pytest.mark.browser

# Notes what a page asks of the device, and asks for it all the same; a machine without a motor has no buzz of its own.
LISTEN = """() => {
    window.asked = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (...when) {
        asked.push(this.frequency.value);
        return start.apply(this, when);
    };
    const vibrate = navigator.vibrate;
    navigator.vibrate = (pattern) => { asked.push("buzz"); return vibrate.call(navigator, pattern); };
    const request = navigator.wakeLock.request;
    navigator.wakeLock.request = async (kind) => { asked.push(kind); return request.call(navigator.wakeLock, kind); };
}"""
TURN, AGENT, BYSTANDER, TICK = [659, 880], [523, 784], [330], [1047]


def asked(page: Page) -> list[object]:
    """What the page has asked the device for since it was last looked at."""
    return page.evaluate("window.asked.splice(0)")


def wants(player: Player, *labels: str) -> None:
    """Choose what the browser is to do."""
    player.page.evaluate(LISTEN)
    player.page.get_by_text("Sound and vibration").click()
    for label in labels:
        player.page.get_by_label(label).check()


def test_nothing_sounds_buzzes_or_stays_awake_unasked(seated):
    ann, bob = seated("Pia", "Quin", clock="live 120")
    bob.page.evaluate(LISTEN)
    ann.give(1)
    bob.sees("Your turn to guess")
    bob.touch(agents(ann, bob)[0])
    assert asked(bob.page) == []


def test_turns_and_cards_are_heard_and_felt(seated):
    ann, bob = seated("Pia", "Quin")
    wants(bob, "Soft sounds", "Vibrate when it is your turn")
    assert sorted(asked(bob.page), key=str) == sorted([*TURN, "buzz"], key=str)  # how it will be
    ann.give(2)
    bob.sees("Your turn to guess")
    assert asked(bob.page) == [*TURN, "buzz"]
    bob.page.wait_for_function("audio.state === 'running'")
    bob.touch(agents(ann, bob)[0])
    assert asked(bob.page)[:2] == AGENT
    bob.touch(agents(ann, bob, ".")[0])
    assert BYSTANDER[0] in asked(bob.page)


def test_the_last_seconds_tick_where_that_is_wanted(seated):
    (bob,) = seated("Pia", "Quin", clock="live 60", pages=1)
    second = "document.dispatchEvent(new CustomEvent('clock:late'))"
    wants(bob)
    bob.page.evaluate(second)
    assert asked(bob.page) == []
    bob.page.get_by_label("Tick in the last ten seconds").check()
    bob.page.evaluate(second)
    assert asked(bob.page) == TICK


def test_the_choice_is_kept_and_taken_back(seated):
    ann, bob = seated("Pia", "Quin")
    wants(bob, "Soft sounds")
    bob.page.reload()
    bob.page.evaluate(LISTEN)
    bob.page.get_by_text("Sound and vibration").click()
    expect(bob.page.get_by_label("Soft sounds")).to_be_checked()
    expect(bob.page.get_by_label("Vibrate when it is your turn")).not_to_be_checked()
    bob.page.get_by_label("Soft sounds").uncheck()
    ann.give(1)
    bob.sees("Your turn to guess")
    assert asked(bob.page) == []


def test_the_screen_stays_awake_in_live_games_alone(seated):
    ann, bob = seated("Pia", "Quin")
    wants(bob, "Keep the screen on in live games")
    assert asked(bob.page) == []
    sit_down_to_duet(ann, bob, Clock="live 120")
    bob.page.evaluate(LISTEN)
    bob.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    ann.give(1)
    bob.sees("Your turn to guess")
    assert bob.page.evaluate("lock !== null") or "screen" in asked(bob.page)
