"""Where a request may be redirected to: only to pages of this site."""

from urllib.parse import urlsplit

from flask import Flask, request, url_for

from app.http.responses import wants_fragment


def init_app(app: Flask) -> None:
    """Add `current_page_path` to templates."""
    app.jinja_env.globals["current_page_path"] = current_page_path


def next_path() -> str:
    """Return the path in the request's `next` parameter if it is safe, else that of the home page."""
    return safe_path(request.values.get("next", "")) or url_for("lobbies.home")


def safe_path(target: str) -> str | None:
    """Return `target` if it is a path on this site that no browser can mistake for another site, else None."""
    plain = target.startswith("/") and not target.startswith("//") and "\\" not in target and len(target) <= 1000
    return target if plain and target.isprintable() and " " not in target else None


def current_page_path() -> str | None:
    """Return path and query of the page in the user's browser, or None if unknown or on another site.

    For a form or an htmx request that is the page it was sent from, as told by HX-Current-URL or Referer.
    """
    if request.method == "GET" and not wants_fragment():
        return safe_path(request.full_path.removesuffix("?"))
    try:
        page = urlsplit(request.headers.get("HX-Current-URL") or request.referrer or "")
    except ValueError:  # not a URL
        return None
    return safe_path(page.path + ("?" + page.query if page.query else "")) if page.netloc == request.host else None
