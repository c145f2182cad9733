"""Why something is refused at a table, by the code of an IllegalMove or of a Refused."""

from collections.abc import Mapping
from typing import Final

from app.languages import later

REFUSALS: Final[Mapping[str, str]] = {
    "unknown-move": later("That is not a move we know."),
    "unknown-seat": later("There is no such seat at this table."),
    "game-over": later("This game is over."),
    "not-your-role": later("That is not for your seat to do."),
    "not-your-turn": later("It is not your turn to do that."),
    "no-such-card": later("There is no such card on this table."),
    "already-revealed": later("That card is already revealed."),
    "already-marked": later("Your side has already met a bystander there."),
    "not-your-card": later("That is not one of your own hidden cards."),
    "must-guess": later("Touch at least one card before you stop."),
    "clue-empty": later("A clue needs a word."),
    "clue-too-long": later("A clue has at most 40 characters."),
    "clue-characters": later(
        "A clue is made of letters of the game's language, digits, apostrophes and inner full stops."
    ),
    "clue-number": later("Choose a number for the clue."),
    "clue-cards": later("A card is named twice among those you have in mind."),
    "one-word": later("A clue is one word at this table, without spaces or hyphens."),
    "zero-not-allowed": later("Clues of 0 are not allowed at this table."),
    "unlimited-not-allowed": later("Unlimited clues are not allowed at this table."),
    "nothing-asked": later("No clue is waiting for your answer."),
    "cannot-challenge": later(
        "A clue can be called invalid only before its first guess, once, and not after it was allowed."
    ),
    "two-in-a-row": later("Your side has given two clues in a row; the other side gives the next one."),
    "finished-side": later("All agents of your side are found: the other side gives the clues now."),
    "no-more-clues": later("Sudden death: no more clues are given."),
    "nothing-to-find": later("There is nothing left for you to find."),
    "no-card-chosen": later("Choose a card first, then touch it."),
    "stale": later("The table had moved on before your move arrived. This is how it stands now; nothing was played."),
    "bad-number": later("That form was incomplete. This is how the table stands; nothing was played."),
    "cannot-mark": later("That card cannot be marked."),
    "talk-empty": later("Write something first."),
    "talk-too-long": later("A line of talk has at most 300 characters."),
    "talk-silent": later("A spymaster keeps silent from the clue until the end of the turn."),
    "seat-taken": later("That seat is not free."),
    "not-finished": later("This game is not over yet."),
    "sheet-over": later("The team has ended this map: go on from its new one."),
    "not-in-team": later("You are not in this team any more."),
    "too-few": later("Too few of you are left for another game. Open a new lobby and invite someone."),
}
