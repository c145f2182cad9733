"""The tutorial's texts for each step, each wrong touch and each refusal."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from app.i18n.languages import lazy_gettext


class Text(NamedTuple):
    """A title and paragraphs, with placeholders for names, words and clues."""

    title: str
    paragraphs: tuple[str, ...]


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
TAKE_BACK: Final = lazy_gettext("Take it back and try another card.")
CONTINUE_LABELS: Final[Mapping[str, str]] = {
    "key": lazy_gettext("Show me the first clue"),
    "answer": lazy_gettext("See what happens next"),
}
REFUSALS: Final[Mapping[str, str]] = {  # in addition to a game's refusals
    "not-in-lesson": lazy_gettext(
        "You can do that in a game, but not in this step. Follow the instructions above the board."
    ),
    "lesson-for-two": lazy_gettext("Your clue here is for two cards, so choose the number 2."),
}
INVALID_PATH: Final = lazy_gettext("This address is not a step of the lesson. Here is the last valid step.")
