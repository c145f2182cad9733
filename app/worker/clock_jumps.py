"""Noticing that the clock was put forward or back, or that this process or its machine has slept.

The scheduler remembers for when it has last started each task. Were the clock put back, it would start none until it
has reached that time again; put forward, it would make up for each second between. So it begins anew.
"""

import asyncio
import logging
import time
from typing import Final

STEP_SECONDS: Final = 1.0
JUMP_SECONDS: Final = 10.0  # by which a step is longer or shorter than it should be; adjustments of a clock are slower

log = logging.getLogger(__name__)


async def wait_for_jump() -> None:
    """Wait until the clock has jumped, and log by how much."""
    jumped = 0.0
    while abs(jumped) < JUMP_SECONDS:
        before = time.time()
        await asyncio.sleep(STEP_SECONDS)
        jumped = time.time() - before - STEP_SECONDS
    log.warning("The clock has jumped by %.0f s: the schedule begins anew.", jumped)
