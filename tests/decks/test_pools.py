"""Decks by their names: the site's, others' and pools of several (K1, K5, K6)."""

from random import Random

import pytest

from app import decks
from app.decks import pools
from app.decks.deck import Deck
from app.rules.clues import fold


def deck(name: str, words: list[str], language: str = "de") -> Deck:
    cards = zip(words[::2], words[1::2], strict=True)
    return Deck(name, name.title(), language, tuple(cards))


NUMBERED = [f"wort{number}" for number in range(60)]


class TestPools:
    """Several decks as one."""

    def test_two_built_in_decks_make_800_words(self):
        """K1."""
        pool = decks.load("en-base+en-duet")
        assert len(list(pool)) == 800
        assert (pool.title, pool.language, pool.kind) == ("English + English Duet", "en", "words")

    def test_the_order_in_which_they_were_ticked_does_not_matter(self):
        parts = [decks.load("fr-duet"), decks.load("fr-base")]
        assert decks.pool(parts).name == "fr-base+fr-duet"
        assert decks.pool(parts) == decks.pool(parts[::-1]) == decks.load("fr-base+fr-duet")

    def test_a_deck_alone_is_itself(self):
        assert decks.pool([decks.load("it-base")]) is decks.load("it-base")

    def test_what_is_equal_lies_in_it_once(self):
        """K3: but for case and accents; the other side of such a card is kept."""
        pool = decks.pool([deck("one", NUMBERED), deck("two", ["WÖRT1", "neu", "wort2", "Wort3", *NUMBERED[10:]])])
        assert len(list(pool)) == len({fold(word) for word in pool}) == 61
        assert ("neu", "neu") in pool.cards

    def test_languages_and_kinds_are_not_mixed(self):
        """K6."""
        for names in (("en-base", "fr-base"), ("en-base", "pictures")):
            with pytest.raises(ValueError, match="language or kind"):
                decks.pool([decks.load(name) for name in names])

    def test_the_forms_of_all_parts_are_known(self):
        """C2."""
        pool = decks.load("en-base+en-duet")
        for part in decks.deck_names(pool.name):
            word = next(word for word in decks.load(part) if decks.forms(pool, word).forms)
            assert decks.forms(pool, word) == decks.forms(decks.load(part), word)


class TestElsewhere:
    """Decks that the site does not come with."""

    @pytest.mark.parametrize("name", ["klingon", "", "+", "en-base+", "en-base+klingon", "../en", "en-base\0"])
    def test_there_is_no_such_deck(self, name, monkeypatch):
        monkeypatch.setattr(pools, "_loaders", [])
        with pytest.raises(KeyError):
            pools.load(name)

    def test_others_are_asked_for_once(self, monkeypatch):
        monkeypatch.setattr(pools, "_loaders", [])
        asked = []
        decks.register_loader(lambda name: asked.append(name) or deck(name, NUMBERED))
        assert decks.load("once.1") is decks.load("once.1")
        assert asked == ["once.1"]


class TestOneWordTwice:
    """A card may have one word on both sides, where their number is odd."""

    ODD = Deck("odd", "Odd", "de", (*zip(NUMBERED[::2], NUMBERED[1::2], strict=True), ("allein", "allein")))

    def test_it_counts_once(self):
        assert len(list(self.ODD)) == 61

    def test_it_lies_on_a_table_once(self):
        """K3, K4."""
        drawn = decks.draw(self.ODD, 31, Random(1))
        for words in (decks.words(self.ODD, drawn), decks.words(self.ODD, decks.flip(drawn))):
            assert len(set(words)) == 31
