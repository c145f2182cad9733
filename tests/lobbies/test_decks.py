"""Ticking decks for a lobby: the site's, one's own and others', one of them or several as a pool (K5, K6)."""

import re

import pytest
from sqlalchemy import select

from app.accounts.models import User
from app.db import db, now
from app.games.store.models import Game
from tests.custom_decks.deck_words import GREEK, greek, made, numbered, save
from tests.games.tables import Table
from tests.lobbies.sample_lobby import SampleLobby, open_lobby

NEW = "/lobbies/new?variant=duet"


def offered(person, url: str = NEW, **headers: str) -> dict[str, bool]:
    """The decks that the form offers, and whether they are ticked."""
    boxes = re.findall(
        r'<input (checked )?[^>]*name="deck" type="checkbox" value="([^"]+)"', person.get(url, **headers).text
    )
    return {value: bool(ticked) for ticked, value in boxes}


def refused(person, *decks: str, variant: str = "duet") -> str:
    answer = person.post("/lobbies", variant=variant, deck=list(decks))
    assert answer.status_code == 422, answer.text
    return re.search(r'id="decks-error"[^>]*>\s*(.*?)\s*</small>', answer.text)[1]


def play(ann, bob, *decks: str, variant: str = "duet") -> Table:
    """Open a lobby with these decks, and start its game."""
    lobby = open_lobby(ann, variant=variant, deck=list(decks))
    lobby.sit(ann, "a")
    lobby.sit(bob, "b")
    code = ann.post(lobby.url("start")).location.rpartition("/")[2]
    return Table(ann.app, code, {"a": ann, "b": bob})


class TestTheForm:
    """What it offers, and what is ticked."""

    @pytest.mark.parametrize("language", ["en", "fr", "it"])
    def test_the_first_deck_in_the_readers_language_is_ticked(self, nobody, language):
        decks = offered(nobody, accept_language=language)
        assert [name for name, ticked in decks.items() if ticked] == [f"{language}-base"]
        assert list(decks)[:2] == [f"{language}-base", f"{language}-duet"]

    def test_without_a_tick_it_is_that_one(self, nobody):
        answer = nobody.post("/lobbies", headers={"Accept-Language": "fr"}, name="Eve")
        assert SampleLobby(nobody.app, answer.location.rpartition("/")[2]).read("deck") == "fr-base"

    def test_my_own_decks_and_listed_ones_are_offered(self, ann, bob):
        own, listed = made(ann, numbered(50)), made(bob, numbered(50), sharing="listed")
        private, linked = made(bob, numbered(50, 50)), made(bob, numbered(50, 100), sharing="link")
        decks = offered(ann)
        assert {own, listed} < set(decks)
        assert not {private, linked} & set(decks)

    def test_a_deck_shared_by_link_is_offered_to_who_comes_with_its_code(self, ann, bob):
        linked, private = made(bob, numbered(50), sharing="link"), made(bob, numbered(50, 50))
        assert offered(ann, f"{NEW}&deck={linked}")[linked] is True
        assert private not in offered(ann, f"{NEW}&deck={private}&deck=klingon&deck=%00")
        assert f"deck={linked}" in ann.get(f"/decks/{linked}").text

    @pytest.mark.parametrize("variant", ["pictures", "duet-pictures"])
    def test_words_are_not_offered_for_pictures(self, ann, variant):
        made(ann, numbered(50))
        assert list(offered(ann, f"/lobbies/new?variant={variant}")) == ["pictures"]


class TestPools:
    """Several decks ticked together."""

    def test_they_are_mixed(self, ann, bob):
        table = play(ann, bob, "en-duet", "en-base")
        assert table.game.deck == "en-base+en-duet"

    def test_the_lobby_says_which(self, ann):
        code = made(ann, numbered(50), name="Mine")
        lobby = open_lobby(ann, variant="duet", deck=["en-base", code])
        assert "Mixed decks: English and Mine." in ann.get(lobby.url()).text

    def test_the_same_one_twice_is_one(self, ann):
        assert open_lobby(ann, deck=["en-base", "en-base"]).read("deck") == "en-base"

    def test_one_game_has_one_language(self, ann):
        """K6."""
        own = made(ann, numbered(50), language="de")
        for decks in (("en-base", "fr-base"), ("en-base", own)):
            assert refused(ann, *decks) == "A game uses one language, so tick only decks in the same language."

    def test_words_and_pictures_are_not_mixed(self, ann):
        assert "not a valid choice" in refused(ann, "pictures", "en-base")

    def test_at_most_ten(self, ann):
        codes = [made(ann, numbered(50, 50 * i)) for i in range(11)]
        assert refused(ann, *codes) == "You can mix at most 10 decks."
        open_lobby(ann, deck=codes[:10])

    def test_what_is_refused_stays_ticked(self, ann):
        answer = ann.post("/lobbies", variant="duet", deck=["en-base", "fr-base"])
        ticked = re.findall(r'<input checked [^>]*name="deck" type="checkbox" value="([^"]+)"', answer.text)
        assert ticked == ["en-base", "fr-base"]


