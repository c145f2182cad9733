"""Sentences about games for the pages; templates use this module as `game_text`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from markupsafe import Markup, escape

from app.games.store.attempts import AttemptResult
from app.games.wording.cities import city_name
from app.games.wording.labels import FACES, HOUSE_RULES, IDENTITY_PLURALS, KEYS, SEATS, SIDES, VARIANTS
from app.games.wording.refusal_text import REFUSALS, refusal_sentence, rule_anchor
from app.games.wording.side_names import SideNames
from app.http.refusal_pages import rule_link
from app.i18n.languages import _, format_list, lazy_gettext, ngettext
from app.rules import Clue, Guessed
from app.rules.clues import Finding
from app.rules.log import FACES as IDENTITIES  # by key letter; untranslated, for CSS classes
from app.rules.log import Outcome
from app.rules.missions import MAP, START, City, neighbours
from app.rules.seats import side_of

OWN_SEAT: Final[Mapping[str, str]] = {
    "red-spymaster": lazy_gettext("You are the red spymaster"),
    "red-operative": lazy_gettext("You are a red operative"),
    "blue-spymaster": lazy_gettext("You are the blue spymaster"),
    "blue-operative": lazy_gettext("You are a blue operative"),
    "a": lazy_gettext("You are on Side A"),
    "b": lazy_gettext("You are on Side B"),
}
CHAT_TITLES: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red chat"),
    "blue": lazy_gettext("Blue chat"),
    "a": lazy_gettext("Side A chat"),
    "b": lazy_gettext("Side B chat"),
}
SIDE_FINISHED: Final[Mapping[str, str]] = {
    "a": lazy_gettext("All of Side A’s agents have been found: the other side gives the remaining clues."),
    "b": lazy_gettext("All of Side B’s agents have been found: the other side gives the remaining clues."),
}
SIDE_FINISHED_BY: Final = lazy_gettext(
    "All agents on %(name)s’s key have been found: the other player gives the remaining clues."
)
MISSED_TURNS: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red missed three turns in a row."),
    "blue": lazy_gettext("Blue missed three turns in a row."),
}
TURN_ENDINGS: Final[Mapping[str, str]] = {
    "wrong": lazy_gettext("wrong guess"),
    "stop": lazy_gettext("stopped"),
    "limit": lazy_gettext("no guesses left"),
    "challenge": lazy_gettext("called invalid"),
    "timeout": lazy_gettext("out of time"),
    "finished": lazy_gettext("all this side’s agents found"),
    "over": lazy_gettext("game over"),
}
OUTCOMES: Final[Mapping[tuple[str | None, str], str]] = {
    ("red", "agents"): lazy_gettext("Red wins: all agents found."),
    ("blue", "agents"): lazy_gettext("Blue wins: all agents found."),
    ("red", "assassin"): lazy_gettext("Red wins: Blue touched the assassin."),
    ("blue", "assassin"): lazy_gettext("Blue wins: Red touched the assassin."),
    ("red", "forfeit"): lazy_gettext("Red wins: Blue gave up."),
    ("blue", "forfeit"): lazy_gettext("Blue wins: Red gave up."),
    ("red", "abandoned"): lazy_gettext("Red wins: Blue stopped playing."),
    ("blue", "abandoned"): lazy_gettext("Blue wins: Red stopped playing."),
    ("team", "agents"): lazy_gettext("Game won: all 15 agents found."),
    ("team", "sudden-death"): lazy_gettext("Game won in sudden death: all 15 agents found."),
    (None, "assassin"): lazy_gettext("Game lost: an assassin was touched."),
    (None, "time"): lazy_gettext("Game lost: no timer tokens left."),
    (None, "forfeit"): lazy_gettext("Game lost: a side gave up."),
    (None, "abandoned"): lazy_gettext("The game was abandoned."),
    (None, "void"): lazy_gettext("The game is void: it counts for nobody."),
}
UNDECIDED: Final = ("void", "abandoned")  # the reasons for which a game counts for nobody
TOUCHED: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red touched %(card)s: %(face)s."),
    "blue": lazy_gettext("Blue touched %(card)s: %(face)s."),
    "a": lazy_gettext("Side A touched %(card)s: %(face)s."),
    "b": lazy_gettext("Side B touched %(card)s: %(face)s."),
}
TOUCHED_BY: Final = lazy_gettext("%(name)s touched %(card)s: %(face)s.")
REFUSED_CLUES: Final[Mapping[str, str]] = {
    "red": lazy_gettext("Red’s clue was refused: %(clue)s"),
    "blue": lazy_gettext("Blue’s clue was refused: %(clue)s"),
}
ADVICE: Final[Mapping[str, str]] = {
    "same-word": lazy_gettext("%(clue)s is the same word as %(card)s on the table."),
    "same-form": lazy_gettext("%(clue)s is a form of %(card)s, which is on the table."),
    "accents": lazy_gettext("%(clue)s is spelled like %(card)s but for its accents."),
    "compound": lazy_gettext("%(clue)s shares a part with %(card)s."),
    "related": lazy_gettext("%(clue)s looks related to %(card)s."),
    "soundalike": lazy_gettext("%(clue)s sounds like %(card)s, or nearly so."),
    "inside": lazy_gettext("%(clue)s shares letters with %(card)s."),
    "initials": lazy_gettext("%(clue)s looks like initials, and this table plays without them."),
}
ADVICE_RULES: Final[Mapping[str, str]] = {  # the rule for each piece of advice
    "same-word": "C2",
    "same-form": "C2",
    "accents": "C4",
    "compound": "C3",
    "related": "C2",
    "soundalike": "C8",
    "inside": "C4",
    "initials": "C7",
}


def outcome_text(winner: str | None, reason: str) -> str:
    """Return a sentence that says how a game ended."""
    return str(OUTCOMES[winner, reason])


def clue_number(value: int | str) -> str:
    """Return a clue's number for display (∞ for an unlimited clue)."""
    return "∞" if value == "inf" else str(value)


