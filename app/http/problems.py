"""Building the errors of the API as problem details (RFC 9457): below `/api/`, every error is JSON."""

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
    """Whether a URL path belongs to the API; that of the page which describes it, `/api`, does not."""
    return path.startswith(API_PREFIX)


def is_api_request() -> bool:
    """Whether there is a current request, and it is to the API, where no cookie counts."""
    return has_request_context() and is_api_path(request.path)


def problem_response(status: int, detail: str, code: str = "", **members: Any) -> Response:
    """Return the response for an error of the API; see `encode_problem`."""
    return Response(encode_problem(status, detail, code, **members), status, content_type=MEDIA_TYPE)


def encode_problem(status: int, detail: str, code: str = "", **members: Any) -> bytes:
    """Return problem details as JSON: `detail` is a sentence, `code` is for programs, by default one for the status.

    `members` are added to the standard ones.
    """
    standard = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": str(detail)}
    return json.dumps(standard | {"code": code or _code(status)} | members, ensure_ascii=False).encode() + b"\n"


def _code(status: int) -> str:
    return CODES.get(status, CODES[400 if status < 500 else 500])
