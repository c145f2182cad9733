"""An attempt's decks: ticked as for any lobby, several as a pool (K5)."""

from tests.campaigns.test_start_attempt import set_out
from tests.custom_decks.deck_words import made, numbered
from tests.lobbies.sample_lobby import alert


def test_without_a_tick_it_is_the_first_in_the_readers_language(team, ann):
    assert set_out(ann, team, "prague").read("deck") == "en-base"


def test_several_are_mixed(team, ann):
    own = made(ann, numbered(50))
    page = ann.get(f"/teams/{team.code}/cities/prague").text
    assert f'type="checkbox" value="{own}"' in page
    room = set_out(ann, team, "prague", deck=["en-base", own])
    assert room.read("deck") == "+".join(sorted(["en-base", f"{own}.1"]))


def test_of_one_language_only(team, ann):
    """K6."""
    answer = ann.post(f"/teams/{team.code}/attempts", city="prague", deck=["en-base", "fr-base"])
    assert (answer.status_code, alert(answer)) == (
        422,
        "A game uses one language, so tick only decks in the same language.",
    )
