"""Password strength by zxcvbn: common passwords, words, names, dates and keyboard patterns."""

from threading import Lock

from zxcvbn import zxcvbn

LONGEST = 20  # characters checked: the time grows steeply, and a longer password is no weaker
SHORTEST_PART = 3  # characters of a part of a name that counts
EXPECTED = ("deaddrop", "dead drop", "dead-drop", "codenames", "code names", "tiamo", "forza", "пароль", "йцукен")

_one_at_a_time = Lock()  # zxcvbn keeps the user's words in a global variable


def guesses(password: str, name: str) -> float:
    """Return how many guesses are needed by somebody who knows the name and the site."""
    expected = [name, name.replace(" ", ""), *name.split(), *EXPECTED]
    with _one_at_a_time:
        found = zxcvbn(password[:LONGEST], [word for word in expected if len(word) >= SHORTEST_PART])
    return float(found["guesses"])
