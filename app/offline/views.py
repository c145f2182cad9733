"""GET /sw.js and GET /offline: what a browser fetches beforehand, for the time when it reaches nothing."""

from flask import Blueprint, Response, current_app, render_template

bp = Blueprint("offline", __name__)

FRESH = 3600  # seconds for which a browser need not ask whether its worker has changed


@bp.get("/sw.js")
def worker() -> Response:
    """The script that shows pushes, and pages without a line: at the root, for it speaks for what lies below."""
    response = current_app.send_static_file("sw.js")
    response.headers["Cache-Control"] = f"max-age={FRESH}"
    return response


@bp.get("/offline")
def page() -> str:
    """The page for whatever this browser has not seen; nobody's, and without a session: it is fetched in between."""
    return render_template("offline/page.html")
