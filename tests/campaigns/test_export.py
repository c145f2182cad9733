"""GET /teams/<code>/log.csv and log.json: the log as files to keep (M5)."""

import csv
import json
from datetime import UTC, datetime
from io import StringIO

import pytest

from app.campaigns.export import escape_formula
from app.teams import service
from app.teams.loading import team_or_404
from tests.campaigns.conftest import ASSASSIN, WON
from tests.campaigns.test_log import NINE_MISTAKES, STOPPED, SUDDEN
from tests.campaigns.test_map_sheets import anew
from tests.visitor import sign_up

BEGAN, ENDED = datetime(2031, 5, 12, 18, 3, 11, 250, UTC), datetime(2031, 5, 13, 6, 0, 0, 0, UTC)


def get(person, team, kind: str, sheet: str = ""):
    answer = person.get(f"/teams/{team.code}/log.{kind}" + (f"?sheet={sheet}" if sheet else ""))
    assert answer.status_code == 200
    return answer


def table(answer) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(answer.get_data(as_text=True), newline="")))


def test_a_row_of_the_table(team, attempt, ann):
    """M5: all that the log tells of an attempt."""
    played = attempt("sao-paulo", WON, deal={"tokens": 7, "mistakes": 2})
    played.change(created_at=BEGAN, finished_at=ENDED)
    answer = get(ann, team, "csv")
    assert answer.content_type == "text/csv; charset=utf-8"
    assert table(answer) == [
        {
            "sheet": "1",
            "city": "São Paulo",
            "begun": "2031-05-12T18:03:11+00:00",
            "ended": "2031-05-13T06:00:00+00:00",
            "side_a": "Ann",
            "side_b": "Bob",
            "result": "won",
            "tokens": "7",
            "mistakes_allowed": "2",
            "turns": "2",
            "mistakes": "0",
            "score": "",
            "replay": f"http://localhost/games/{played.code}",
        }
    ]


def test_an_attempt_as_an_object(team, attempt, ann, bob, cat):
    """M5."""
    played = attempt("prague", WON, people={"a": ann, "b": [bob, cat]})
    played.change(created_at=BEGAN, finished_at=ENDED)
    answer = get(ann, team, "json")
    assert answer.content_type == "application/json"
    assert answer.json["team"] == "Night Owls"
    assert answer.json["attempts"] == [
        {
            "sheet": 1,
            "city": {"name": "prague", "title": "Prague"},
            "begun": "2031-05-12T18:03:11+00:00",
            "ended": "2031-05-13T06:00:00+00:00",
            "players": {"a": ["Ann"], "b": ["Bob", "Cat"]},
            "with_computer": False,
            "result": {"code": "agents", "words": "won"},
            "tokens": 9,
            "mistakes_allowed": 9,
            "turns": 2,
            "mistakes": 0,
            "score": 23,
            "replay": f"http://localhost/games/{played.code}",
        }
    ]


def test_the_figures(team, attempt, ann):
    """M5."""
    for moves in (WON, ASSASSIN, WON, STOPPED):
        attempt("prague", moves)
    assert get(ann, team, "json").json["figures"] == {
        "cities_completed": 1,
        "cities": 24,
        "running": 1,
        "attempts": 3,
        "wins": 2,
        "win_rate": 0.667,
        "with_computer": {"attempts": 0, "wins": 0, "win_rate": None},
        "longest_run_of_wins": 1,
        "assassins": 1,
        "by_city": [{"name": "prague", "title": "Prague", "attempts": 3, "wins": 2, "win_rate": 0.667}],
        "by_giver": [
            {"name": "Ann", "clues": 3, "agents": 18, "agents_per_clue": 6.0},
            {"name": "Bob", "clues": 2, "agents": 12, "agents_per_clue": 6.0},
        ],
    }


def test_a_running_attempt_gives_nothing_away(team, attempt, ann):
    """M5, D18."""
    attempt("prague", [*STOPPED[:2], ("b", "guess 17")])
    (row,) = table(get(ann, team, "csv"))
    assert row["result"] == "being played"
    assert (row["ended"], row["turns"], row["mistakes"], row["score"]) == ("", "", "", "")
    told = get(ann, team, "json").json
    (found,) = told["attempts"]
    assert found["result"] == {"code": "playing", "words": "being played"}
    assert (found["ended"], found["turns"], found["mistakes"], found["score"]) == (None, None, None, None)
    assert told["figures"]["win_rate"] is None


