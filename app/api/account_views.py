"""The account that a token belongs to."""

from app.accounts.models import ApiToken
from app.api.caller import request_token
from app.api.models.account import Account, Token
from app.api.operations import operation


@operation("GET", "/account", "read", answer=Account)
def get_account() -> Account:
    """Get the account that the token acts for, and what the token allows."""
    return account_answer(request_token())


def account_answer(token: ApiToken) -> Account:
    """Return the owner of a token."""
    owner = token.user
    return Account(
        name=owner.name,
        language=owner.language,
        timezone=owner.timezone,
        token=Token.model_validate(token),
    )
