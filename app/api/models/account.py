"""Models of the account that a token belongs to."""

from datetime import datetime

from app.api.models import Answered


class Token(Answered):
    """The token of the request."""

    name: str
    scopes: list[str]
    expires_at: datetime | None


class Account(Answered):
    """The account that a token acts for."""

    name: str
    bot: bool
    language: str
    timezone: str
    token: Token