def test_before_the_first_attempt(team, ann):
    """A program finds the head of the table, and empty lists."""
    assert get(ann, team, "csv").text.startswith("sheet,city,begun,ended,side_a,side_b,result,")
    assert table(get(ann, team, "csv")) == []
    told = get(ann, team, "json").json
    assert (told["attempts"], told["figures"]["by_city"]) == ([], [])


def test_sheets(app, team, attempt, ann):
    """M1: of all sheets where none is chosen."""
    attempt("prague", WON)
    anew(ann, team)
    with app.app_context():
        second = team_or_404(team.code, ann.user.id).current_sheet.id
    attempt("berlin", ASSASSIN, sheet_id=second)
    cities = {sheet: [row["city"] for row in table(get(ann, team, "csv", sheet))] for sheet in ("", "all", "1", "2")}
    assert cities == {"": ["Berlin", "Prague"], "all": ["Berlin", "Prague"], "1": ["Prague"], "2": ["Berlin"]}
    told = get(ann, team, "json").json
    assert [attempt["sheet"] for attempt in told["attempts"]] == [2, 1]
    assert [(sheet["number"], sheet["ended"] is None) for sheet in told["sheets"]] == [(1, False), (2, True)]
    assert datetime.fromisoformat(told["sheets"][0]["begun"]).utcoffset().total_seconds() == 0
    assert [attempt["sheet"] for attempt in get(ann, team, "json", "1").json["attempts"]] == [1]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])
def test_formulas(app, team, attempt, ann, name):
    """What a spreadsheet would work out is made harmless there, and stays as it is for programs."""
    attempt("prague", ASSASSIN, people={"a": ann, "b": sign_up(app, name)})
    assert table(get(ann, team, "csv"))[0]["side_b"] == f"'{name}"
    assert get(ann, team, "json").json["attempts"][0]["players"]["b"] == [name]


def test_numbers_are_no_formulas(team, attempt, ann):
    """D19: a score may lie below zero, and sums go on working."""
    attempt("prague", [*NINE_MISTAKES, *SUDDEN])
    assert table(get(ann, team, "csv"))[0]["score"] == "-1"
    assert [escape_formula(cell) for cell in (-1, None, "", "a=b", "-")] == [-1, None, "", "a=b", "'-"]


NAMES = [
    ("Night Owls", "Night-Owls-log", "Night-Owls-log"),
    ("Les Éclairs / 1", "Les-Eclairs-1-log", "Les-%C3%89clairs-1-log"),
    ("夜のふくろう", "team-log", "%E5%A4%9C%E3%81%AE%E3%81%B5%E3%81%8F%E3%82%8D%E3%81%86-log"),
    ('"; filename="x.exe', "filename-x-exe-log", "%3B-filename%3D-x-exe-log"),
    ("../..\\etc", "etc-log", "etc-log"),
    ("...", "team-log", "team-log"),
    ("'%0d", "0d-log", "%27-0d-log"),
]


@pytest.mark.parametrize(("name", "ascii_name", "full_name"), NAMES)
@pytest.mark.parametrize("kind", ["csv", "json"])
def test_the_files_name(app, team, ann, name, ascii_name, full_name, kind):
    """RFC 5987, RFC 6266: a plain name for all, and the true one for browsers that can."""
    with app.app_context():
        service.rename_team(team.code, ann.user.id, name)
    answer = get(ann, team, kind)
    expected = f"attachment; filename=\"{ascii_name}.{kind}\"; filename*=UTF-8''{full_name}.{kind}"
    assert answer.headers["Content-Disposition"] == expected
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_json_is_for_readers_too(team, attempt, ann, app):
    """Letters of all alphabets stand there as they are."""
    attempt("prague", ASSASSIN, people={"a": ann, "b": sign_up(app, "Zoë")})
    text = get(ann, team, "json").get_data(as_text=True)
    assert '"Zoë"' in text
    assert json.loads(text)["team"] == "Night Owls"
