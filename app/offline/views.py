"""GET /sw.js and GET /offline: the files that a browser needs when it is offline."""

from flask import Blueprint, Response, current_app, render_template

bp = Blueprint("offline", __name__)

WORKER_MAX_AGE = 3600  # seconds for which a browser need not check for a new service worker


@bp.get("/sw.js")
def worker() -> Response:
    """Return the service worker, from the root: it may only handle pages below its own path."""
    response = current_app.send_static_file("site/sw.js")
    response.headers["Cache-Control"] = f"max-age={WORKER_MAX_AGE}"
    return response


@bp.get("/offline")
def page() -> str:
    """Return the page for whatever is not stored in this browser; the same for everybody, so it uses no session."""
    return render_template("offline/page.html")
