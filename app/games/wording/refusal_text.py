"""The sentence and the rule for each refusal code of a table (from `IllegalMove` or the store's errors)."""

from collections.abc import Mapping
from typing import Final

from app.i18n.languages import lazy_gettext

REFUSALS: Final[Mapping[str, str]] = {
    "unknown-move": lazy_gettext("That is not a move we know."),
    "unknown-seat": lazy_gettext("There is no such seat at this table."),
    "game-over": lazy_gettext("This game is over."),
    "not-your-role": lazy_gettext("That is not for your seat to do."),
    "not-your-turn": lazy_gettext("It is not your turn to do that."),
    "no-such-card": lazy_gettext("There is no such card on this table."),
    "already-revealed": lazy_gettext("That card is already revealed."),
    "already-marked": lazy_gettext("Your side has already met a bystander there."),
    "not-your-card": lazy_gettext("That is not one of your own hidden cards."),
    "must-guess": lazy_gettext("Touch at least one card before you stop."),
    "clue-empty": lazy_gettext("A clue needs a word."),
    "clue-too-long": lazy_gettext("A clue has at most 40 characters."),
    "clue-characters": lazy_gettext(
        "A clue is made of letters of the game's language, digits, apostrophes and inner full stops."
    ),
    "clue-number": lazy_gettext("Choose a number for the clue."),
    "clue-cards": lazy_gettext("A card is named twice among those you have in mind."),
    "one-word": lazy_gettext("A clue is one word at this table, without spaces or hyphens."),
    "zero-not-allowed": lazy_gettext("Clues of 0 are not allowed at this table."),
    "unlimited-not-allowed": lazy_gettext("Unlimited clues are not allowed at this table."),
    "nothing-asked": lazy_gettext("No clue is waiting for your answer."),
    "cannot-challenge": lazy_gettext(
        "A clue can be called invalid only before its first guess, once, and not after it was allowed."
    ),
    "two-in-a-row": lazy_gettext("Your side has given two clues in a row; the other side gives the next one."),
    "finished-side": lazy_gettext("All agents of your side are found: the other side gives the clues now."),
    "no-more-clues": lazy_gettext("Sudden death: no more clues are given."),
    "nothing-to-find": lazy_gettext("There is nothing left for you to find."),
    "no-card-chosen": lazy_gettext("Choose a card first, then touch it."),
    "stale": lazy_gettext(
        "The table had moved on before your move arrived. This is how it stands now; nothing was played."
    ),
    "bad-number": lazy_gettext("That form was incomplete. This is how the table stands; nothing was played."),
    "cannot-mark": lazy_gettext("That card cannot be marked."),
    "talk-empty": lazy_gettext("Write something first."),
    "talk-too-long": lazy_gettext("A line of talk has at most 300 characters."),
    "no-line": lazy_gettext("That line is gone already, or it is not yours to change."),
    "talk-silent": lazy_gettext("A spymaster keeps silent from the clue until the end of the turn."),
    "note-too-long": lazy_gettext("The pad holds 2,000 characters: nothing was saved."),
    "cannot-dot": lazy_gettext("No such dot can be put there."),
    "seat-taken": lazy_gettext("That seat is not free."),
    "replaced": lazy_gettext("A substitute has taken your seat. You may go on watching."),
    "no-such-clock": lazy_gettext("No table can have that clock."),
    "same-clock": lazy_gettext("That is the clock of this table already."),
    "proposal-open": lazy_gettext("Another clock is being asked for already: answer that first."),
    "proposal-gone": lazy_gettext("That clock is no longer being asked for. This is how things stand now."),
    "no-day": lazy_gettext("A day can be given at your own pace only, and to others: to those who are awaited."),
    "days-given": lazy_gettext("Three days were given already: more cannot be given before the next move."),
    "no-nudge": lazy_gettext("There is nobody to be nudged now."),
    "nudge-early": lazy_gettext("It is too early for a nudge: the button says from when on."),
    "stalled": lazy_gettext("Three turns in a row were missed: first choose how to go on."),
    "not-stalled": lazy_gettext("That is settled already: this is how the table stands now."),
    "not-yours-to-choose": lazy_gettext("Those who stayed choose. You can simply go on playing."),
    "no-substitute": lazy_gettext("No substitute is needed there now."),
    "not-finished": lazy_gettext("This game is not over yet."),
    "no-kudos": lazy_gettext("Kudos are for clues of others."),
    "sheet-over": lazy_gettext("The team has ended this map: go on from its new one."),
    "not-in-team": lazy_gettext("You are not in this team any more."),
    "too-few": lazy_gettext("Too few of you are left for another game. Open a new lobby and invite someone."),
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
WITHOUT_RULE: Final = frozenset({
    "unknown-move", "unknown-seat", "game-over", "no-such-card", "clue-cards", "no-card-chosen", "stale", "bad-number",
    "talk-empty", "talk-too-long", "no-line", "note-too-long", "cannot-dot", "same-clock", "proposal-gone",
    "not-stalled", "not-finished", "no-kudos",
})  # fmt: skip
"""Refusal codes without a rule: late or incomplete forms, and field lengths."""


def rule_anchor(code: str, game: str) -> str:
    """Return the anchor of the rule behind a refusal code in `versus` or `duet`, "" if there is none."""
    versus, _, duet = REFUSAL_RULES.get(code, "").partition(" ")
    return duet if duet and game == "duet" else versus
