"""The sentence and the rule for each refusal code of a table (from `IllegalMove` or the store's errors)."""

from collections.abc import Mapping
from typing import Final

from app.i18n.languages import lazy_gettext

REFUSALS: Final[Mapping[str, str]] = {
    "unknown-move": lazy_gettext("That is not a valid move."),
    "unknown-seat": lazy_gettext("That seat does not exist at this table."),
    "game-over": lazy_gettext("This game is over."),
    "not-your-role": lazy_gettext("Your seat cannot do that."),
    "not-your-turn": lazy_gettext("It is not your turn."),
    "no-such-card": lazy_gettext("That card is not on this table."),
    "already-revealed": lazy_gettext("That card has already been revealed."),
    "already-marked": lazy_gettext("Your side has already touched this card: it was a bystander."),
    "not-your-card": lazy_gettext("That is not one of your hidden agents."),
    "must-guess": lazy_gettext("Touch at least one card before you stop."),
    "clue-empty": lazy_gettext("A clue needs a word."),
    "clue-too-long": lazy_gettext("A clue can have at most 40 characters."),
    "clue-characters": lazy_gettext(
        "Write the clue with letters of the game’s language, digits, apostrophes, and full stops inside the word."
    ),
    "clue-number": lazy_gettext("Choose a number for the clue."),
    "clue-cards": lazy_gettext("You chose the same card twice."),
    "one-word": lazy_gettext("At this table, a clue is one word, without spaces or hyphens."),
    "zero-not-allowed": lazy_gettext("Clues of 0 are not allowed at this table."),
    "unlimited-not-allowed": lazy_gettext("Unlimited clues are not allowed at this table."),
    "nothing-asked": lazy_gettext("No clue is waiting for your answer."),
    "cannot-challenge": lazy_gettext(
        "You can call a clue invalid only once, before its first guess, and not after it has been allowed."
    ),
    "two-in-a-row": lazy_gettext("Your side has given two clues in a row; the other side gives the next one."),
    "finished-side": lazy_gettext("All your side’s agents have been found: the other side gives the clues now."),
    "no-more-clues": lazy_gettext("Sudden death: there are no more clues."),
    "nothing-to-find": lazy_gettext("There is nothing left for you to find."),
    "no-card-chosen": lazy_gettext("Choose a card first, then reveal it with the button."),
    "stale": lazy_gettext(
        "The table changed before your move arrived, so nothing was played. This is how it stands now."
    ),
    "bad-number": lazy_gettext("The form was incomplete, so nothing was played. This is how the table stands now."),
    "cannot-mark": lazy_gettext("That card cannot be marked."),
    "talk-empty": lazy_gettext("Write something first."),
    "talk-too-long": lazy_gettext("A message can have at most 300 characters."),
    "no-line": lazy_gettext("That message is gone, or it is not yours."),
    "talk-silent": lazy_gettext("A spymaster writes nothing but clues from the first clue to the end of the game."),
    "no-reaction": lazy_gettext("Choose one of the reactions."),
    "react-later": lazy_gettext("You can react once the others have stopped guessing on your key."),
    "react-again": lazy_gettext("You can react again after the next move."),
    "talk-own-turn": lazy_gettext("While your team has the turn, a spymaster writes nothing but clues."),
    "note-too-long": lazy_gettext("Your notes are too long: 2,000 characters at most. Nothing was saved."),
    "cannot-dot": lazy_gettext("You cannot put that marker there."),
    "seat-taken": lazy_gettext("That seat is not free."),
    "replaced": lazy_gettext("A substitute has taken your seat. You can keep watching."),
    "no-such-clock": lazy_gettext("That clock is not available."),
    "same-clock": lazy_gettext("This table already has that clock."),
    "proposal-open": lazy_gettext("A different clock has already been proposed: answer that first."),
    "proposal-gone": lazy_gettext("That proposal is no longer open. This is how things stand now."),
    "no-day": lazy_gettext(
        "You can give a day only in a game at your own pace, and only to players who are expected to move."
    ),
    "days-given": lazy_gettext("Three days have already been given: no more can be given before the next move."),
    "no-nudge": lazy_gettext("There is nobody to nudge right now."),
    "nudge-early": lazy_gettext("It is too early for a nudge: the button says when you can."),
    "stalled": lazy_gettext("Three turns in a row were missed: first choose how to continue."),
    "not-stalled": lazy_gettext("That has already been settled: this is how the table stands now."),
    "not-yours-to-choose": lazy_gettext("The players who stayed choose what happens. You can simply keep playing."),
    "no-substitute": lazy_gettext("That seat does not need a substitute right now."),
    "not-finished": lazy_gettext("This game is not over yet."),
    "no-kudos": lazy_gettext("You can give kudos only for other players’ clues."),
    "sheet-over": lazy_gettext("The team has archived this sheet: continue on the new one."),
    "too-few": lazy_gettext("There are not enough of you left for another game. Open a new lobby and invite someone."),
}

REFUSALS_IN_VERSUS: Final[Mapping[str, str]] = {  # where the other spymaster may be asked (V20)
    "one-word": lazy_gettext(
        "At this table, a clue is one word, without spaces or hyphens, unless the other spymaster allows it: ask first."
    ),
}

REFUSAL_RULES: Final[Mapping[str, str]] = {
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
    "talk-own-turn": "V14",
    "react-later": "V14 D31",
    "react-again": "V14 D31",
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
    "too-few": "V1 D1",
}
"""The anchor on the rules page for each refusal code: Versus first, then Duet where it differs."""
WITHOUT_RULE: Final = frozenset({
    "unknown-move", "unknown-seat", "game-over", "no-such-card", "clue-cards", "no-card-chosen", "stale", "bad-number",
    "talk-empty", "talk-too-long", "no-reaction", "no-line", "note-too-long", "cannot-dot", "same-clock",
    "proposal-gone", "not-stalled", "not-finished", "no-kudos",
})  # fmt: skip
"""Refusal codes without a rule: late or incomplete forms, and field lengths."""


def refusal_sentence(code: str, game: str) -> str:
    """Return the sentence for a refusal code in `versus` or `duet`."""
    own = REFUSALS_IN_VERSUS if game == "versus" else {}
    return str(own.get(code, REFUSALS[code]))


def rule_anchor(code: str, game: str) -> str:
    """Return the anchor of the rule behind a refusal code in `versus` or `duet`, "" if there is none."""
    versus, _, duet = REFUSAL_RULES.get(code, "").partition(" ")
    return duet if duet and game == "duet" else versus
