"""Who calls: the token of the request, which an operation has checked, and its owner."""

from app.accounts.models import ApiToken
from app.accounts.tokens import bearer


def request_token() -> ApiToken:
    """Return the token of the request."""
    token = bearer.find_request_token()
    assert token is not None  # noqa: S101  # an operation runs only with a valid token
    return token


def user_id() -> int:
    """Return the id of the token's owner."""
    return request_token().user_id
