"""The account that a token belongs to, and how it becomes a bot's."""

from app.accounts.models import ApiToken
from app.api import bots
from app.api.caller import request_token
from app.api.models.account import Account, Token
from app.api.models.problems import Problem
from app.api.operations import operation


@operation("GET", "/account", "read", answer=Account)
def get_account() -> Account:
    """Get the account that the token acts for, and what the token allows."""
    return account_answer(request_token())


@operation("POST", "/account/bot", "play", answer=Account, refusals={422: Problem})
def become_bot() -> Account:
    """Make the account a bot's, for good: marked by its name, and without results against people."""
    bots.make_bot(request_token().user)
    return account_answer(request_token())


def account_answer(token: ApiToken) -> Account:
    """Return the owner of a token."""
    owner = token.user
    return Account(
        name=owner.name,
        bot=owner.is_bot,
        language=owner.language,
        timezone=owner.timezone,
        token=Token.model_validate(token),
    )
