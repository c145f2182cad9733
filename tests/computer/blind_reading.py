"""How well the computer and readers who guess and give without a look at its lists understand each other.

`python -m tests.computer.blind_reading write en` writes the boards of readers/en/ anew. A reader then writes what
they touch after the computer's clues in boards.txt to touches.txt, without a look at meant.txt (`number: word | word`),
and clues for the boards in keys.txt to given.txt (`number: clue 2 = word | word`), which the computer guesses.
`python -m tests.computer.blind_reading` prints how both went. All boards are openings of Duet.

No reader had written or seen the lists, and nobody saw the boards before the lists were finished. The links that the
given clues lacked were left as they are.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from app import decks, rules
from app.computer import choose_move
from app.decks.deck import Deck
from app.rules.moves import Clue, Guess, parse

READERS = Path(__file__).parent / "readers"
LANGUAGES = ("en", "fr", "it")
BOARDS = 40  # of each kind
GUESSED_FROM = {"en": 7000, "fr": 7000, "it": 13000}  # seeds of the first boards; new readings take others
GIVEN_FROM = {"en": 8000, "fr": 8000, "it": 14000}  # of those for which a reader gives the clue
GIVER, GUESSER = "a", "b"


@dataclass(frozen=True)
class Opening:
    """The first turn of a Duet: its words by card, and the table."""

    deck: Deck
    words: list[str]
    table: rules.Table

    def cards(self, letter: str) -> list[str]:
        """Return the words of the giver's cards with a letter of the key."""
        return [self.words[card.index] for card in self.table.view(GIVER).cards if card.key == letter]


def opening(language: str, seed: int) -> Opening:
    """Return the opening of a seed: of every second one, the words are from the deck for Duet."""
    rng = Random(f"{language} {seed}")
    deck = decks.load(f"{language}-{('duet', 'base')[seed % 2]}")
    words = decks.words(deck, decks.draw(deck, 25, rng))
    return Opening(deck, list(words), rules.start(rules.deal("duet", rng, tokens=9)))


def computer_clue(board: Opening) -> Clue:
    """Return the computer's clue for an opening."""
    move = choose_move(board.table.view(GIVER), board.words, board.deck, board.deck.language, board.table.house)
    assert isinstance(move, Clue)
    return move


def write(language: str) -> None:
    """Write the boards of a language: words and clue to be guessed; words by the key to give a clue for."""
    folder = READERS / language
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "boards.txt").open("w") as boards, (folder / "meant.txt").open("w") as meant:
        for seed in range(GUESSED_FROM[language], GUESSED_FROM[language] + BOARDS):
            board = opening(language, seed)
            clue = computer_clue(board)
            boards.write(f"{seed}: {clue.word} {clue.number}; {' | '.join(sorted(board.words))}\n")
            meant.write(f"{seed}: {' | '.join(board.words[card] for card in clue.cards)}\n")
    with (folder / "keys.txt").open("w") as file:
        for seed in range(GIVEN_FROM[language], GIVEN_FROM[language] + BOARDS):
            board = opening(language, seed)
            kinds = {"own": "g", "assassins": "x", "bystanders": "."}
            told = "; ".join(f"{kind}: {' | '.join(sorted(board.cards(letter)))}" for kind, letter in kinds.items())
            file.write(f"{seed}; {told}\n")


def read(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the number and the rest of each line `number: …`."""
    for line in filter(str.strip, file.read_text().splitlines()):
        seed, _, rest = line.partition(":")
        yield int(seed), rest.strip()


@dataclass
class Guessed:
    """What a reader made of the computer's clues."""

    clues: int = 0
    touches: int = 0
    own: int = 0
    intended: int = 0
    assassins: int = 0


def guessed(language: str) -> Guessed:
    """Return how a reader's touches hit the computer's cards; a turn ends with the first that is not its own."""
    found, clues = Guessed(), _stored_clues(language)
    for seed, touched in read(READERS / language / "touches.txt"):
        board = opening(language, seed)
        own, deadly, meant = board.cards("g"), board.cards("x"), clues[seed]
        found.clues += 1
        for word in filter(None, map(str.strip, touched.split("|"))):
            assert word in board.words, (seed, word)
            found.touches += 1
            found.own += word in own
            found.intended += word in meant
            found.assassins += word in deadly
            if word not in own:
                break
    return found


def _stored_clues(language: str) -> dict[int, list[str]]:
    """Return the words that each of the computer's clues was meant for."""
    return {seed: meant.split(" | ") for seed, meant in read(READERS / language / "meant.txt")}


def given(language: str) -> tuple[int, int]:
    """Return how many cards a reader's clues were meant for, and how many of them the computer touches in its turn."""
    targets = hits = 0
    for seed, line in read(READERS / language / "given.txt"):
        board = opening(language, seed)
        clue, _, words = line.partition("=")
        meant = {board.words.index(word.strip()) for word in words.split("|")}
        targets += len(meant)
        hits += len(meant & set(_touched(board, f"clue {clue.strip()}")))
    return targets, hits


def _touched(board: Opening, clue: str) -> Iterator[int]:
    """Yield what the computer touches after a clue, as long as its turn goes on."""
    table = board.table.play(GIVER, parse(clue))
    while table.view(GUESSER).phase == "guess" and GUESSER in table.turn:
        view = table.view(GUESSER)
        move = choose_move(view, board.words, board.deck, board.deck.language, table.house)
        if not isinstance(move, Guess):
            return
        yield move.card
        table = table.play(GUESSER, move)


def report() -> None:
    """Print a line for each language that has answers."""
    for language in LANGUAGES:
        if (READERS / language / "touches.txt").exists():
            found = guessed(language)
            print(  # noqa: T201
                f"{language}: {found.clues} clues of the computer: {found.own / found.clues:.2f} own found a turn, "
                f"{found.intended / found.touches:.2f} of {found.touches} touches intended, "
                f"assassin at {found.assassins / found.clues:.1%} of clues"
            )
        if (READERS / language / "given.txt").exists():
            targets, hits = given(language)
            print(f"{language}: {hits} of {targets} cards found that readers meant: {hits / targets:.2f}")  # noqa: T201


if __name__ == "__main__":
    if sys.argv[1:2] == ["write"]:
        for each in sys.argv[2:] or LANGUAGES:
            write(each)
    else:
        report()
