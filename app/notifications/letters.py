"""The messages that call people, written when they are sent.

None is sent to somebody who has acted since. For an open notice is one about which its person has done nothing since
they were last called: an act closes it (notices.align), and what follows has another row. So a call may be told while
its notice is open, stands at the stage that the call left it at, and has time left.
"""

from sqlalchemy import exists, select, update

from app.db import db, now
from app.languages import speaking
from app.notifications import calls, channels, stopping, wording
from app.notifications.calls import KIND, MADE, PRESSING, Call
from app.notifications.models import Mute, Notice
from app.post.models import Delivery
from app.post.writing import Message, absolute, writes


@writes(KIND)
def write(delivery: Delivery) -> Message | None:
    """Write what is still true of a message's calls, None for nothing; keep in the message what that was."""
    reach = channels.of([delivery.user_id]).get(delivery.user_id)
    if reach is None or delivery.target not in reach.targets(delivery.channel):
        return None
    told = _still_true(calls.read(delivery.params))
    _note(delivery, [call for _notice, call in told])
    if not told:
        return None
    stop = absolute(f"/notices/stop/{stopping.token(delivery.user_id)}") if delivery.channel == "mail" else None
    with speaking(reach.language):
        return wording.message(reach, delivery.channel, told, stop)


def _still_true(made: list[Call]) -> list[tuple[Notice, Call]]:
    """Return the calls that hold, each notice once and by its most pressing one, the most pressing first."""
    notices = _open({call.notice_id for call in made})
    told: dict[int, tuple[Notice, Call]] = {}
    for call in sorted(made, key=lambda call: PRESSING.index(call.name)):
        notice = notices.get(call.notice_id)
        if notice and notice.id not in told and notice.stage == MADE.get(call.name, notice.stage):
            told[notice.id] = notice, call
    return sorted(told.values(), key=_pressing)


def _open(ids: set[int]) -> dict[int, Notice]:
    """Return what is open of these notices, has time left, and is in no place that its person has muted."""
    muted = exists().where(Mute.user_id == Notice.user_id, Mute.topic == Notice.topic)
    in_time = Notice.deadline.is_(None) | (Notice.deadline > now())
    query = select(Notice).where(Notice.id.in_(ids), Notice.closed_at.is_(None), in_time, ~muted)
    found = db.session.scalars(query.execution_options(populate_existing=True))
    return {notice.id: notice for notice in found}


def _pressing(told: tuple[Notice, Call]) -> tuple[int, float, float]:
    notice, call = told
    deadline = notice.deadline.timestamp() if notice.deadline else float("inf")
    return PRESSING.index(call.name), deadline, notice.since.timestamp()


def _note(delivery: Delivery, told: list[Call]) -> None:
    """Keep which calls were told, for the ledger; not where another worker has the message by now."""
    params = {"items": delivery.params["items"], "told": calls.items(told)}
    own = (Delivery.id == delivery.id, Delivery.attempts == delivery.attempts, Delivery.ended_at.is_(None))
    change = update(Delivery).where(*own).values(params=params)
    db.session.execute(change.execution_options(synchronize_session=False))
