"""The views of /rules, the rules of each game as played here, and of /privacy."""

from typing import Final

from flask import Blueprint, render_template

from app import rules as play
from app.decks import DECKS
from app.decks.deck import MIN_WORDS
from app.i18n.languages import language, lazy_gettext
from app.rules.missions import MAP, START, City
from app.rules.words import LONGEST_WORD
from app.rules_pages.examples import EXAMPLES, RESERVES

bp = Blueprint("rules_pages", __name__)

# The parameters of the simulated teams in tests/rules/difficulty.py; a test compares them.
SIMULATED_TEAMS: Final = (
    (lazy_gettext("clues for one card"), (30, 15, 5)),
    (lazy_gettext("clues for two"), (55, 50, 45)),
    (lazy_gettext("clues for three"), (15, 35, 50)),
    (lazy_gettext("cards of a clue for two that the guessers see clearly"), (58, 70, 82)),
    (lazy_gettext("clear cards that are agents"), (85, 90, 95)),
    (lazy_gettext("doubtful cards that are agents"), (45, 55, 62)),
    (lazy_gettext("wrong guesses that hit an assassin"), (10, 7, 5)),
    (lazy_gettext("guesses in sudden death that find an agent"), (40, 50, 65)),
)


@bp.get("/rules")
def rules() -> str:
    """Show all rules on one page, with an anchor for each, such as #tokens and #D12, to which refusals link."""
    return render_template(
        "rules_pages/rules.html",
        variants=play.VARIANTS,
        versus_counts=play.VERSUS_COUNTS,
        duet_counts=play.DUET_COUNTS,
        decks=DECKS,
        fewest_words=MIN_WORDS,
        longest_clue=LONGEST_WORD,
        cities=cities_by_difficulty(),
        habits=SIMULATED_TEAMS,
        start=MAP[START],
        examples=EXAMPLES.get(language(), EXAMPLES["en"]),
        reserves=RESERVES,
    )


@bp.get("/privacy")
def privacy() -> str:
    """Show which personal data are kept, and for how long."""
    return render_template("rules_pages/privacy.html")


def cities_by_difficulty() -> list[City]:
    """Return the cities of the mission map, the easiest for an average team first."""
    return sorted(MAP.values(), key=lambda city: city.odds[1], reverse=True)