def refused_clue_text(side: str, clue: Clue) -> Markup:
    """Return the sentence that says a clue was refused by the other spymaster (V20)."""
    shown = Markup("<s>{} {}</s>").format(clue.word, clue_number(clue.number))
    return escape(REFUSED_CLUES[side]) % {"clue": shown}


def advice_text(finding: Finding, clue: str, words: Sequence[str]) -> Markup:
    """Return the sentence for a possible problem with a clue, with a link to its rule."""
    card = words[finding.card].upper() if finding.card is not None else ""
    noticed = escape(ADVICE[finding.code]) % {"clue": Markup("<b>{}</b>").format(clue), "card": card}
    return Markup("{} {}").format(noticed, rule_link(ADVICE_RULES[finding.code]))


def table_refusal_text(code: str, game: str) -> Markup:
    """Return why a table of `versus` or `duet` refused something, with a link to the rule."""
    return Markup("{} {}").format(refusal_sentence(code, game), rule_link(rule_anchor(code, game)))


def card_list(chosen: Iterable[int], words: Sequence[str]) -> str:
    """Return the words of some cards, separated by commas."""
    return ", ".join(words[card] for card in chosen)


def score_comment(score: int) -> str:
    """Return the comment on the score of a standard mission (D19)."""
    if score > 10:
        return _("Time for the mission map!")
    if score >= 9:
        return _("A superb score.")
    return _("A good score.") if score > 5 else ""


def touch_text(guess: Guessed, words: Sequence[str], names: SideNames) -> str:
    """Return the sentence for a touched card: who touched it and what it was."""
    side = side_of(guess.seat)
    told = {"name": names.name(side), "card": words[guess.card].upper(), "face": FACES[guess.face]}
    return names.choose(TOUCHED, TOUCHED_BY, side) % told


