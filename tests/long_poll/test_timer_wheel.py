"""The wheel ends each wait in its time, spread a little, with one timer for all."""

import asyncio
from typing import Any

import pytest

from app.long_poll.subscriptions import WaitingPoll
from app.long_poll.timer_wheel import TimerWheel


class CountingLoop(asyncio.SelectorEventLoop):
    """An event loop that counts its timers."""

    timers = 0

    def call_at(self, *arguments: Any, **named: Any) -> asyncio.TimerHandle:
        self.timers += 1
        return super().call_at(*arguments, **named)


def steps(wheel: TimerWheel) -> int:
    """How many steps of a second a new hold lasts."""
    loop = asyncio.new_event_loop()
    hold = WaitingPoll({}, loop.create_future())
    slot = wheel.add(hold)
    count = 0
    while not hold.future.done():
        wheel.step()
        count += 1
    assert hold.future.result() is False
    slot.discard(hold)
    loop.close()
    return count


@pytest.mark.parametrize(("seconds", "least"), [(1, 1), (3, 3), (25, 23), (50, 46), (55, 50)])
def test_each_lasts_nine_tenths_of_the_time_at_least_and_no_longer_than_it(seconds: int, least: int) -> None:
    wheel = TimerWheel(seconds)
    lasted = [steps(wheel) for _ in range(200)]
    assert min(lasted) >= least >= 0.9 * seconds
    assert max(lasted) == seconds
    if seconds > 20:
        assert len(set(lasted)) > 2


def test_who_has_gone_is_not_in_its_slot_any_more() -> None:
    wheel = TimerWheel(3)
    hold = WaitingPoll({}, asyncio.new_event_loop().create_future())
    wheel.add(hold).discard(hold)
    for _ in range(10):
        wheel.step()
    assert not hold.future.done()


def test_a_thousand_wait_with_one_timer() -> None:
    async def wait() -> None:
        wheel = TimerWheel(2)
        turning = asyncio.create_task(wheel.run())
        holds = [WaitingPoll({}, loop.create_future()) for _ in range(1000)]
        for hold in holds:
            wheel.add(hold)
        begun = loop.time()
        async with asyncio.timeout(60):
            await asyncio.gather(*(hold.future for hold in holds))
        assert loop.time() - begun > 1.8
        turning.cancel()

    loop = CountingLoop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(wait())
    assert loop.timers <= 5
