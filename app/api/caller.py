"""Finding out who calls an operation: the token of the request, which has been checked, and its owner."""

from app.accounts.models import ApiToken
from app.accounts.tokens import bearer


def request_token() -> ApiToken:
    """Return the token of the request; only for operations, which run with a valid token."""
    token = bearer.find_request_token()
    assert token is not None  # noqa: S101  # an operation runs only with a valid token
    return token


def user_id() -> int:
    """Return the id of the user who owns the request's token; only for operations."""
    return request_token().user_id
