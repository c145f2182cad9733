"""What the pages say of a game: names of things, refusals and endings, in the words that players read."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.games.missions import Verdict
from app.rules import Guessed
from app.rules.clues import Finding
from app.rules.missions import MAP, START, City, neighbours
from app.rules.seats import side_of

VARIANTS: Final[Mapping[str, str]] = {
    "classic": "Codenames",
    "pictures": "Pictures",
    "duet": "Duet",
    "duet-pictures": "Duet Pictures",
}
SEATS: Final[Mapping[str, str]] = {
    "red-spymaster": "Red spymaster",
    "red-operative": "Red operative",
    "blue-spymaster": "Blue spymaster",
    "blue-operative": "Blue operative",
    "a": "Side A",
    "b": "Side B",
}
SIDES: Final[Mapping[str, str]] = {"red": "Red", "blue": "Blue", "a": "Side A", "b": "Side B"}
FACES: Final[Mapping[str, str]] = {
    "red": "red agent",
    "blue": "blue agent",
    "bystander": "bystander",
    "assassin": "assassin",
    "agent": "agent",
}
KEYS: Final[Mapping[str, str]] = {"r": "red", "b": "blue", "g": "agent", ".": "bystander", "x": "assassin"}
SYMBOLS: Final[Mapping[str, str]] = {"g": "✓", ".": "–", "x": "✕"}
HOUSE: Final[Mapping[str, str]] = {
    "zero": "clues of 0",
    "unlimited": "unlimited clues",
    "several-words": "clues of several words",
    "initials": "initials such as NASA",
    "soundalikes": "soundalikes",
    "several-clues": "two clues in a row",
    "loose": "loose clues",
}
ENDINGS: Final[Mapping[str, str]] = {
    "wrong": "wrong guess",
    "stop": "stopped",
    "limit": "no guesses left",
    "challenge": "challenged: invalid clue",
    "timeout": "out of time",
    "finished": "nothing left to find for this clue's side",
    "over": "the end",
    "": "",
}
REFUSALS: Final[Mapping[str, str]] = {
    "unknown-move": "That is not a move we know.",
    "unknown-seat": "There is no such seat at this table.",
    "game-over": "This game is over.",
    "not-your-role": "That is not for your seat to do.",
    "not-your-turn": "It is not your turn to do that.",
    "no-such-card": "There is no such card on this table.",
    "already-revealed": "That card is already revealed.",
    "already-marked": "Your side has already met a bystander there.",
    "not-your-card": "That is not one of your own hidden cards.",
    "must-guess": "Touch at least one card before you stop.",
    "clue-empty": "A clue needs a word.",
    "clue-too-long": "A clue has at most 40 characters.",
    "clue-characters": "A clue is made of letters of the game's language, digits, apostrophes and inner full stops.",
    "clue-number": "Choose a number for the clue.",
    "clue-cards": "A card is named twice among those you have in mind.",
    "one-word": "A clue is one word at this table, without spaces or hyphens.",
    "zero-not-allowed": "Clues of 0 are not allowed at this table.",
    "unlimited-not-allowed": "Unlimited clues are not allowed at this table.",
    "nothing-asked": "No clue is waiting for your answer.",
    "cannot-challenge": "A clue can be called invalid only before its first guess, once, and not after it was allowed.",
    "two-in-a-row": "Your side has given two clues in a row; the other side gives the next one.",
    "finished-side": "All agents of your side are found: the other side gives the clues now.",
    "no-more-clues": "Sudden death: no more clues are given.",
    "nothing-to-find": "There is nothing left for you to find.",
    "no-card-chosen": "Choose a card first, then touch it.",
    "stale": "The table had moved on before your move arrived. This is how it stands now; nothing was played.",
    "bad-number": "That form was incomplete. This is how the table stands; nothing was played.",
    "cannot-mark": "That card cannot be marked.",
    "talk-empty": "Write something first.",
    "talk-too-long": "A line of talk has at most 300 characters.",
    "talk-silent": "A spymaster keeps silent from the clue until the end of the turn.",
    "seat-taken": "That seat is not free.",
    "not-finished": "This game is not over yet.",
    "sheet-over": "The team has ended this map: go on from its new one.",
    "not-in-team": "You are not in this team any more.",
    "too-few": "Too few of you are left for another game. Open a new lobby and invite someone.",
}
ADVICE: Final[Mapping[str, str]] = {
    "same-word": "is the word {card} on the table",
    "same-form": "is a form of {card}, which is on the table",
    "compound": "shares a part with {card}",
    "related": "looks related to {card}",
    "inside": "shares letters with {card}",
    "initials": "looks like initials, which this table does not play with",
}


def ending(winner: str | None, reason: str) -> str:
    """Return how a game ended, in a sentence."""
    if winner in ("red", "blue"):
        return _versus_ending(winner, reason)
    return {
        "agents": "You win: all fifteen agents found.",
        "sudden-death": "You win in sudden death: all fifteen agents found.",
        "assassin": "You lose: the assassin was touched.",
        "time": "You lose: out of time.",
        "forfeit": "You lose: a side gave up.",
    }.get(reason, "The game was abandoned.")


def _versus_ending(winner: str, reason: str) -> str:
    loser = "Blue" if winner == "red" else "Red"
    why = {
        "agents": "all agents found",
        "assassin": f"{loser} touched the assassin",
        "forfeit": f"{loser} gave up",
        "abandoned": f"{loser} stayed away",
    }
    return f"{winner.capitalize()} wins: {why[reason]}."


def number(value: int | str) -> str:
    """Return a clue's number as it is shown."""
    return "∞" if value == "inf" else str(value)


