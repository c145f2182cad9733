"""POST /lobbies/<code>/lock: nobody new comes in; who is here stays."""

from tests.lobbies.lobbying import open_room


def test_nobody_new_comes_in(app, ann, bob, zed, nobody):
    room = open_room(ann, variant="duet", public="1")
    room.sit(bob, "b")
    assert room.do(ann, "lock", locked="1").status_code == 200
    refused = room.do(zed, "seats", seat="a")
    assert refused.status_code == 403
    assert "The host has locked this lobby" in refused.text
    assert room.do(nobody, "seats", seat="a", name="Gus").status_code == 403
    assert set(room.seats) == {"Ann", "Bob"}
    assert room.do(bob, "seats", seat="a").status_code == 200
    assert room.code not in zed.get("/").text
    page = zed.get(room.url()).text
    assert "Locked by the host" in page
    assert 'id="join"' not in page


def test_it_is_unlocked_again(ann, zed):
    room = open_room(ann, variant="duet")
    room.do(ann, "lock", locked="1")
    assert room.do(ann, "lock").status_code == 200
    room.sit(zed, "a")


def test_for_the_host_alone(ann, bob, zed):
    room = open_room(ann, variant="duet")
    room.sit(bob, "b")
    assert room.do(bob, "lock", locked="1").status_code == 403
    assert room.do(zed, "lock", locked="1").status_code == 404
    assert room.read("locked") is False
