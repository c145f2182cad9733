"""A served site with traces: a poll that waits is one span, and all of them arrive, also when the process ends."""

import asyncio

from tests.collector import collecting
from tests.games.tables import CLUE
from tests.processes import until


def test_a_poll_that_is_woken_is_one_span(new_site):
    with collecting() as collector:
        served = new_site(OTEL_EXPORTER_OTLP_ENDPOINT=collector.url, OTEL_BSP_SCHEDULE_DELAY="600000")

        async def play():
            await served.hears()
            tag = await served.tag(served.bob)
            polling = asyncio.create_task(served.poll(served.bob, tag))
            await served.held(1)
            move = {"move": f"clue {CLUE} 2", "seen": "0"}
            assert (await served.wire.post(served.ann, f"{served.path}/moves", move)).status == 303
            assert (await polling).status == 200

        asyncio.run(play())
        assert collector.sent == []
        assert served.site.end() == 0
        until(lambda: collector.spans)
        held = [span for span in collector.named("GET /games/<code:code>") if span.events]
        assert [[event.name for event in span.events] for span in held] == [["held", "woken"]]
        assert {"POST /games/<code:code>/moves", "games.web.views.moves"} <= {span.name for span in collector.spans}
        statements = [span for span in collector.spans if span.parent_span_id == held[0].span_id]
        assert statements, "the answer is loaded within the span of the poll"
