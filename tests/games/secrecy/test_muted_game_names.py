"""What the muted games are called on the page that lets them be heard again."""

from tests.games.tables import lay


def test_a_muted_game_is_named_and_leads_to_its_table(ann, bob):
    table = lay("duet", {"a": ann, "b": bob})
    assert ann.post(f"/games/{table.code}/mute", muted=1).status_code == 303
    page = ann.get("/notices/settings").text
    assert "Duet: Ann and Bob" in page
    assert f'href="/games/{table.code}"' in page
    assert "Duet: Ann and Bob" not in bob.get("/notices/settings").text