class TestWhoMayChoose:
    """Private: the owner. By link: who knows the code. Listed: everybody."""

    @pytest.mark.parametrize(("sharing", "may"), [("private", False), ("link", True), ("listed", True)])
    def test_others(self, ann, bob, nobody, sharing, may):
        code = made(ann, numbered(50), sharing=sharing)
        for person, name in ((bob, ""), (nobody, "Eve")):
            answer = person.post("/lobbies", deck=code, name=name)
            assert answer.status_code == (303 if may else 422)

    def test_the_owner(self, ann):
        assert open_lobby(ann, deck=made(ann, numbered(50))).read("deck").endswith(".1")

    def test_a_deleted_one_nobody(self, ann):
        code = made(ann, numbered(50))
        ann.post(f"/decks/{code}/delete")
        assert "not a valid choice" in refused(ann, code)


class TestARunningGame:
    """It never changes, whatever becomes of the deck."""

    @pytest.mark.parametrize("change", ["edited", "private", "deleted", "without owner"])
    def test_it_goes_on(self, app, ann, bob, change):
        code = made(bob, numbered(50), sharing="listed", language="de")
        table = play(ann, bob, code)
        before = table.game
        if change == "deleted":
            bob.post(f"/decks/{code}/delete")
        elif change == "without owner":
            with app.app_context():
                db.session.get(User, bob.user.id).deleted_at = now()
                db.session.commit()
        else:
            save(bob, numbered(60, 500), f"/decks/{code}", sharing="private" if change == "private" else "listed")
        assert (table.game.words, table.game.deck) == (before.words, f"{code}.1")
        assert 'lang="de"' in table.see("a")

    def test_a_lobby_keeps_the_version_that_was_chosen(self, ann, bob):
        code = made(ann, numbered(50))
        lobby = open_lobby(ann, variant="duet", deck=code)
        save(ann, numbered(50, 500), f"/decks/{code}")
        assert lobby.read("deck") == f"{code}.1"
        assert open_lobby(ann, deck=code).read("deck") == f"{code}.2"

    def test_its_rematch_has_the_same_deck(self, ann, bob):
        """K4: of 50 words, the other 25."""
        table = play(ann, bob, made(ann, numbered(50)))
        table.must("a", "resign")
        bob.post(f"/games/{table.code}/rematch")
        with ann.app.app_context():
            games = db.session.scalars(select(Game).order_by(Game.id)).all()
            assert games[0].deck == games[1].deck
            assert set(games[0].words) | set(games[1].words) == set(numbered(50))


class TestClues:
    """C1: any script the deck's language uses."""

    def test_a_greek_deck_takes_greek_clues(self, ann, bob):
        table = play(ann, bob, made(ann, greek(100), language="el"))
        table.must("a", f"clue {GREEK[:7]}ίωση 1")

    def test_and_refuses_its_own_words(self, ann, bob):
        """C2: without case and accents."""
        table = play(ann, bob, made(ann, greek(100), language="el"))
        answer = table.play("a", f"clue {table.game.words[0].upper()} 1")
        assert answer.status_code == 422
        assert table.moves == []

    def test_a_language_may_have_several_scripts(self, ann, bob):
        table = play(ann, bob, made(ann, [f"猫{i}" for i in range(50)], language="ja"))
        table.must("a", "clue カタカナ 1")


def test_no_deck_ticked_is_no_deck(ann):
    """A page's form says so; a script that leaves the deck out gets the default."""
    answer = ann.post("/lobbies", variant="duet", ticks=1)
    assert answer.status_code == 422
    assert "Tick at least one deck." in answer.text
    assert ann.post("/lobbies", variant="duet").status_code == 303


def test_pictures_have_no_sound(ann):
    """C8, C9."""
    assert 'value="soundalikes"' in ann.get("/lobbies/new?variant=classic").text
    assert 'value="soundalikes"' not in ann.get("/lobbies/new?variant=pictures").text
