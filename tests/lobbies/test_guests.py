"""A visitor plays as a guest, and keeps seat and game on becoming an account."""

from tests.games.tables import CLUE, Table
from tests.lobbies.sample_lobby import SampleLobby


def test_a_guest_becomes_an_account_in_the_middle_of_a_game(app, ann, nobody):
    lobby = SampleLobby(app, ann.post("/lobbies", variant="duet").headers["Location"].removeprefix("/lobbies/"))
    lobby.sit(ann, "a")
    assert nobody.post(lobby.url("seats"), seat="b", name="Gus").status_code == 303
    code = ann.post(lobby.url("start")).headers["Location"].removeprefix("/games/")
    table = Table(app, code, {"a": ann, "b": nobody})
    assert "(guest)" in table.see("a")
    table.send("b", f"clue {CLUE} 1")

    assert nobody.post("/signup", name="Gustav", password="a long enough password").status_code == 303
    page = table.see("a")
    assert "Gustav" in page
    assert "(guest)" not in page
    table.must("a", f"guess {table.game.deal['keys']['b'].index('g')}", "stop", f"clue {CLUE} 1")
    assert table.game.turn == ["b"]
    assert nobody.get("/next").headers["Location"] == f"/games/{code}"
