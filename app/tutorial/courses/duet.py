"""The Duet lesson: one deal for all languages, and the words of each language at its positions.

The learner is side A. The positions that the texts mention have names here, since each language's words must fit its
clues.
"""

from collections.abc import Mapping
from typing import Final

from app.i18n.languages import lazy_gettext
from app.tutorial.courses.course import Course, LessonWords, Step, Text, split_words

LEARNER: Final = "a"
PARTNER: Final = "b"
DEAL: Final = {
    "variant": "duet",
    "tokens": 9,
    "mistakes": 9,
    "house": [],
    "keys": {
        "a": ".gg.x" "g...g" ".g.g." "..xg." ".gxg.",
        "b": ".g.g." ".g..g" "..g.." "x.gg." "gxx.g",
    },
}  # fmt: skip
PARTNER_CLUE_CARDS: Final = (
    6,
    17,
)  # the cards of the partner's first clue; the second is an assassin on the learner's key
LEARNER_CLUE_CARDS: Final = (2, 13)  # the agents that the learner gives a clue for
TOUCHED_BYSTANDER: Final = 10  # the bystander that the partner touches next
PARTNER_ASSASSIN: Final = 21  # on the partner's key; an agent on the learner's

WORDS: Final[Mapping[str, LessonWords]] = {
    "en": LessonWords(
        "en",
        split_words(
            "kitchen ruby trumpet glacier bishop",
            "truck clown elbow desert bamboo",
            "whistle comet barber harp pancake",
            "anchor volcano tent window mustard",
            "ferry turtle candle pirate snail",
        ),
        ("circus", "slow"),
        "trumpets",
        "music",
    ),
    "fr": LessonWords(
        "fr",
        split_words(
            "citron volcan trompette papillon girafe",
            "pont clown sapin fenêtre moutarde",
            "sifflet dragon château violon bougie",
            "désert requin trapèze savon épée",
            "tomate tortue bonnet genou escargot",
        ),
        ("cirque", "lent"),
        "trompettes",
        "musique",
    ),
    "it": LessonWords(
        "it",
        split_words(
            "vulcano giraffa tromba ponte neve",
            "castello pagliaccio drago squalo candela",
            "fischio sapone pomodoro flauto farfalla",
            "finestra deserto trapezio spada ginocchio",
            "ananas tartaruga ombrello coniglio chiocciola",
        ),
        ("circo", "lento"),
        "trombe",
        "musica",
    ),
}
TEXTS: Final[Mapping[str, Text]] = {
    "key": Text(
        lazy_gettext("Your key"),
        (
            lazy_gettext(
                "You are playing Duet with %(partner)s, and you win or lose together: find the 15 agents behind "
                "these words."
            ),
            lazy_gettext(
                "The cards show your key: 9 agents, 3 assassins and 13 bystanders. It tells you which cards "
                "%(partner)s should touch, and which to avoid."
            ),
            lazy_gettext("%(partner)s sees a different key. When you guess, only that one counts, never your own."),
        ),
    ),
    "touch": Text(
        lazy_gettext("Touch a card"),
        (
            lazy_gettext(
                "%(partner)s says: %(clue)s. A clue is one word and a number, which says how many cards it is for."
            ),
            lazy_gettext(
                "Which two? Choose one, then press the button that reveals it. Forget your own key while you guess."
            ),
        ),
    ),
    "again": Text(
        lazy_gettext("An agent!"),
        (
            lazy_gettext("That is an agent on %(partner)s’s key. It is found for good."),
            lazy_gettext("You can stop now, or go on as long as you are right. One more card fits %(clue)s: touch it."),
        ),
    ),
    "stop": Text(
        lazy_gettext("Stop in time"),
        (
            lazy_gettext("You have found both cards for this clue. You could touch more, but that would be pure luck."),
            lazy_gettext("Stop now: press “Stop guessing”."),
        ),
    ),
    "clue": Text(
        lazy_gettext("Your own clue"),
        (
            lazy_gettext(
                "Your turn cost one of the timer tokens: 8 are left. When they run out, there are no more clues."
            ),
            lazy_gettext(
                "Now %(first)s and %(second)s are agents on your key: think of one word for both. The number is 2."
            ),
            lazy_gettext(
                "First, see how the site checks clues: give %(trap)s, which is already typed in. Then give a clue of "
                "your own, such as %(example)s."
            ),
        ),
    ),
    "answer": Text(
        lazy_gettext("Your partner answers"),
        (
            lazy_gettext("%(partner)s has touched %(first)s and %(second)s: two agents on your key, found for good."),
            lazy_gettext(
                "Then %(partner)s went on and touched %(stray)s: a bystander on your key. The turn is over. You can "
                "still touch that card: on the other key it may be anything, even an agent."
            ),
        ),
    ),
    "assassin": Text(
        lazy_gettext("What an assassin does"),
        (
            lazy_gettext(
                "%(partner)s says: %(clue)s. Two cards fit, and one of them is an assassin on %(partner)s’s key."
            ),
            lazy_gettext(
                "Do what you should never do, just to see what happens: touch %(assassin)s. It is an agent on your "
                "own key, but that does not help."
            ),
        ),
    ),
    "end": Text(
        lazy_gettext("That is all you need to know"),
        (
            lazy_gettext(
                "An assassin ends the game at once, and both keys are revealed. This time it was just for practice."
            ),
            lazy_gettext(
                "You win when the 15th agent is found. A game for two takes about a quarter of an hour: open a lobby "
                "and send a friend the link."
            ),
        ),
    ),
}
WRONG_TOUCHES: Final[Mapping[str, Text]] = {
    "agent": Text(
        lazy_gettext("An agent, by luck"),
        (
            lazy_gettext(
                "That is an agent on %(partner)s’s key, but this step is not about that card. In a real game it "
                "would count as found."
            ),
        ),
    ),
    "bystander": Text(
        lazy_gettext("That is a bystander"),
        (
            lazy_gettext(
                "It is a bystander on %(partner)s’s key. In a real game, your turn would be over and a token would "
                "go on the card."
            ),
        ),
    ),
    "assassin": Text(
        lazy_gettext("That is an assassin"),
        (
            lazy_gettext(
                "It is an assassin on %(partner)s’s key. In a real game, you would both have lost on the spot."
            ),
        ),
    ),
}

