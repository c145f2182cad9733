"""The team's log as downloads: CSV for spreadsheets, JSON for programs. Times are ISO 8601 in UTC."""

import csv
import json
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from io import StringIO
from typing import Any, Final
from unicodedata import normalize
from urllib.parse import quote

from flask import url_for

from app.campaigns import labels
from app.campaigns.log import SIDES, Attempt
from app.campaigns.statistics import Tally, TeamStatistics, team_statistics
from app.rules.missions import MAP
from app.teams.models import Sheet, Team

HEADER: Final = (
    "sheet", "city", "begun", "ended", "side_a", "side_b", "result",
    "tokens", "mistakes_allowed", "turns", "mistakes", "score", "replay",
)  # fmt: skip
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n")
UNSAFE_CHARACTERS: Final = re.compile(r'[\s/\\:*?"<>|.%]+')  # not allowed in file names on some system
NON_ASCII_CHARACTERS: Final = re.compile(r"[^A-Za-z0-9_-]+")


def as_csv(attempts: Sequence[Attempt]) -> str:
    """Return the attempts as CSV text, one row each after the header, with cells that are safe in spreadsheets."""
    file = StringIO()
    writer = csv.DictWriter(file, HEADER)
    writer.writeheader()
    writer.writerows(_row(_attempt(attempt)) for attempt in attempts)
    return file.getvalue()


def as_json(team: Team, sheets: Sequence[Sheet], attempts: Sequence[Attempt]) -> str:
    """Return a team's sheets, attempts and the statistics of these attempts as the text of a JSON object."""
    data = {
        "team": team.name,
        "sheets": [_sheet(sheet) for sheet in sheets],
        "attempts": [_attempt(attempt) for attempt in attempts],
        "figures": _figures(team_statistics(attempts)),
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def content_disposition(team: Team, kind: str) -> str:
    """Return a Content-Disposition header for `<team>-log.<kind>`, in ASCII and in full (RFC 5987)."""
    plain = normalize("NFKD", team.name).encode("ascii", "ignore").decode()
    fallback = NON_ASCII_CHARACTERS.sub("-", plain).strip("-") or "team"
    name = UNSAFE_CHARACTERS.sub("-", team.name).strip("-") or "team"
    return f"attachment; filename=\"{fallback}-log.{kind}\"; filename*=UTF-8''{quote(name, safe='')}-log.{kind}"


def escape_formula(cell: object) -> object:
    """Return a cell, with an apostrophe before text that a spreadsheet would run as a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA_STARTS) else cell


def _row(data: Mapping[str, Any]) -> dict[str, object]:
    sides = {f"side_{side}": ", ".join(data["players"][side]) for side in SIDES}
    row = {**data, **sides, "city": data["city"]["title"], "result": data["result"]["words"]}
    return {name: escape_formula(row[name]) for name in HEADER}


def _attempt(attempt: Attempt) -> dict[str, Any]:
    details = attempt.details
    return {
        "sheet": attempt.sheet,
        "city": {"name": attempt.city.name, "title": attempt.city.title},
        "begun": _time(attempt.begun),
        "ended": _time(attempt.ended),
        "players": attempt.players,
        "with_computer": attempt.with_computer,
        "result": {"code": attempt.reason or "playing", "words": labels.format_result(attempt.reason)},
        "tokens": attempt.tokens,
        "mistakes_allowed": attempt.mistakes,
        "turns": details and details.turns,
        "mistakes": details and details.mistakes,
        "score": details and details.score,
        "replay": url_for("games.game", code=attempt.code, _external=True),
    }


def _sheet(sheet: Sheet) -> dict[str, object]:
    return {"number": sheet.number, "begun": _time(sheet.started_at), "ended": _time(sheet.ended_at)}


def _figures(data: TeamStatistics) -> dict[str, object]:
    return {
        "cities_completed": data.completed,
        "cities": len(MAP),
        "running": data.running,
        **_tally(data.overall),
        "with_computer": _tally(data.with_computer),
        "longest_run_of_wins": data.longest_run,
        "assassins": data.assassins,
        "by_city": [{"name": city.name, "title": city.title, **_tally(tally)} for city, tally in data.cities],
        "by_giver": [
            {"name": each.name, "clues": each.clues, "agents": each.agents, "agents_per_clue": round(each.rate, 3)}
            for each in data.givers
        ],
    }


def _tally(tally: Tally) -> dict[str, object]:
    rate = tally.rate
    return {"attempts": tally.attempts, "wins": tally.wins, "win_rate": rate if rate is None else round(rate, 3)}


def _time(when: datetime | None) -> str | None:
    return when.isoformat(timespec="seconds") if when else None
