"""The same people do not meet the same words again before the pool is used up (K5)."""

from sqlalchemy import text

from app.db import db
from app.games.moves import seen_words, service
from app.games.store.settings import GameSettings
from tests.games.tables import Table, lay

DUET = ("a", "b")


def words(table: Table) -> set[str]:
    return set(table.game.words)


def together(*people) -> Table:
    return lay("duet", dict(zip(DUET, people, strict=True)))


def test_two_people_meet_all_400_words_in_16_games(ann, bob):
    games = [words(together(ann, bob)) for _ in range(16)]
    assert len(set().union(*games)) == 400


def test_it_is_enough_that_two_of_four_met_them(ann, bob, cat, dan):
    met = set().union(*(words(together(ann, bob)) for _ in range(4)))
    four = {"red-spymaster": cat, "red-operative": ann, "blue-spymaster": dan, "blue-operative": bob}
    assert not met & words(lay("classic", four))


def test_what_each_met_with_others_does_not_count(app, ann, bob, cat, dan):
    together(ann, cat)
    together(bob, dan)
    with app.app_context():
        assert seen_words.load_seen_words([ann.user.id, bob.user.id]) == []


def test_a_pool_goes_on_where_its_part_was_left(app, ann, bob):
    met = set().union(*(words(together(ann, bob)) for _ in range(8)))
    seats = [(ann.user.id, "a"), (bob.user.id, "b")]
    with app.app_context():
        for _ in range(24):
            game = service.create_game(GameSettings("duet", "en-base+en-duet"), seats)
            assert not met & set(game.words)
            met |= set(game.words)
            db.session.commit()
    assert len(met) == 800


def test_pictures_are_not_met_again_either(ann, bob):
    """K2: 280 pictures last for 11 tables of 25."""
    games = [words(lay("duet-pictures", {"a": ann, "b": bob})) for _ in range(11)]
    assert len(set().union(*games)) == 275


def test_a_rematch_keeps_its_own_rule_first(ann, bob):
    """K4 before K5: after a game comes none of its cards, whatever is on their other side."""
    for _ in range(14):
        together(ann, bob)
    last = together(ann, bob)
    last.must("a", "resign")
    answer = bob.post(f"/games/{last.code}/rematch")
    game = Table(last.app, answer.headers["Location"].removeprefix("/games/"), {}).game
    assert not {card for card, _ in game.drawn} & {card for card, _ in last.game.drawn}


def test_so_many_tables_are_looked_at_and_no_more(app, ann, bob, monkeypatch):
    monkeypatch.setattr(seen_words, "MAX_GAMES", 2)
    games = [together(ann, bob).game.words for _ in range(3)]
    with app.app_context():
        assert seen_words.load_seen_words([ann.user.id, bob.user.id]) == games[:0:-1]


def test_however_many_games_there_are_those_of_these_people_are_found_by_the_index(app, ann, bob):
    together(ann, bob)
    with app.app_context():
        db.session.execute(text("SET LOCAL enable_seqscan = off"))
        db.session.execute(text("ALTER TABLE players DROP CONSTRAINT players_pkey"))  # would do for so few rows too
        query = f"EXPLAIN SELECT game_id FROM players WHERE user_id IN ({ann.user.id}, {bob.user.id})"
        plan = "\n".join(db.session.scalars(text(query)))
        db.session.rollback()
    assert "players_user_id_ended_at_idx" in plan
