"""POST /teams/<code>/tables: a table of any game for all who are in a team."""

from tests.friends.test_invite import invited, lobby_of
from tests.games.tables import lay


def gather(who, team, variant):
    """Open a table for the team."""
    return who.post(f"/teams/{team.code}/tables", variant=variant)


def test_it_opens_a_lobby_outside_the_campaign_and_tells_all_others(app, ann, bob, cat, team):
    assert "Open a lobby for Codenames" in ann.get(f"/teams/{team.code}").text
    lobby = lobby_of(app, gather(ann, team, "classic"))
    assert (lobby.variant, lobby.sheet_id) == ("classic", None)
    assert [len(invited(app, who)) for who in (ann, bob, cat)] == [0, 1, 1]


def test_a_second_tap_leads_to_the_same_lobby_and_another_game_to_another(app, ann, team):
    first, again = (lobby_of(app, gather(ann, team, "classic")).code for _ in range(2))
    assert first == again
    assert lobby_of(app, gather(ann, team, "duet")).code != first


def test_who_has_blocked_somebody_is_not_told_by_them(app, ann, bob, cat, team):
    lay("duet", {"a": ann, "b": bob})
    bob.post("/people/blocks", user=ann.user.id, blocked="1")
    gather(ann, team, "duet")
    assert [len(invited(app, who)) for who in (bob, cat)] == [0, 1]


def test_strangers_learn_nothing_and_there_is_no_other_game(ann, zed, team):
    assert gather(zed, team, "duet").status_code == 404
    assert gather(ann, team, "chess").status_code == 422