DUET: Final = Course(
    name="duet",
    title=lazy_gettext("Learn Duet by playing"),
    deal=DEAL,
    words=WORDS,
    steps=(
        Step(
            "key",
            LEARNER,
            TEXTS["key"],
            status=lazy_gettext("Look at the cards: this is your key."),
            continue_label=lazy_gettext("Show me the first clue"),
        ),
        Step(
            "touch",
            LEARNER,
            TEXTS["touch"],
            frozenset({"guess", "stop"}),
            PARTNER_CLUE_CARDS,
            before=((PARTNER, f"clue {{0}} {len(PARTNER_CLUE_CARDS)}"),),
        ),
        Step("stop", LEARNER, TEXTS["stop"], frozenset({"guess", "stop"})),
        Step("clue", LEARNER, TEXTS["clue"], frozenset({"clue"}), LEARNER_CLUE_CARDS),
        Step(
            "answer",
            LEARNER,
            TEXTS["answer"],
            before=tuple((PARTNER, f"guess {card}") for card in (*LEARNER_CLUE_CARDS, TOUCHED_BYSTANDER)),
            continue_label=lazy_gettext("See what happens next"),
        ),
        Step(
            "assassin",
            LEARNER,
            TEXTS["assassin"],
            frozenset({"guess"}),
            (PARTNER_ASSASSIN,),
            before=((PARTNER, "clue {1} 1"),),
        ),
        Step("end", LEARNER, TEXTS["end"]),
    ),
    again=TEXTS["again"],
    wrong_touches=WRONG_TOUCHES,
    partner="Alex",
    names={PARTNER: ["Alex"]},
    values={
        "first": LEARNER_CLUE_CARDS[0],
        "second": LEARNER_CLUE_CARDS[1],
        "stray": TOUCHED_BYSTANDER,
        "assassin": PARTNER_ASSASSIN,
    },
)
