"""The machine-readable description of the API."""

from flask import Response, jsonify, request

from app.api import openapi
from app.api.blueprint import bp


@bp.get("/openapi.json")
def openapi_json() -> Response:
    """The description of the API, for everybody."""
    return jsonify(openapi.describe(request.url_root.rstrip("/")))
