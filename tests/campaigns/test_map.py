"""The map: what is done, open, closed and being played, and that its page polls (M2-M4)."""

import re

from sqlalchemy import delete

from app.db import db
from app.games.store.models import Game
from tests.campaigns.conftest import ASSASSIN, WON
from tests.campaigns.test_team_creation import states
from tests.lobbies.sample_lobby import tag_in


def of(page: str, state: str) -> set[str]:
    return {city for city, found in states(page).items() if found == state}


def test_a_fresh_map(team, ann):
    """M2, M3: Prague is open and nothing else."""
    page = ann.get(f"/teams/{team.code}").text
    assert of(page, "open") == {"prague"}
    assert len(of(page, "closed")) == 23
    assert "<b>0 of 24</b>" in page


def test_a_win_opens_the_neighbours(team, attempt, ann):
    """M4."""
    attempt("prague", WON)
    page = ann.get(f"/teams/{team.code}").text
    assert of(page, "done") == {"prague"}
    assert of(page, "open") == {"berlin", "cairo", "moscow"}


def test_a_loss_opens_nothing(team, attempt, ann):
    """M3."""
    attempt("prague", ASSASSIN)
    page = ann.get(f"/teams/{team.code}").text
    assert of(page, "open") == {"prague"}
    assert "lost 1" in page


def test_wins_and_losses(team, attempt, ann):
    """M5, M6: each counts, in whatever order."""
    for moves in (ASSASSIN, WON, ASSASSIN, WON):
        attempt("prague", moves)
    assert "won 2, lost 2" in ann.get(f"/teams/{team.code}/cities/prague").text
    assert re.search(r'id="city-prague".*?won 2, lost 2', ann.get(f"/teams/{team.code}").text, re.DOTALL)


def test_being_played(team, attempt, ann):
    table = attempt("prague")
    page = ann.get(f"/teams/{team.code}").text
    assert f'<a href="/games/{table.code}">Prague</a>' in page
    assert "is being played by Ann and Bob" in page
    assert of(page, "open") == {"prague"}


def test_repairing_a_game_repairs_the_map(app, team, attempt, ann):
    """Progress is computed: without the game that was won, nothing is open."""
    table = attempt("prague", WON)
    table.change(winner=None, reason="assassin")
    assert of(ann.get(f"/teams/{team.code}").text, "done") == set()
    table.change(winner="team", reason="agents")
    with app.app_context():
        db.session.execute(delete(Game).where(Game.code == table.code))
        db.session.commit()
    assert of(ann.get(f"/teams/{team.code}").text, "open") == {"prague"}


def test_every_city_is_a_link_with_a_name_in_picture_and_list(team, ann):
    page = ann.get(f"/teams/{team.code}").text
    for city in states(page):
        assert len(re.findall(rf'href="/teams/{team.code}/cities/{city}"', page)) >= 2, city


class TestPolling:
    """One poll a page: nothing is sent unless something changed."""

    def test_nothing_new(self, team, ann):
        tag = tag_in(ann.get(f"/teams/{team.code}"))
        assert ann.fragment(f"/teams/{team.code}", tag).status_code == 204

    def test_a_lobby_a_start_and_an_end_are_news(self, team, ann, bob):
        tags = [tag_in(ann.get(f"/teams/{team.code}"))]

        def news() -> str:
            answer = ann.fragment(f"/teams/{team.code}", tags[-1])
            assert answer.status_code == 200
            assert "<html" not in answer.text
            tags.append(tag_in(answer))
            return answer.text

        lobby = bob.post(f"/teams/{team.code}/attempts", city="prague").location
        assert "The lobby for Prague" in news()
        game = bob.post(f"{lobby}/start").location
        assert "is being played by Ann and Bob" in news()
        bob.post(f"{game}/moves", move="resign", seen=0)
        assert "lost 1" in news()
        bob.post(f"/teams/{team.code}/name", name="Day Owls")
        assert ann.fragment(f"/teams/{team.code}", tags[-1]).status_code == 200

    def test_a_move_in_between_is_none(self, three, attempt, cat):
        """To who is not awaited there: the bell is another matter."""
        table = attempt("prague")
        tag = tag_in(cat.get(f"/teams/{three.code}"))
        table.must("a", "clue zyzzyva 1")
        assert cat.fragment(f"/teams/{three.code}", tag).status_code == 204
