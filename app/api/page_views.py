"""GET /api: the page that tells people how to use the API."""

from flask import Blueprint, render_template, request

from app.accounts.tokens.service import SCOPES
from app.api.blueprint import ANY_REQUEST, VERSION
from app.api.openapi import described_path
from app.api.operations import OPERATIONS

page_bp = Blueprint("api_page", __name__)


@page_bp.get("/api")
def show() -> str:
    """Show how to begin, all operations, and what applies to all of them."""
    return render_template(
        "api/page.html",
        site=request.url_root.rstrip("/"),
        operations=[(each, described_path(each)) for each in OPERATIONS],
        scopes=SCOPES,
        limit=ANY_REQUEST.limit,
        version=VERSION,
    )