def finished_text(side: str, names: SideNames) -> str:
    """Return the sentence that says a side of Duet gives no more clues (D16)."""
    return names.choose(SIDE_FINISHED, SIDE_FINISHED_BY, side) % {"name": names.name(side)}


def house_rules_text(rules: Iterable[str]) -> str:
    """Return a table's house rules as a sentence."""
    return _("House rules: %(rules)s.", rules=format_list(HOUSE_RULES[rule] for rule in rules))


def game_title(variant: str, city: str | None) -> str:
    """Return the title of a game or lobby: the variant, plus the city if it is an attempt at one."""
    game = str(VARIANTS[variant])
    return _("%(game)s: %(city)s", game=game, city=city_name(MAP[city])) if city else game


def city_numbers(city: City) -> str:
    """Return a city's numbers of tokens and mistakes (M2)."""
    tokens = ngettext("%(num)d token", "%(num)d tokens", city.tokens)
    mistakes = ngettext("%(num)d mistake", "%(num)d mistakes", city.mistakes) if city.mistakes else _("no mistakes")
    return f"{tokens}, {mistakes}"


def verdict_text(verdict: AttemptResult) -> str:
    """Return what an attempt changed on the map (M3, M4); the page lists newly opened cities after it."""
    name = city_name(verdict.city)
    if not verdict.won and verdict.was_completed:
        return _("You lost, but %(city)s stays completed.", city=name)
    if not verdict.won:
        return _("You lost, but %(city)s stays open.", city=name)
    if verdict.was_completed:
        return _("%(city)s was already completed: only the tally changed.", city=name)
    if verdict.complete:
        return _(
            "%(city)s is completed, and so is the whole map: all %(all)d cities are done.", city=name, all=len(MAP)
        )
    if verdict.opened:
        return _("%(city)s is completed. This win opens:", city=name)
    return _("%(city)s is completed. No new city opens: all its neighbours were already open.", city=name)


def rematch_label(city: City | None, won: bool) -> str:
    """Return the label of the "play again" button."""
    if city is None:
        return _("Play again")
    name = city_name(city)
    return _("Play %(city)s again", city=name) if won else _("Try %(city)s again", city=name)


class OwnResult(NamedTuple):
    """What the end of a game means to one reader."""

    won: bool
    text: str


def own_result(outcome: Outcome, side: str) -> OwnResult:
    """Return what an outcome means to a player of `side`, or to a watcher (""); a void or abandoned game to nobody."""
    if not side or outcome.reason in UNDECIDED:
        return OwnResult(False, _("The game is over"))
    won = outcome.winner in ("team", side)
    return OwnResult(won, _("You won") if won else _("You lost"))


def founding_text() -> str:
    """Return what a first win is worth to a new team (M2)."""
    cities = format_list(city_name(city) for city in MAP.values() if city.name in neighbours(START))
    return _("This win counts for %(start)s and opens %(cities)s.", start=city_name(MAP[START]), cities=cities)


__all__ = [
    "ADVICE",
    "ADVICE_RULES",
    "CHAT_TITLES",
    "FACES",
    "HOUSE_RULES",
    "IDENTITIES",
    "IDENTITY_PLURALS",
    "KEYS",
    "MISSED_TURNS",
    "OUTCOMES",
    "OWN_SEAT",
    "REFUSALS",
    "REFUSED_CLUES",
    "SEATS",
    "SIDES",
    "SIDE_FINISHED",
    "TOUCHED",
    "TURN_ENDINGS",
    "UNDECIDED",
    "VARIANTS",
    "advice_text",
    "card_list",
    "city_name",
    "city_numbers",
    "clue_number",
    "finished_text",
    "founding_text",
    "game_title",
    "house_rules_text",
    "outcome_text",
    "own_result",
    "refused_clue_text",
    "rematch_label",
    "rule_link",
    "score_comment",
    "table_refusal_text",
    "touch_text",
    "verdict_text",
]  # fmt: skip
