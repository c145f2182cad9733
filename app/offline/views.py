"""The views of /sw.js and /offline: the files that a browser needs when it is offline."""

from flask import Blueprint, Response, current_app, render_template

bp = Blueprint("offline", __name__)

WORKER_MAX_AGE = 3600  # seconds for which a browser need not check for a new service worker


@bp.get("/sw.js")
def worker() -> Response:
    """Return the service worker's script, at the root because it may only handle pages below its own path."""
    response = current_app.send_static_file("site/sw.js")
    response.headers["Cache-Control"] = f"max-age={WORKER_MAX_AGE}"
    return response


@bp.get("/offline")
def page() -> str:
    """Return the page shown offline in place of pages that are not stored; it is the same for everybody."""
    return render_template("offline/page.html")
