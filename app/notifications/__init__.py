"""Who is awaited where, and telling them.

What is open for whom: notices.py, in words saying.py; when they are called: schedule.py; by which messages: calling.py,
mails.py, letters.py; what people choose: preferences.py, muting.py; the pages: views.py, settings_views.py.
"""

from flask import Flask

from app.notifications import (
    bell_views,
    letters,
    own_data,
    settings_views,
    stop_views,
    this_browser,
    tidying,
    trying,
    views,
)


def init_app(app: Flask) -> None:
    """Add this part's pages to the site, after its protection of forms."""
    stop_views.init_app(app)
    this_browser.init_app(app)
    app.register_blueprint(views.bp)


__all__ = ["bell_views", "init_app", "letters", "own_data", "settings_views", "tidying", "trying"]
