"""An attempt at a city on its own page: the city for all, its team and what came of it for members alone (M1-M6)."""

import re
from collections.abc import Callable

import pytest

from app.db import db, now
from app.games.store.attempts import AttemptResult
from app.games.web import game_list
from app.games.wording import sentences
from app.rules.missions import MAP, Standing
from app.teams import service as teams
from app.teams.models import Sheet
from tests.games.tables import DUET_KEYS, LOSING, WINNING, Table, lay
from tests.statements import recorded_statements

NAME = "Night Owls"


@pytest.fixture
def attempt(team, ann, bob) -> Callable[..., Table]:
    """Lay an attempt of Ann on side A and Bob on side B, and play moves at it."""

    def attempted(city, moves=()):
        mission = {"tokens": MAP[city].tokens, "mistakes": MAP[city].mistakes}
        people = {"a": ann, "b": bob}
        table = lay("duet", people, {"keys": DUET_KEYS}, sheet_id=team.current_sheet.id, city=city, **mission)
        for seat, move in moves:
            table.send(seat, move)
        return table

    return attempted


def won_before(attempt, *cities):
    """Let the sheet have these cities completed."""
    for city in cities:
        table = attempt(city)
        table.change(winner="team", reason="agents", finished_at=now(), turn=[])


def end_of(page):
    """What is told after the game, with single spaces: the banner above the board, and the section beside it."""
    told = "".join(page.split(f'id="{part}"')[1].split("</section>")[0] for part in ("banner", "end"))
    return re.sub(r"\s+", " ", told)


def statements(app, who, address):
    """How many statements a page takes."""
    with recorded_statements(app) as sent:
        assert who.get(address).status_code == 200
    return len(sent)


def end_sheet(table):
    """Put the sheet of an attempt into the archive."""
    with table.app.app_context():
        db.session.get(Sheet, table.game.sheet_id).ended_at = now()
        db.session.commit()


def test_the_city_is_named_to_all(attempt, nobody, zed):
    """M2"""
    table = attempt("cairo")
    for page in (table.see("a"), zed.get(f"/games/{table.code}").text, nobody.get(f"/games/{table.code}").text):
        assert "<title>Duet: Cairo · Dead Drop</title>" in page
        assert re.search(r"<b>Cairo</b>, 9 tokens, 5 mistakes", page.split('id="board"')[0])


@pytest.mark.parametrize("moves", [(), LOSING, WINNING])
def test_the_team_is_named_to_its_members_alone(attempt, team, cat, zed, nobody, moves):
    """M1: and nobody else is led to its map."""
    table = attempt("cairo", moves)
    for page in (table.see("a"), table.see("b"), cat.get(f"/games/{table.code}").text):
        assert f'href="/teams/{team.code}"' in page
        assert NAME in page
    for page in (zed.get(f"/games/{table.code}").text, nobody.get(f"/games/{table.code}").text):
        assert "/teams/" not in page
        assert NAME not in page
        assert 'id="verdict"' not in page


def test_a_page_that_polls_takes_no_statement_more(attempt, duet, app, ann, nobody):
    """For the team, whatever its size; for who is not signed in, none."""
    inside, outside = (f"/games/{table.code}" for table in (attempt("cairo"), duet))
    assert statements(app, ann, inside) == statements(app, ann, outside)
    assert statements(app, nobody, inside) == statements(app, nobody, outside)


def test_a_game_outside_a_campaign_names_no_city(duet):
    assert "<title>Duet · Dead Drop</title>" in duet.see("a")
    assert 'class="mission"' not in duet.see("a")


def test_a_teams_name_is_text(attempt, app, team, ann):
    with app.app_context():
        teams.rename_team(team.code, ann.user.id, "<b>x</b>")
    assert "&lt;b&gt;x&lt;/b&gt;" in attempt("prague").see("a")


@pytest.mark.parametrize(
    ("city", "told"),
    [
        ("monte-carlo", "9 tokens, no mistakes"),
        ("havana", "9 tokens, 1 mistake"),
        ("berlin", "11 tokens, 2 mistakes"),
    ],
)
def test_a_citys_figures(city, told):
    """M2"""
    assert sentences.city_numbers(MAP[city]) == told


def test_an_attempt_is_listed_by_its_city(attempt, ann):
    running = attempt("cairo")
    attempt("prague", LOSING)
    with running.app.app_context():
        assert [row.title for row in game_list.load_games(ann.user.id)] == ["Duet: Cairo", "Duet: Prague"]
    assert "Duet: Cairo" in ann.get("/").text


def test_a_win_names_the_cities_that_it_opened(attempt, team, cat):
    """M4: each with its numbers, and a link to its page; to members who did not play too."""
    table = attempt("prague", WINNING)
    for page in (table.see("a"), cat.get(f"/games/{table.code}").text):
        assert "Prague is completed. This win opens:" in end_of(page)
        opened = re.findall(r'href="/teams/(\w+)/cities/(\S+)">([^<]+)</a> <span class="help">([^<]+)<', end_of(page))
        assert opened == [
            (team.code, "berlin", "Berlin", "11 tokens, 2 mistakes"),
            (team.code, "cairo", "Cairo", "9 tokens, 5 mistakes"),
            (team.code, "moscow", "Moscow", "8 tokens, 6 mistakes"),
        ]
        assert "Tally for Prague: won 1, lost 0." in end_of(page)


def test_a_city_that_is_open_already_is_not_opened_again(attempt):
    """M4"""
    won_before(attempt, "prague", "moscow")
    told = end_of(attempt("cairo", WINNING).see("a"))
    assert re.findall(r'/cities/(\S+)"', told) == ["nairobi", "lagos"]


