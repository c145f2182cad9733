"""GET /teams/<code>/log: every attempt with date, city, players, result, turns, mistakes, score and replay (M5)."""

import re
from datetime import UTC, datetime
from html import unescape

import pytest

from app import rules
from app.accounts.models import User
from app.db import db
from app.games.store.models import Move
from app.games.store.move_records import load_table
from app.games.table.loading import load_game
from app.teams.loading import team_or_404
from tests.campaigns.conftest import ASSASSIN, WON
from tests.campaigns.test_map_sheets import anew
from tests.games.tables import CLUE, Table

SUDDEN = (*(("b", f"guess {card}") for card in range(9)), *(("a", f"guess {card}") for card in range(9, 15)))
STOPPED = (("a", f"clue {CLUE} 1"), ("b", "guess 0"), ("b", "stop"))
NINE_MISTAKES = [
    move
    for giver, guesser, card in zip("ababababa", "babababab", (17, 16, 18, 22, 19, 23, 20, 17, 21), strict=True)
    for move in ((giver, f"clue {CLUE} 1"), (guesser, f"guess {card}"))
]
ENDINGS = {
    "won": (WON, {}, ("won", "2", "0", "23")),
    "won, not 9-9": (WON, {"mistakes": 5}, ("won", "2", "0", "–")),
    "sudden death": ([*STOPPED, *SUDDEN[1:]], {"tokens": 1, "mistakes": 0}, ("won in sudden death", "1", "0", "–")),
    "below zero": ([*NINE_MISTAKES, *SUDDEN], {}, ("won in sudden death", "9", "9", "-1")),
    "lost in it": (
        [*STOPPED, ("b", "guess 17")],
        {"tokens": 1, "mistakes": 1},
        ("lost: no timer tokens left", "1", "1", "–"),
    ),
    "assassin": (ASSASSIN, {}, ("lost: assassin touched", "1", "0", "–")),
    "time": (
        [*STOPPED[:2], ("b", "guess 17")],
        {"tokens": 1, "mistakes": 0},
        ("lost: no timer tokens left", "1", "1", "–"),
    ),
    "gave up": ([*STOPPED[:2], ("b", "resign")], {}, ("lost: a side gave up", "1", "0", "–")),
    "gave up at once": ([("a", "resign")], {}, ("lost: a side gave up", "0", "0", "–")),
}


def log(person, team, sheet: str | None = None):
    return person.get(f"/teams/{team.code}/log" + (f"?sheet={sheet}" if sheet else ""))


