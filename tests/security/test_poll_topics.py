"""Whoever asks for news tells which topics they have seen; who is not concerned by one cannot ask for it.

A held poll is answered before anybody looks who asks: by its tag alone, the moment of each change of a topic could be
read off. So what concerns one side, one team or one person has a name that nobody else can guess.
"""

from sqlalchemy import text

from app import create_app
from app.config import Settings
from app.games.store.topics import game_topic as topic_of_game
from app.live import tags
from app.live.tags import Tag
from app.live.topic_versions import user_topic
from app.long_poll.startup import look_up_versions
from app.teams.loading import team_or_404, team_topic
from tests.security.rollback import rolled_back


def private(code: str, team: int, person: int) -> dict[str, str]:
    """Topics of a few people alone, by how they could be guessed."""
    return {
        f"game:{code}:a": topic_of_game(code, "a"),
        f"team:{team}": team_topic(team),
        f"user:{person}": user_topic(person),
    }


def test_nobody_guesses_the_topic_of_others(probe):
    sample = probe.sample
    a, member = sample.people["a"].id, sample.people["member"].id
    with probe.undone(), sample.app.app_context():
        team = team_or_404(sample.places["team"], member).id
        ours = private(sample.places["duet"], team, a)
    with rolled_back(probe.connection):
        sample.visitor("a").post(f"/games/{sample.places['duet']}/talk", text="by the river")
        sample.visitor("a").post(f"/games/{sample.places['duet']}/notes", note="a tree")
        sample.visitor("member").post(f"/teams/{sample.places['team']}/name", name="Day Owls")
        beats = set(probe.connection.execute(text("SELECT topic FROM beats")).scalars())
    assert set(ours.values()) <= beats
    assert not ours.keys() & beats
    with create_app(Settings(database_url="postgresql://nowhere/", secret_key="another")).app_context():
        assert not set(private(sample.places["duet"], team, a).values()) & set(ours.values())


def test_another_side_is_not_told_the_topic(probe):
    address = probe.sample.address("/games/<duet>")
    with probe.sample.app.app_context():
        own = topic_of_game(probe.sample.places["duet"], "a")
    kinds = ("a", "b", "replaced", "stranger")
    with probe.undone():
        told = {kind: own in probe.sample.visitor(kind).fragment(address).text for kind in kinds}
    assert told == {"a": True, "b": False, "replaced": False, "stranger": False}


KEY = tags.derive_key("tests")


def read(text: str) -> Tag | None:
    """What a tag of this text says, once it is signed."""
    return tags.read(KEY, tags.sign(KEY, text).encode())


def test_what_is_asked_for_is_short():
    assert read("7 game:k3x9:17 user:ab:4") == Tag("7", {"game:k3x9": 17, "user:ab": 4})
    assert read(f"7 {'x' * 64}:1") == Tag("7", {"x" * 64: 1})
    assert read(f"7 {'x' * 65}:1") is None


def test_nobody_makes_up_a_tag():
    signed = tags.sign(KEY, "7 game:k3x9:17").encode()
    assert tags.read(KEY, signed)
    assert tags.read(tags.derive_key("another"), signed) is None
    assert not any(tags.read(KEY, signed[:place] + b"~" + signed[place + 1 :]) for place in range(len(signed)))


def test_many_may_ask_for_much_at_once(probe):
    """More topics in one statement than it could have parameters; those that are there are found among them."""
    with rolled_back(probe.connection):
        probe.connection.execute(text("INSERT INTO beats VALUES ('game:k3x9m2pq', 17)"))
        asked = [f"game:{number}" for number in range(70_000)]
        assert look_up_versions(probe.sample.app, [*asked, "game:k3x9m2pq"]) == {"game:k3x9m2pq": 17}