def test_a_win_at_a_completed_city_changes_the_tally_alone(attempt):
    """M4"""
    won_before(attempt, "prague")
    told = end_of(attempt("prague", WINNING).see("a"))
    assert "Prague was already completed: only the tally changed." in told
    assert "Tally for Prague: won 2, lost 0." in told
    assert "/cities/" not in told


def test_a_win_among_open_cities_opens_nothing(attempt):
    won_before(attempt, *(city for city in MAP if city != "vatican" and city != "honolulu"))
    told = end_of(attempt("honolulu", WINNING).see("a"))
    assert "Honolulu is completed. No new city opens" in told


def test_the_last_city_completes_the_map(attempt):
    won_before(attempt, *(city for city in MAP if city != "vatican"))
    told = end_of(attempt("vatican", WINNING).see("a"))
    assert "Vatican City is completed, and so is the whole map: all 24 cities are done." in told


def test_a_void_attempt_leaves_no_trace_on_the_map(attempt, team, ann):
    """V23, M5: only the log tells of it."""
    table = attempt("prague", [("a", "clue zyzzyva 1"), ("a", "void"), ("b", "void")])
    assert 'id="verdict"' not in table.see("a")
    assert "Tally for Prague: won 0, lost 1." in end_of(attempt("prague", LOSING).see("a"))
    assert "void: counts for nothing" in ann.get(f"/teams/{team.code}/log").text


def test_a_loss_closes_nothing(attempt):
    """M3, M5"""
    won_before(attempt, "prague")
    told = end_of(attempt("cairo", LOSING).see("a"))
    assert "You lost, but Cairo stays open." in told
    assert "Tally for Cairo: won 0, lost 1." in told
    assert "Score" not in told
    told = end_of(attempt("prague", LOSING).see("a"))
    assert "You lost, but Prague stays completed." in told
    assert "Tally for Prague: won 1, lost 1." in told


def test_giving_up_is_a_loss(attempt):
    """M6"""
    assert "Tally for Prague: won 0, lost 1." in end_of(attempt("prague", [("a", "resign")]).see("b"))


@pytest.mark.parametrize(("city", "scored"), [("prague", True), ("cairo", False)])
def test_a_standard_mission_has_a_score(attempt, city, scored):
    """D19"""
    assert ("Score" in end_of(attempt(city, WINNING).see("a"))) == scored


@pytest.mark.parametrize(("moves", "button"), [(LOSING, "Try Cairo again"), (WINNING, "Play Cairo again")])
def test_the_ways_on_are_the_map_and_another_try(attempt, team, bob, moves, button):
    """M4: any number of times, for the same sheet and city."""
    table = attempt("cairo", moves)
    told = end_of(table.see("a"))
    assert f'href="/teams/{team.code}">Back to the map</a>' in told
    assert button in told
    assert 'name="flip"' in told
    answer = bob.post(f"/games/{table.code}/rematch", flip="1")
    again = Table(table.app, answer.headers["Location"].removeprefix("/games/"), {}).game
    assert (again.sheet_id, again.city) == (table.game.sheet_id, "cairo")
    assert "Bob has dealt again." in table.see("a")


def test_other_games_are_just_played_again(duet):
    duet.send("a", "resign")
    assert "Play again" in end_of(duet.see("a"))
    assert "Back to the map" not in end_of(duet.see("a"))


def test_a_sheet_that_has_ended_is_played_on_no_more(attempt, ann):
    """M1"""
    table = attempt("cairo", LOSING)
    end_sheet(table)
    told = end_of(table.see("a"))
    assert str(sentences.REFUSALS["sheet-over"]) in told
    assert 'id="rematch"' not in told
    assert "Back to the map" in told
    assert ann.post(f"/games/{table.code}/rematch").status_code == 422


@pytest.mark.parametrize("seat", ["a", "b"])
def test_who_left_the_team_plays_again_outside_it(attempt, team, bob, seat):
    """M1: they are not told its name, nor what came of the game, but they and the others keep the rematch."""
    table = attempt("cairo", LOSING)
    with table.app.app_context():
        teams.leave_team(team.code, bob.user.id)
    for other in ("a", "b"):
        told = end_of(table.see(other))
        assert ">Play again</button>" in told
        assert "Try Cairo again" not in told
    assert team.code not in table.see("b")
    assert "Tally for Cairo" not in table.see("b")
    first = table.people[seat].post(f"/games/{table.code}/rematch").location
    again = Table(table.app, first.removeprefix("/games/"), {}).game
    assert (again.sheet_id, again.city) == (None, None)
    assert (again.settings.tokens, again.settings.mistakes) == (MAP["cairo"].tokens, MAP["cairo"].mistakes)
    assert {player.user.name for player in again.players} == {"Ann", "Bob"}
    assert table.people["b" if seat == "a" else "a"].post(f"/games/{table.code}/rematch").location == first


def test_who_left_the_team_plays_again_after_its_sheet_has_ended(attempt, team, bob):
    """M1: the sheet is the team's business, the rematch is not."""
    table = attempt("cairo", LOSING)
    end_sheet(table)
    with table.app.app_context():
        teams.leave_team(team.code, bob.user.id)
    assert bob.post(f"/games/{table.code}/rematch").status_code == 303


def test_a_verdict_on_a_city_that_was_done_says_so_whatever_else_is_done():
    """M4: the map was complete before."""
    verdict = AttemptResult(MAP["cairo"], Sheet(1), True, True, Standing("done", 2, 0), [], True)
    assert "only the tally changed" in sentences.verdict_text(verdict)
