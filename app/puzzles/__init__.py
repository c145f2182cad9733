"""The puzzle of the day: one board a day and language, the same for everybody, with clues by the computer."""

from flask import Flask

from app.puzzles import data_export, erasure, wording
from app.puzzles.views import bp


def init_app(app: Flask) -> None:
    """Register the blueprint, and the template globals and filters of puzzles."""
    app.register_blueprint(bp)
    app.jinja_env.globals.update(play_state=wording.play_state, puzzle_results=wording.RESULTS)
    app.jinja_env.globals.update(clue_count=wording.clue_count, mistake_count=wording.mistake_count)
    app.jinja_env.filters.update(full_date=wording.format_date, month_name=wording.format_month)
    app.jinja_env.filters.update(day_name=wording.format_weekday, share_of=wording.share_of)


__all__ = ["data_export", "erasure", "init_app"]
