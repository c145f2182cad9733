"""`python -m app`: see cli.py."""

from app.cli import main

if __name__ == "__main__":
    main()
