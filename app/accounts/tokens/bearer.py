"""The personal token that a request to the API brings in its Authorization header (RFC 6750)."""

from flask import g, request

from app.accounts.models import ApiToken
from app.accounts.tokens import service


def find_request_token() -> ApiToken | None:
    """Return the valid token of the current request, looked up once; None without one. May commit."""
    if "api_token" not in g:
        sent = request.authorization
        secret = sent.token if sent is not None and sent.type == "bearer" else None
        g.api_token = service.find_token(secret) if secret else None
    token: ApiToken | None = g.api_token
    return token
