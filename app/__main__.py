"""`python -m app`: see cli.py."""

import gc

gc.disable()  # as while the package itself is imported

from app.cli import main  # noqa: E402

gc.freeze()
gc.enable()

if __name__ == "__main__":
    main()
