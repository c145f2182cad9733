"""The Codenames lesson: one deal for all languages, and the words of each language at its positions.

The learner is red: first an operative, then the spymaster. The positions that the texts mention have names here, since
each language's words must fit its clues.
"""

from collections.abc import Mapping
from typing import Final

from app.i18n.languages import lazy_gettext
from app.tutorial.courses.course import Course, LessonWords, Step, Text, split_words

OPERATIVE: Final = "red-operative"
SPYMASTER: Final = "red-spymaster"
DEAL: Final = {
    "variant": "classic",
    "house": [],
    "first": "red",
    "key": "rb.r." "br.b." "br.bx" "rbr.r" ".brbr",
}  # fmt: skip
SPYMASTER_CLUE_CARDS: Final = (3, 11)  # the cards of the red spymaster's clue
RIVAL_CLUE_CARD: Final = 8  # the card of the blue spymaster's clue
RIVAL_STRAY: Final = 19  # the red card that Blue touches next
LEARNER_CLUE_CARDS: Final = (6, 22)  # the agents that the learner gives a clue for
ASSASSIN: Final = 14

WORDS: Final[Mapping[str, LessonWords]] = {
    "en": LessonWords(
        "en",
        split_words(
            "castle trumpet compass frost basket",
            "pillow cherry bridge dentist museum",
            "wizard glacier clock ticket volcano",
            "anchor tunnel helmet envelope zebra",
            "radio chess peach ladder candle",
        ),
        ("cold", "toothache"),
        "cherries",
        "fruit",
    ),
    "fr": LessonWords(
        "fr",
        split_words(
            "château trompette boussole pôle fauteuil",
            "oreiller citron chapeau dentiste musée",
            "sorcière pingouin téléphone épée volcan",
            "cravate tunnel tapis valise girafe",
            "passeport échec melon escalier lustre",
        ),
        ("banquise", "carie"),
        "citrons",
        "fruit",
    ),
    "it": LessonWords(
        "it",
        split_words(
            "castello tromba bussola neve finestra",
            "cuscino ciliegia fontana dente museo",
            "mago ghiaccio telefono spada vulcano",
            "cravatta galleria zaino valigia zebra",
            "patente scuola pesca scala candela",
        ),
        ("freddo", "carie"),
        "ciliegie",
        "frutta",
    ),
}
TEXTS: Final[Mapping[str, Text]] = {
    "team": Text(
        lazy_gettext("Your team"),
        (
            lazy_gettext(
                "You are in the red team. 9 of these words are red agents and 8 are blue: the first team to find all "
                "of its own wins."
            ),
            lazy_gettext(
                "Only the two spymasters see which is which. Yours is %(partner)s, and you are an operative: you guess "
                "what %(partner)s means."
            ),
        ),
    ),
    "touch": Text(
        lazy_gettext("Touch a card"),
        (
            lazy_gettext(
                "%(partner)s says: %(clue)s. A clue is one word and a number, which says how many cards it is for."
            ),
            lazy_gettext("Which two? Choose one, then press the button that reveals it."),
        ),
    ),
    "again": Text(
        lazy_gettext("A red agent!"),
        (
            lazy_gettext("That is one of yours, so you may go on. One more card fits %(clue)s: touch it."),
            lazy_gettext(
                "A bystander or a blue agent would end your turn. The assassin would lose the game for your team."
            ),
        ),
    ),
    "stop": Text(
        lazy_gettext("Stop in time"),
        (
            lazy_gettext(
                "You have found both cards for this clue. You may touch one card more than its number, for a clue of "
                "an earlier turn, but now that would be pure luck."
            ),
            lazy_gettext("Stop now: press “Stop guessing”."),
        ),
    ),
    "rivals": Text(
        lazy_gettext("The other team’s turn"),
        (
            lazy_gettext("Blue’s spymaster said: %(clue)s. Blue touched %(right)s, which is blue, and went on."),
            lazy_gettext(
                "Then Blue touched %(stray)s, which is yours: it counts for you, and Blue’s turn is over. You have 6 "
                "agents left to find."
            ),
        ),
    ),
    "clue": Text(
        lazy_gettext("Your own clue"),
        (
            lazy_gettext("Change places with %(partner)s: now you are the red spymaster, and the cards show the key."),
            lazy_gettext(
                "%(first)s and %(second)s are red: think of one word for both. The number is 2. No blue card should "
                "fit it, and above all not %(assassin)s, the assassin."
            ),
            lazy_gettext(
                "First, see how the site checks clues: give %(trap)s, which is already typed in. Then give a clue of "
                "your own, such as %(example)s."
            ),
        ),
    ),
    "end": Text(
        lazy_gettext("That is all you need to know"),
        (
            lazy_gettext(
                "%(partner)s has touched %(first)s and %(second)s, both red, and stopped. 4 agents are left to find, "
                "and it is Blue’s turn again."
            ),
            lazy_gettext(
                "A game is for four people or more and takes about a quarter of an hour: open a lobby and send your "
                "friends the link."
            ),
        ),
    ),
}
WRONG_TOUCHES: Final[Mapping[str, Text]] = {
    "red": Text(
        lazy_gettext("A red agent, by luck"),
        (
            lazy_gettext(
                "That is one of yours, but this step is not about that card. In a real game it would count as found."
            ),
        ),
    ),
    "blue": Text(
        lazy_gettext("That is a blue agent"),
        (lazy_gettext("In a real game, it would count for Blue, and your turn would be over."),),
    ),
    "bystander": Text(
        lazy_gettext("That is a bystander"),
        (lazy_gettext("It counts for nobody. In a real game, your turn would be over."),),
    ),
    "assassin": Text(
        lazy_gettext("That is the assassin"),
        (lazy_gettext("In a real game, your team would have lost on the spot."),),
    ),
}
CODENAMES: Final = Course(
    name="codenames",
    title=lazy_gettext("Learn Codenames by playing"),
    deal=DEAL,
    words=WORDS,
    steps=(
        Step(
            "team",
            OPERATIVE,
            TEXTS["team"],
            status=lazy_gettext("Look at the words: you do not see what is behind them."),
            continue_label=lazy_gettext("Show me the first clue"),
        ),
        Step(
            "touch",
            OPERATIVE,
            TEXTS["touch"],
            frozenset({"guess", "stop"}),
            SPYMASTER_CLUE_CARDS,
            before=((SPYMASTER, f"clue {{0}} {len(SPYMASTER_CLUE_CARDS)}"),),
        ),
        Step("stop", OPERATIVE, TEXTS["stop"], frozenset({"guess", "stop"})),
        Step(
            "rivals",
            OPERATIVE,
            TEXTS["rivals"],
            before=(
                ("blue-spymaster", "clue {1} 1"),
                ("blue-operative", f"guess {RIVAL_CLUE_CARD}"),
                ("blue-operative", f"guess {RIVAL_STRAY}"),
            ),
            continue_label=lazy_gettext("Let me give a clue"),
        ),
        Step("clue", SPYMASTER, TEXTS["clue"], frozenset({"clue"}), LEARNER_CLUE_CARDS),
        Step(
            "end",
            SPYMASTER,
            TEXTS["end"],
            before=(
                *((OPERATIVE, f"guess {card}") for card in LEARNER_CLUE_CARDS),
                (OPERATIVE, "stop"),
            ),
        ),
    ),
    again=TEXTS["again"],
    wrong_touches=WRONG_TOUCHES,
    partner="Alex",
    names={
        SPYMASTER: ["Alex"],
        OPERATIVE: ["Alex"],
        "blue-spymaster": ["Sam"],
        "blue-operative": ["Sam"],
    },
    values={
        "first": LEARNER_CLUE_CARDS[0],
        "second": LEARNER_CLUE_CARDS[1],
        "right": RIVAL_CLUE_CARD,
        "stray": RIVAL_STRAY,
        "assassin": ASSASSIN,
    },
)
