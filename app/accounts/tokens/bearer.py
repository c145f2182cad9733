"""The personal token in the Authorization header of an API request (RFC 6750)."""

from flask import g, request

from app.accounts.models import ApiToken
from app.accounts.tokens import service


def find_request_token() -> ApiToken | None:
    """Return the valid token of the current request, or None; looked up once a request.

    May commit, to note the token's use.
    """
    if "api_token" not in g:
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")  # Werkzeug fails on odd Basic ones
        g.api_token = service.find_token(secret.strip()) if scheme.lower() == "bearer" else None
    token: ApiToken | None = g.api_token
    return token
