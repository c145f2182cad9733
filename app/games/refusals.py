"""The sentence and the rule for each refusal code of a table (from `IllegalMove` or the store's errors)."""

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
    "no-line": later("That line is gone already, or it is not yours to change."),
    "talk-silent": later("A spymaster keeps silent from the clue until the end of the turn."),
    "note-too-long": later("The pad holds 2,000 characters: nothing was saved."),
    "cannot-dot": later("No such dot can be put there."),
    "seat-taken": later("That seat is not free."),
    "replaced": later("A substitute has taken your seat. You may go on watching."),
    "no-such-clock": later("No table can have that clock."),
    "same-clock": later("That is the clock of this table already."),
    "proposal-open": later("Another clock is being asked for already: answer that first."),
    "proposal-gone": later("That clock is no longer being asked for. This is how things stand now."),
    "no-day": later("A day can be given at your own pace only, and to others: to those who are awaited."),
    "days-given": later("Three days were given already: more cannot be given before the next move."),
    "no-nudge": later("There is nobody to be nudged now."),
    "nudge-early": later("It is too early for a nudge: the button says from when on."),
    "stalled": later("Three turns in a row were missed: first choose how to go on."),
    "not-stalled": later("That is settled already: this is how the table stands now."),
    "not-yours-to-choose": later("Those who stayed choose. You can simply go on playing."),
    "no-substitute": later("No substitute is needed there now."),
    "not-finished": later("This game is not over yet."),
    "no-kudos": later("Kudos are for clues of others."),
    "sheet-over": later("The team has ended this map: go on from its new one."),
    "not-in-team": later("You are not in this team any more."),
    "too-few": later("Too few of you are left for another game. Open a new lobby and invite someone."),
}

RULES: Final[Mapping[str, str]] = {
    "not-your-role": "V5 D5",
    "not-your-turn": "V4 D5",
    "already-revealed": "V9 D7",
    "already-marked": "D8",
    "not-your-card": "V21 D6",
    "must-guess": "V8 D11",
    "clue-empty": "C1",
    "clue-too-long": "C1",
    "clue-characters": "C1",
    "clue-number": "V6",
    "one-word": "C6",
    "zero-not-allowed": "V6 D30",
    "unlimited-not-allowed": "V6",
    "nothing-asked": "V20",
    "cannot-challenge": "V21 D17",
    "two-in-a-row": "D32",
    "finished-side": "D16",
    "no-more-clues": "D15",
    "nothing-to-find": "D15",
    "cannot-mark": "V13",
    "talk-silent": "V14",
    "seat-taken": "L2",
    "replaced": "T4",
    "no-such-clock": "T1",
    "proposal-open": "T1",
    "no-day": "own-pace",
    "days-given": "own-pace",
    "no-nudge": "own-pace",
    "nudge-early": "own-pace",
    "stalled": "T4",
    "not-yours-to-choose": "T4",
    "no-substitute": "T4",
    "sheet-over": "M1",
    "not-in-team": "M1",
    "too-few": "V1 D1",
}
"""The anchor on the rules page for each refusal code: Versus first, then Duet where it differs."""
UNRULED: Final = frozenset({
    "unknown-move", "unknown-seat", "game-over", "no-such-card", "clue-cards", "no-card-chosen", "stale", "bad-number",
    "talk-empty", "talk-too-long", "no-line", "note-too-long", "cannot-dot", "same-clock", "proposal-gone",
    "not-stalled", "not-finished", "no-kudos",
})  # fmt: skip
"""Refusal codes without a rule: late or incomplete forms, and field lengths."""


def rule_of(code: str, game: str) -> str:
    """Return the anchor of the rule behind a refusal code in `versus` or `duet`, "" if there is none."""
    versus, _, duet = RULES.get(code, "").partition(" ")
    return duet if duet and game == "duet" else versus
