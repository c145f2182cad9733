"""Creating and loading reports, and deleting old ones."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from sqlalchemy import ColumnElement, Select, exists, func, or_, select
from sqlalchemy.dialects.postgresql import insert

from app.accounts import blocks, rate_limits
from app.accounts.models import User
from app.db import db, delete_in_batches, now
from app.games.store.models import Game, Player
from app.i18n.languages import _
from app.moderation import labels
from app.moderation.admin import rights
from app.moderation.models import Report
from app.moderation.reports.free_text import clean_text
from app.moderation.reports.places import ReportPlace
from app.notifications import notices
from app.refusals import Conflict, Refusal

NOTICE_TOPIC: Final = "reports"  # of the notices for admins
NOTICE_KIND: Final = "reported"
KEEP_DECIDED: Final = timedelta(days=90)  # after the decision
KEEP_UNDECIDED: Final = timedelta(days=365)  # without a decision


def create_report(
    reporter_id: int, place: ReportPlace, person: User, about: str, kind: str, text: str, block: bool
) -> None:
    """Save a report with a copy of its evidence, and notify the admins; with `block`, block the person. Commits.

    `about` is the value of one of the place's items, `kind` a key of labels.KINDS. Raises RateLimited, Refusal for
    invalid input, and Conflict if the reporter has an open report about this person in this place.
    """
    rate_limits.enforce(f"report {reporter_id}")
    item = next((each for each in place.reportable_items(person) if each.value == about), None)
    if item is None:
        raise Refusal(_("Choose what to report. Your earlier choice is no longer available."), "about")
    if kind not in labels.KINDS:
        raise Refusal(_("Choose what is wrong."), "kind")
    said = clean_text(text, "words")
    if kind == "other" and not said:
        raise Refusal(_("Explain in a few words what is wrong."), "words")
    values = {"kind": kind, "words": said, "about": item.about, "evidence": item.text, "said_at": item.at}
    who = {"reporter_id": reporter_id, "reported_id": person.id, "place": place.topic, "called": person.display_name}
    made = insert(Report).values(**who, **values).on_conflict_do_nothing().returning(Report.id)
    if db.session.scalar(made) is None:
        raise Conflict(_("You have already reported this person here, and your report is still open."))
    if block:
        blocks.block(reporter_id, person.id)
    _notify_admins(place, person)
    db.session.commit()


def visible_reports(admin_id: int) -> Select[Report]:
    """Return the query of the reports that an admin may see.

    Excludes reports about the admin, which name the reporter, and reports from running games in which the admin plays,
    since what is said there is not for every seat.
    """
    playing = select(Game.id).join(Player).where(Player.user_id == admin_id, Game.finished_at.is_(None))
    here = exists(playing.where(func.concat("game:", Game.code) == Report.place))
    return select(Report).where(Report.reported_id != admin_id, ~here)


def load_page(admin_id: int, is_open: bool, most: int, before: int | None) -> Sequence[Report]:
    """Return the newest `most` open or decided reports that an admin may see, newest first.

    With `before`, only those with a lower id.
    """
    query = (
        visible_reports(admin_id).where(Report.decided_at.is_(None) == is_open).order_by(Report.id.desc()).limit(most)
    )
    return db.session.scalars(query.where(Report.id < before) if before else query).all()


def load_about_user(admin_id: int, user_id: int, most: int) -> Sequence[Report]:
    """Return the newest `most` reports about or by a user, newest first, as far as the admin may see them."""
    concerned: ColumnElement[bool] = or_(Report.reported_id == user_id, Report.reporter_id == user_id)
    return db.session.scalars(visible_reports(admin_id).where(concerned).order_by(Report.id.desc()).limit(most)).all()


def delete_old_reports() -> int:
    """Delete the reports decided over KEEP_DECIDED ago or made over KEEP_UNDECIDED ago; return their number.

    Commits in batches.
    """
    old = or_(Report.decided_at < now() - KEEP_DECIDED, Report.made_at < now() - KEEP_UNDECIDED)
    return delete_in_batches(select(Report.id).where(old), Report.id)


def _notify_admins(place: ReportPlace, person: User) -> None:
    """Send a notice to the admins, except the reported user and the players of the game, without commit."""
    here = {user.id for user in place.people} if place.field == "game" else {person.id}
    notified = {admin.id for admin in rights.load_admins()} - here
    notices.create_news(notified, NOTICE_TOPIC, NOTICE_KIND, "/admin", {})
