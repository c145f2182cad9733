"""Models of errors: problem details (RFC 9457) with a stable `code`."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from app.api.models.games import Game


class FieldError(BaseModel):
    """What is wrong with one field of the body."""

    field: str
    detail: str


class Problem(BaseModel):
    """Why a request failed. `detail` is a sentence in the account's language; `code` is for programs.

    `rule` is the address of the rule behind a refusal, `field` or `errors` name what was wrong in the body.
    """

    model_config = ConfigDict(extra="allow")

    type: Literal["about:blank"]
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    detail: str
    code: str
    rule: str | None = None
    field: str | None = None
    errors: list[FieldError] | None = None


class ClueFinding(BaseModel):
    """What the checks found about a clue; `card` is the one that it is too close to, if any."""

    code: str
    verdict: Literal["refused", "doubtful"]
    detail: str
    card: int | None
    rule: str


class MoveProblem(Problem):
    """Why a move was not played.

    With `code` "clue-doubtful", send the move again with the clue's word as `sure` to give it all the same; with
    "clue-refused" it cannot be given. If `may_ask`, the other spymaster may be asked (`ask` instead of `clue`).
    """

    findings: list[ClueFinding] | None = None
    may_ask: bool | None = None


class StaleMove(Problem):
    """The table has changed since the version that was seen: `game` is how it stands now."""

    game: Game | None = None
