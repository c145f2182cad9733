"""POST /lobbies/<code>/lock: nobody new comes in; who is here stays."""

from tests.lobbies.sample_lobby import open_lobby


def test_nobody_new_comes_in(app, ann, bob, zed, nobody):
    lobby = open_lobby(ann, variant="duet", public="1")
    lobby.sit(bob, "b")
    assert lobby.do(ann, "lock", locked="1").status_code == 200
    refused = lobby.do(zed, "seats", seat="a")
    assert refused.status_code == 403
    assert "The host has locked this lobby" in refused.text
    assert lobby.do(nobody, "seats", seat="a", name="Gus").status_code == 403
    assert set(lobby.seats) == {"Ann", "Bob"}
    assert lobby.do(bob, "seats", seat="a").status_code == 200
    assert lobby.code not in zed.get("/").text
    page = zed.get(lobby.url()).text
    assert "Locked by the host" in page
    assert 'id="join"' not in page


def test_it_is_unlocked_again(ann, zed):
    lobby = open_lobby(ann, variant="duet")
    lobby.do(ann, "lock", locked="1")
    assert lobby.do(ann, "lock").status_code == 200
    lobby.sit(zed, "a")


def test_for_the_host_alone(ann, bob, zed):
    lobby = open_lobby(ann, variant="duet")
    lobby.sit(bob, "b")
    assert lobby.do(bob, "lock", locked="1").status_code == 403
    assert lobby.do(zed, "lock", locked="1").status_code == 404
    assert lobby.read("locked") is False
