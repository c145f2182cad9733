"""Errors of the API, as problem details (RFC 9457): below `/api/`, every error is JSON."""

import json
from http import HTTPStatus
from typing import Any, Final

from flask import Response, has_request_context, request

API_PREFIX: Final = "/api/"
MEDIA_TYPE: Final = "application/problem+json"
CODES: Final = {  # by status, where no code says more
    400: "bad-request",
    401: "token-invalid",
    403: "not-allowed",
    404: "not-found",
    405: "method-not-allowed",
    408: "too-slow",
    409: "conflict",
    410: "closed",
    413: "too-large",
    415: "not-json",
    422: "refused",
    429: "rate-limited",
    500: "fault",
    503: "unavailable",
}


def is_api_path(path: str) -> bool:
    """Whether the resource at a path belongs to the API; the page that describes it does not."""
    return path.startswith(API_PREFIX)


def is_api_request() -> bool:
    """Whether the current request is one to the API: no cookie counts there, and its errors are problem details."""
    return has_request_context() and is_api_path(request.path)


def problem_response(status: int, detail: str, code: str = "", **members: Any) -> Response:
    """Return an error as problem details; `members` are added to the standard ones."""
    return Response(encode_problem(status, detail, code, **members), status, content_type=MEDIA_TYPE)


def encode_problem(status: int, detail: str, code: str = "", **members: Any) -> bytes:
    """Return problem details as JSON."""
    standard = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": str(detail)}
    return json.dumps(standard | {"code": code or _code(status)} | members, ensure_ascii=False).encode() + b"\n"


def _code(status: int) -> str:
    return CODES.get(status, CODES[400 if status < 500 else 500])
