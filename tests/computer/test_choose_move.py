"""What the computer plays: legal moves, from nothing but what its seat sees."""

from dataclasses import replace
from random import Random

import pytest

from app import decks, rules
from app.computer import can_play, choose_move
from app.computer.associations import STRONG
from app.computer.board import Board
from app.decks.deck import Deck
from app.rules.moves import Allow, Ask, Clue, Cover, Guess, Refuse, Stop, parse
from tests.computer.self_play import play

LANGUAGES = ("en", "fr", "it")


def draw(language: str, variant: str, seed: int, **options):
    """A deal, the words on its cards, and their deck."""
    rng = Random(seed)
    deck = decks.load("pictures" if "pictures" in variant else f"{language}-base")
    return (
        rules.deal(variant, rng, **options),
        decks.words(deck, decks.draw(deck, rules.VARIANTS[variant].size, rng)),
        deck,
    )


def choose(table, seat, words, deck, language="en"):
    return choose_move(table.view(seat), words, deck, language, table.house)


def play_texts(table, *moves):
    for seat, text in moves:
        table = table.play(seat, parse(text))
    return table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("variant", ["classic", "duet", "pictures", "duet-pictures"])
def test_whole_games_against_itself(language, variant):
    """Every move is legal, no clue has advice against it, and each game ends."""
    for seed in range(3):
        deal, words, deck = draw(language, variant, seed)

        def chooser(table, seat, words=words, deck=deck):
            move = choose(table, seat, words, deck, language)
            if isinstance(move, Clue):
                assert Board(table.view(seat), words, deck, language, table.house).advice(move.word) == ()
            return move

        table = play(deal, words, deck, dict.fromkeys(rules.VARIANTS[variant].seats, chooser))
        assert table.outcome
        clues = [turn.clue.word.casefold() for turn in table.turns if turn.clue]
        assert len(set(clues)) == len(clues)


@pytest.mark.parametrize("seed", range(6))
def test_what_a_duet_view_hides_changes_nothing(seed):
    """D1: the other side's key is exchanged while the game is played; the move stays the same."""
    deal, words, deck = draw("en", "duet", seed)
    clue = choose(rules.start(deal), "a", words, deck)
    shuffled = "".join(Random(seed).sample(deal["keys"]["b"], 25))
    other = rules.start({**deal, "keys": {"a": deal["keys"]["a"], "b": shuffled}})
    assert choose(other, "a", words, deck) == clue
    asked = rules.start(deal).play("b", Clue("engine", 2))
    other = other.play("b", Clue("engine", 2, ()))
    assert choose(asked, "a", words, deck) == choose(other, "a", words, deck)


@pytest.mark.parametrize("seed", range(6))
def test_what_an_operative_does_not_see_changes_nothing(seed):
    """V3: an operative knows no letter of the key, and not for which cards the clue was meant."""
    deal, words, deck = draw("en", "classic", seed)
    first = deal["first"]
    clue = choose(rules.start(deal), f"{first}-spymaster", words, deck)
    shuffled = "".join(Random(seed).sample(deal["key"], 25))
    tables = [rules.start(deal).play(f"{first}-spymaster", clue)]
    tables.append(rules.start({**deal, "key": shuffled}).play(f"{first}-spymaster", replace(clue, cards=())))
    assert len({choose(table, f"{first}-operative", words, deck) for table in tables}) == 1


def test_the_clue_points_at_own_cards():
    """The intended cards are the giver's own, and as many as the number says."""
    deal, words, deck = draw("en", "duet", 1)
    clue = choose(rules.start(deal), "b", words, deck)
    assert clue.number == len(clue.cards) >= 1
    assert {deal["keys"]["b"][card] for card in clue.cards} == {"g"}


def test_an_obvious_card_is_touched_and_no_other():
    """The guesser follows the one strong link of a clue, and stops when nothing else is linked (D11)."""
    deal, words, deck = draw("en", "duet", 1)
    known = Board(rules.start(deal).view("a"), words, deck, "en", frozenset())
    word = next(word for word in sorted(known.listed()) if list(known.strengths(word).values()) == [STRONG])
    (card,) = known.strengths(word)
    key = ["g", *("." * 24)] if card else [*("." * 24), "g"]
    key[card] = "g"
    table = rules.start({**deal, "keys": {"a": "." * 25, "b": "".join(key)}}).play("b", Clue(word, 1))
    assert choose(table, "a", words, deck) == Guess(card)
    assert choose(table.play("a", Guess(card)), "a", words, deck) == Stop()


def test_a_challenged_clue_is_answered_with_an_own_card():
    """V21: after an invalid clue the computer covers one of its cards; by itself it challenges nothing."""
    deal, words, deck = draw("en", "classic", 2)
    one, two = deal["first"], rules.seats.other(deal["first"])
    table = play_texts(rules.start(deal), (f"{one}-spymaster", "clue engine 1"))
    assert choose(table, f"{two}-spymaster", words, deck) is None
    move = choose(play_texts(table, (f"{two}-spymaster", "challenge")), f"{two}-spymaster", words, deck)
    assert isinstance(move, Cover)
    assert deal["key"][move.card] == two[0]


def test_a_doubtful_clue_is_allowed_unless_it_is_akin_to_a_card():
    """V20: the other spymaster asks; only kinship with a word on the table is refused."""
    deal, words, deck = draw("en", "classic", 2)
    words = ["cave", *(word for word in words if word != "cave")][:25]
    one, two = deal["first"], rules.seats.other(deal["first"])
    for word, answer in (("UNESCO", Allow()), ("caveman", Refuse())):
        table = rules.start(deal).play(f"{one}-spymaster", Ask(word, 1))
        assert choose(table, f"{two}-spymaster", words, deck) == answer


def test_it_plays_where_it_knows_the_words():
    """The site's decks and the pictures; a deck of other words, or in another language, it leaves alone."""
    own = Deck("own", "Own", "en", tuple((f"zq{n}a", f"zq{n}b") for n in range(40)))
    german = Deck("de", "Deutsch", "de", own.cards)
    assert all(can_play(decks.load(f"{language}-duet"), language) for language in LANGUAGES)
    assert can_play(decks.load("pictures"), "it")
    assert not can_play(decks.load("pictures"), "de")
    assert not can_play(own, "en")
    assert not can_play(german, "de")
    assert not can_play(decks.load("en-base"), "fr")