def advice(finding: Finding, words: Sequence[str]) -> str:
    """Return what the site noticed about a clue, to stand behind the clue's word."""
    card = words[finding.card].upper() if finding.card is not None else ""
    return ADVICE[finding.code].format(card=card)


def praise(score: int) -> str:
    """Return what a score of a standard mission means (D19)."""
    if score > 10:
        return "It is time for the mission map."
    if score >= 9:
        return "That is superb."
    return "That is good." if score > 5 else ""


def touched(guess: Guessed, words: Sequence[str]) -> str:
    """Return what the last touch turned up."""
    return f"{SIDES[side_of(guess.seat)]} touched {words[guess.card].upper()}: {FACES[guess.face]}."


def title(variant: str, city: City | None) -> str:
    """Return what a game is called: after its city, where it is an attempt at one."""
    return f"{VARIANTS[variant]}: {city.title}" if city else VARIANTS[variant]


def figures(city: City) -> str:
    """Return a city's two numbers (M2)."""
    mistakes = counted(city.mistakes, "mistake") if city.mistakes else "no mistakes"
    return f"{counted(city.tokens, 'token')}, {mistakes}"


def counted(number: int, thing: str) -> str:
    """Return so many things, in the singular or the plural."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def changed(verdict: Verdict) -> str:
    """Return what an attempt did to its city (M3, M4); the cities that it opened are to follow."""
    name = verdict.city.title
    if not verdict.won:
        return f"{name} stays {'completed' if verdict.again else 'open'}: a loss closes nothing."
    if verdict.again:
        return f"{name} had been completed before: only the tally changed."
    if verdict.complete:
        return f"{name} is completed, and with it the whole map: all {len(MAP)} cities are done."
    opens = "This win opens:" if verdict.opened else "It opens no further city: all those around it were open already."
    return f"{name} is completed. {opens}"


def another(city: City | None, won: bool) -> str:
    """Return what the button for another game says."""
    if city is None:
        return "Play again"
    return f"Play {city.title} again" if won else f"Try {city.title} again"


def founding() -> str:
    """Return what a first win is worth to a team (M2)."""
    *most, last = [city.title for city in MAP.values() if city.name in neighbours(START)]
    return f"This win counts as {MAP[START].title} and opens {', '.join(most)} and {last}."
