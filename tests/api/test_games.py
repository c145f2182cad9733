"""Games: the view of one's seat and no more, moves and their refusals, marks, chat, rematch, log."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

import pytest

from tests.api.program import Program
from tests.games.tables import CLASSIC_KEY, CLUE, DUET_KEYS, LOSING, lay


@pytest.fixture
def duet(ann, bob):
    return lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS})


@pytest.fixture
def programs(app, ann, bob):
    return {"a": Program(app, ann.user), "b": Program(app, bob.user)}


def plain(value):
    """A value of the rules as JSON has it."""
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    return [plain(each) for each in value] if isinstance(value, list | tuple) else value


def play(program, code, move, **sent):
    seen = sent.pop("seen", None)
    if seen is None:
        seen = program.get(f"/games/{code}").json["view"]["version"]
    return program.post(f"/games/{code}/moves", move=move, seen=seen, **sent)


def test_each_seat_and_a_stranger_get_their_view_and_no_more(app, duet, programs, zed):
    play(programs["a"], duet.code, f"clue {CLUE} 2 for 0,1")
    for seat, program in (*programs.items(), (None, Program(app, zed.user))):
        told = program.get(f"/games/{duet.code}").json
        assert told["view"] == plain(duet.now().view(seat))
    assert programs["a"].get(f"/games/{duet.code}").json["view"]["clue"]["cards"] == [0, 1]
    assert programs["b"].get(f"/games/{duet.code}").json["view"]["clue"]["cards"] == []


def test_the_words_and_the_people(duet, programs):
    told = programs["a"].get(f"/games/{duet.code}").json
    assert told["words"] == duet.game.words
    assert [(each["seat"], each["name"]) for each in told["players"]] == [("a", "Ann"), ("b", "Bob")]
    assert told["pictures"] == []


def test_pictures_have_addresses(ann, bob, program):
    table = lay("duet-pictures", {"a": ann, "b": bob})
    told = program.get(f"/games/{table.code}").json
    assert len(told["pictures"]) == 25
    assert all(each.startswith("http://localhost/static/pictures/") for each in told["pictures"])


def test_a_move_is_played_and_answered_with_the_table(duet, programs):
    answer = play(programs["a"], duet.code, f"clue {CLUE} 2")
    assert answer.status_code == 200
    assert answer.json["view"]["version"] == 1
    assert duet.moves == [f"clue {CLUE} 2"]


def test_a_stale_move_gets_the_table_as_it_stands(duet, programs):
    play(programs["a"], duet.code, f"clue {CLUE} 2")
    answer = play(programs["b"], duet.code, "guess 3", seen=0)
    assert (answer.status_code, answer.json["code"]) == (409, "stale")
    assert answer.json["game"]["view"]["version"] == 1
    assert len(duet.moves) == 1


@pytest.mark.parametrize(
    ("move", "code", "rule"),
    [
        ("dance", "unknown-move", None),
        (f"clue {CLUE} 1 for 99", "no-such-card", None),
        ("guess 3", "not-your-turn", "D5"),
        ("clue two-words 1", "one-word", "C6"),
        (f"clue {CLUE} 0", "zero-not-allowed", "D30"),
        ("timeout", "not-your-role", "D5"),
    ],
)
def test_a_refused_move_has_a_code_a_sentence_and_a_rule(duet, programs, move, code, rule):
    answer = play(programs["a"], duet.code, move)
    assert (answer.status_code, answer.json["code"]) == (422, code)
    assert answer.json["detail"].endswith((".", "first."))
    assert answer.json.get("rule") == (f"http://localhost/rules#{rule}" if rule else None)


def test_a_clue_to_which_the_checks_object(duet, programs):
    word = duet.game.words[4]
    answer = play(programs["a"], duet.code, f"clue {word} 1")
    assert (answer.status_code, answer.json["code"]) == (422, "clue-refused")
    (finding,) = answer.json["findings"]
    assert (finding["code"], finding["card"], finding["verdict"]) == ("same-word", 4, "refused")
    assert "<" not in finding["detail"]
    assert answer.json["may_ask"] is False


def test_a_doubtful_clue_is_given_when_one_is_sure(app, ann, bob, programs):
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS})
    table.change(words=["notebook", *table.game.words[1:]])
    doubtful = play(programs["a"], table.code, "clue note 1")
    assert (doubtful.status_code, doubtful.json["code"]) == (422, "clue-doubtful")
    assert play(programs["a"], table.code, "clue note 1", sure="note").status_code == 200


def test_marks_and_chat_are_of_one_side(app, ann, bob, cat, dan, zed):
    key = {"first": "red", "key": CLASSIC_KEY}
    seats = ("red-spymaster", "red-operative", "blue-spymaster", "blue-operative")
    table = lay("classic", dict(zip(seats, (ann, bob, cat, dan), strict=True)), key)
    red, spy, blue, stranger = (Program(app, who.user) for who in (bob, ann, dan, zed))
    path = f"/games/{table.code}"
    assert red.post(f"{path}/marks", card=3).json["marks"] == [{"card": 3, "names": ["Bob"]}]
    assert red.post(f"{path}/talk", text="three?").json["chat"] == [{"name": "Bob", "text": "three?"}]
    for other in (blue, stranger):
        told = other.get(path).json
        assert (told["marks"], told["chat"]) == ([], [])
    assert spy.post(f"{path}/marks", card=3).json["code"] == "cannot-mark"
    assert red.post(f"{path}/talk", text=" ").json["code"] == "talk-empty"
    assert stranger.post(f"{path}/talk", text="hello").status_code == 404


def test_whom_one_blocks_is_not_heard(app, ann, bob, cat, program):
    table = lay("duet", {"a": [ann, bob], "b": cat})
    Program(app, bob.user).post(f"/games/{table.code}/talk", text="hello")
    assert program.get(f"/games/{table.code}").json["chat"] == [{"name": "Bob", "text": "hello"}]
    ann.post("/people/blocks", user=bob.user.id, blocked=1)
    assert program.get(f"/games/{table.code}").json["chat"] == []


def test_a_rematch_is_dealt_once(duet, programs):
    early = programs["a"].post(f"/games/{duet.code}/rematch", flip=True)
    assert (early.status_code, early.json["code"]) == (422, "not-finished")
    duet.must(*LOSING[0])
    duet.must(*LOSING[1])
    codes = [programs[seat].post(f"/games/{duet.code}/rematch", rotate=True).json["game"] for seat in "ab"]
    assert codes[0] == codes[1] != duet.code


def test_the_log_of_an_ended_game_has_all_of_it(duet, programs):
    assert programs["a"].get(f"/games/{duet.code}/log").status_code == 404
    for seat, move in LOSING:
        play(programs[seat], duet.code, move)
    told = programs["b"].get(f"/games/{duet.code}/log").json
    assert told["deal"] == duet.game.deal
    assert [(each["seat"], each["move"], each["name"]) for each in told["moves"]] == [
        ("a", LOSING[0][1], "Ann"),
        ("b", LOSING[1][1], "Bob"),
    ]
    assert told["outcome"] == {"winner": None, "reason": "assassin"}


def test_the_list_of_games(duet, programs, zed, app):
    (row,) = programs["a"].get("/games").json["games"]
    assert (row["code"], row["waiting"], row["others"]) == (duet.code, True, ["Bob"])
    assert Program(app, zed.user).get("/games").json == {"games": []}
