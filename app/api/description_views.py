"""The machine-readable description of the API."""

from flask import Response, jsonify, request

from app.api import openapi
from app.api.blueprint import bp


@bp.get("/openapi.json")
def openapi_json() -> Response:
    """Answer with the OpenAPI description of the API; no token is needed."""
    return jsonify(openapi.describe(request.url_root.rstrip("/")))
