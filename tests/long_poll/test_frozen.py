"""A web process freezes: gunicorn's watchdog kills it, its polls are asked again elsewhere, and nothing is lost."""

import asyncio
import os
import signal

import pytest

from tests.faults.wire import Lost
from tests.games.tables import CLUE
from tests.processes import until


def test_polls_held_by_a_process_that_freezes_are_asked_again(new_site):
    """After 30 seconds: a shorter time a busy machine may stand still."""
    site = new_site()
    (frozen,) = site.site.children()

    async def run() -> None:
        await site.hears()
        people = site.ann, site.bob
        tags = [await site.tag(person) for person in people]
        polls = [asyncio.create_task(site.poll(person, tag)) for person, tag in zip(people, tags, strict=True)]
        await site.held(2)
        os.kill(frozen, signal.SIGSTOP)
        site.table.must("a", f"clue {CLUE} 2")
        for poll in polls:
            with pytest.raises(Lost):
                await poll
        await asyncio.to_thread(until, lambda: site.site.children() not in ([], [frozen]))
        for person, tag in zip(people, tags, strict=True):
            answer = await site.poll(person, tag)
            assert (answer.status, 'data-version="1"' in answer.text) == (200, True)

    asyncio.run(run())
    assert f"WORKER TIMEOUT (pid:{frozen})" in site.site.err.read_text()
    site.table.must("b", "guess 0")
    assert len(site.table.moves) == 2