def plain(markup: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", markup)).split())


def rows(page: str) -> list[dict[str, str]]:
    """The log's rows from the top, each by the headings of its columns."""
    cells = [re.findall(r"<t[hd]\b.*?</t[hd]>", row, re.DOTALL) for row in page.split('<tr role="row"')[1:]]
    head, *body = [[plain(cell) for cell in row] for row in cells] or [[]]
    return [dict(zip(head, row, strict=True)) for row in body]


def let_time_run_out(table: Table, phases: int) -> None:
    """Play the clock's moves, of which nobody is the author."""
    with table.app.app_context():
        game = load_game(table.code)
        for seq in range(game.version + 1, game.version + phases + 1):
            db.session.add(Move(game_id=game.id, seq=seq, seat=rules.CLOCK, text="timeout"))
        after = load_table(game)
        game.version, game.turn = after.version, list(after.turn)
        if after.outcome:
            game.winner, game.reason, game.finished_at = after.outcome.winner, after.outcome.reason, datetime.now(UTC)
        db.session.commit()


@pytest.mark.parametrize("ending", ENDINGS)
def test_how_it_ended(team, attempt, ann, ending):
    """M5, D19: turns are those with a clue, mistakes the bystanders touched, in sudden death too."""
    moves, deal, expected = ENDINGS[ending]
    attempt("prague", moves, deal=deal)
    (row,) = rows(log(ann, team).text)
    assert (row["Result"], row["Turns"], row["Mistakes"], row["Score"]) == expected


def test_abandoned(team, attempt, ann):
    """M5, M6, T4: turns whose time ran out before a clue cost a token too, so they count."""
    let_time_run_out(attempt("prague", STOPPED), 5)  # of each side in turn
    (row,) = rows(log(ann, team).text)
    assert (row["Result"], row["Turns"], row["Mistakes"]) == ("lost: abandoned", "6", "0")


def test_a_running_attempt_gives_nothing_away(team, attempt, ann):
    """M5, D18: of a game that is being played the log says so, and leads to it."""
    table = attempt("prague", [*STOPPED[:2], ("b", "guess 17")])
    page = log(ann, team).text
    (row,) = rows(page)
    assert [row[name] for name in ("Result", "Turns", "Mistakes", "Score")] == ["being played", "–", "–", "–"]
    assert row["Replay"].startswith("Go to the game")
    assert f'href="/games/{table.code}"' in page


def test_the_way_to_the_replay(team, attempt, ann):
    """M5."""
    table = attempt("prague", WON)
    page = log(ann, team).text
    assert rows(page)[0]["Replay"].startswith("Replay")
    assert f'href="/games/{table.code}"' in page
    assert 'data-winner="team"' in ann.get(f"/games/{table.code}").text


def test_city_date_and_players(team, attempt, ann, bob, cat):
    """M5, D31: the date in words and for machines; who took no part is not named."""
    began = datetime(2031, 5, 12, 18, 3, 11, tzinfo=UTC)
    attempt("sao-paulo", WON, deal={"tokens": 7, "mistakes": 2}, people={"a": cat, "b": [ann, bob]}).change(
        created_at=began
    )
    page = log(ann, team).text
    (row,) = rows(page)
    assert row["City"] == "São Paulo 7–2"
    assert row["Started"] == "12 May 2031, 18:03"
    assert '<time datetime="2031-05-12T18:03:11+00:00">' in page
    assert row["Played by"] == "Cat with Ann, Bob"


def test_who_left_stays_in_the_log(team, attempt, ann, bob):
    """M5: a deleted account is someone, and a former member keeps the name."""
    attempt("prague", WON)
    bob.post(f"/teams/{team.code}/leave")
    assert rows(log(ann, team).text)[0]["Played by"] == "Ann with Bob"
    with ann.app.app_context():
        db.session.get(User, bob.user.id).deleted_at = datetime.now(UTC)
        db.session.commit()
    assert rows(log(ann, team).text)[0]["Played by"] == "Ann with someone"


def test_the_newest_is_first(team, attempt, ann):
    """M5, M6: by when they began, also where the older one ends later."""
    older = attempt("berlin")
    attempt("prague", ASSASSIN)
    attempt("cairo", WON)
    older.must("a", "resign")
    assert [row["City"].split()[0] for row in rows(log(ann, team).text)] == ["Cairo", "Prague", "Berlin"]


def test_sheets(app, team, attempt, ann, bob):
    """M1, M5: the current sheet, another by its number, or all of them."""
    attempt("prague", WON)
    assert "Choose sheets" not in log(ann, team).text
    anew(ann, team)
    assert "No attempts on this sheet yet" in log(bob, team).text
    with app.app_context():
        second = team_or_404(team.code, ann.user.id).current_sheet.id
    attempt("berlin", ASSASSIN, sheet_id=second)
    seen = {sheet: [row["City"].split()[0] for row in rows(log(bob, team, sheet).text)] for sheet in ("1", "2", "all")}
    assert seen == {"1": ["Prague"], "2": ["Berlin"], "all": ["Berlin", "Prague"]}
    assert rows(log(bob, team).text) == rows(log(bob, team, "2").text)
    assert f'href="/teams/{team.code}/sheets/1"' in log(bob, team, "1").text
    assert [row["Sheet"] for row in rows(log(bob, team, "all").text)] == ["2", "1"]


def test_another_teams_attempts(team, attempt, ann, cat):
    """M1: a sheet's number is one of the team's own."""
    attempt("prague", WON)
    theirs = cat.post("/teams", name="Rivals").location
    assert rows(cat.get(f"{theirs}/log?sheet=all").text) == []
    assert len(rows(log(ann, team, "all").text)) == 1


@pytest.mark.parametrize("part", ["log", "log.csv", "log.json"])
@pytest.mark.parametrize("sheet", ["", "0", "2", "-1", "01", "+1", " 1", "%C2%B9", "9" * 30, "x", "ALL", "%00"])
def test_no_such_sheet(team, ann, part, sheet):
    assert ann.get(f"/teams/{team.code}/{part}?sheet={sheet}").status_code == 404


def test_before_the_first_attempt(team, ann):
    """M5: it says what will be here, and leads to the map."""
    page = log(ann, team).text
    assert "No attempts on this sheet yet" in page
    assert f'class="button" href="/teams/{team.code}"' in page
    assert "<table" not in page
    assert "log.csv" not in page


def test_the_page_keeps_to_its_reader(team, ann):
    answer = log(ann, team)
    assert answer.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("part", ["log", "log.csv", "log.json"])
def test_as_many_statements_for_twelve_attempts_as_for_one(statements, team, attempt, ann, part):
    def ask():
        return ann.get(f"/teams/{team.code}/{part}")

    attempt("prague", WON)
    few = statements(ask)
    for moves in [ASSASSIN, WON, STOPPED] * 4:
        attempt("berlin", moves)
    assert statements(ask) == few < 10
