"""The texts of the tutorial: for each step, each wrong touch, and each refusal."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from app.i18n.languages import lazy_gettext


class Text(NamedTuple):
    """A title and paragraphs, with placeholders for the values of a message."""

    title: str
    paragraphs: tuple[str, ...]


TEXTS: Final[Mapping[str, Text]] = {
    "key": Text(
        lazy_gettext("Your key"),
        (
            lazy_gettext(
                "You play Duet with %(partner)s, and you win or lose together: find the 15 agents behind these words."
            ),
            lazy_gettext(
                "What you see on the cards is your key: 9 agents, 3 assassins, and bystanders. It tells you what "
                "%(partner)s should touch, and what not."
            ),
            lazy_gettext("%(partner)s sees another key. While you guess, only that one counts, never your own."),
        ),
    ),
    "touch": Text(
        lazy_gettext("Touch a card"),
        (
            lazy_gettext("%(partner)s says: %(clue)s. One word, and a number: so many cards have to do with it."),
            lazy_gettext(
                "Which two? Choose one, then press the button below the board. Forget your own key while you guess."
            ),
        ),
    ),
    "again": Text(
        lazy_gettext("An agent!"),
        (
            lazy_gettext("On the key of %(partner)s that is an agent, and it is found for good."),
            lazy_gettext(
                "You may stop now, or go on as long as you are right. One more card fits: %(clue)s. Touch it."
            ),
        ),
    ),
    "stop": Text(
        lazy_gettext("Stop in time"),
        (
            lazy_gettext("Both cards of the clue are found. You might touch more, but you would only be guessing."),
            lazy_gettext("Stop: the button is below the board."),
        ),
    ),
    "tokens": Text(
        lazy_gettext("The timer tokens"),
        (
            lazy_gettext("Every turn costs one token. You had 9, and one lies in front of you now: 8 are left."),
            lazy_gettext(
                "When they have run out, there are no more clues: each of you touches what is missing, and the first "
                "mistake loses the game. That is sudden death."
            ),
        ),
    ),
    "clue": Text(
        lazy_gettext("Your own clue"),
        (
            lazy_gettext(
                "Now you. %(first)s and %(second)s are agents on your key: think of one word for both. The number is 2."
            ),
            lazy_gettext(
                "First see what the site does about letters: give %(trap)s, as it stands in the field. "
                "Then give a clue of your own, such as %(example)s."
            ),
        ),
    ),
    "answer": Text(
        lazy_gettext("Your partner answers"),
        (
            lazy_gettext("%(partner)s has touched %(first)s and %(second)s: two agents on your key, found for good."),
            lazy_gettext(
                "In this lesson %(partner)s always understands you. In a game it is your clue that must do it."
            ),
        ),
    ),
    "bystander": Text(
        lazy_gettext("A bystander"),
        (
            lazy_gettext(
                "%(partner)s went on and touched %(stray)s: a bystander on your key. "
                "The turn is over, and its token lies on the card."
            ),
            lazy_gettext(
                "%(partner)s cannot touch that card again. You still can: "
                "on the other key it may be anything, even an agent."
            ),
        ),
    ),
    "assassin": Text(
        lazy_gettext("What an assassin does"),
        (
            lazy_gettext("%(partner)s says: %(clue)s. Two cards fit, and one of them is an assassin for %(partner)s."),
            lazy_gettext(
                "Do what you never should, just to see it: touch %(assassin)s. "
                "On your own key it is an agent; that does not help."
            ),
        ),
    ),
    "end": Text(
        lazy_gettext("That is all you need"),
        (
            lazy_gettext(
                "An assassin ends the game at once, and both keys lie open. This time it was only for practice."
            ),
            lazy_gettext(
                "A game is won with the 15th agent, and takes two people a quarter of an hour. Send a friend the link."
            ),
        ),
    ),
}
WRONG_TOUCHES: Final[Mapping[str, Text]] = {
    "agent": Text(
        lazy_gettext("An agent, by luck"),
        (
            lazy_gettext(
                "That is an agent on the key of %(partner)s, but none that this step is about. "
                "In a game it would count as found."
            ),
        ),
    ),
    "bystander": Text(
        lazy_gettext("That is a bystander"),
        (
            lazy_gettext(
                "A bystander on the key of %(partner)s: in a game your turn would be over, "
                "and a token would lie on the card."
            ),
        ),
    ),
    "assassin": Text(
        lazy_gettext("That is an assassin"),
        (lazy_gettext("An assassin on the key of %(partner)s: in a game you would both have lost, here and now."),),
    ),
}
TAKE_BACK: Final = lazy_gettext("Take it back and try another card.")
CONTINUE_LABELS: Final[Mapping[str, str]] = {
    "key": lazy_gettext("Show me the first clue"),
    "tokens": lazy_gettext("Now I give a clue"),
    "answer": lazy_gettext("See what comes next"),
    "bystander": lazy_gettext("Go on"),
}
REFUSALS: Final[Mapping[str, str]] = {  # in addition to a game's refusals
    "not-in-lesson": lazy_gettext(
        "That belongs to the game, but not to this step. Do what the text above the board says."
    ),
    "lesson-for-two": lazy_gettext("Your clue is for two cards here: choose the number 2."),
}
INVALID_PATH: Final = lazy_gettext("That address is no step of the lesson. This is as far as it led.")
