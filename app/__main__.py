"""`python -m app`: see cli.py."""

import gc

gc.disable()  # nothing that is imported becomes garbage, and looking for some takes a seventh of the time

from app.cli import main  # noqa: E402

gc.freeze()
gc.enable()

if __name__ == "__main__":
    main()
