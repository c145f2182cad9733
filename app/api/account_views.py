"""Operations on the account that the token belongs to: getting it, and making it a bot's."""

from app.accounts.models import ApiToken
from app.api import bots
from app.api.caller import request_token
from app.api.models.account import Account, Token
from app.api.models.problems import Problem
from app.api.operations import operation


@operation("GET", "/account", "read", answer=Account)
def get_account() -> Account:
    """Get your account, and what the token allows."""
    return account_answer(request_token())


@operation("POST", "/account/bot", "play", answer=Account, refusals={422: Problem})
def become_bot() -> Account:
    """Make your account a bot's, for good: marked in its name, and without results against people."""
    bots.make_bot(request_token().user)
    return account_answer(request_token())


def account_answer(token: ApiToken) -> Account:
    """Return the answer that describes a token and the account that owns it."""
    owner = token.user
    return Account(
        name=owner.name,
        bot=owner.is_bot,
        language=owner.language,
        timezone=owner.timezone,
        token=Token.model_validate(token),
    )
