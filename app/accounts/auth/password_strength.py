"""Password strength by zxcvbn: common passwords, words, names, dates and keyboard patterns."""

from threading import Lock

from zxcvbn import zxcvbn

MAX_CHECKED = 20  # characters checked: the time grows steeply, and a longer password is no weaker
MIN_PART_LENGTH = 3  # characters of a part of a name that counts
SITE_WORDS = ("deaddrop", "dead drop", "dead-drop", "codenames", "code names", "tiamo", "forza", "пароль", "йцукен")

_zxcvbn_lock = Lock()  # zxcvbn keeps the user's words in a global variable


def estimate_guesses(password: str, name: str) -> float:
    """Return about how many guesses an attacker needs who knows the user's name and this site."""
    expected = [name, name.replace(" ", ""), *name.split(), *SITE_WORDS]
    with _zxcvbn_lock:
        found = zxcvbn(password[:MAX_CHECKED], [word for word in expected if len(word) >= MIN_PART_LENGTH])
    return float(found["guesses"])
