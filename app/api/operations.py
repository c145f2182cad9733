"""Operations: each address of the API with its types and scope, registered by a decorator of its view.

A view is called with the values in its path and, as `body`, what was sent, already checked. It returns the answer as a
model. The first line of its docstring is the summary in the description of the API.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, Final

from flask import Response, request
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from app.accounts.tokens import bearer
from app.api.blueprint import bp
from app.api.models.problems import Problem
from app.http.problems import problem_response
from app.i18n.languages import _

View = Callable[..., BaseModel | Response | None]


@dataclass(frozen=True)
class Operation:
    """A method at a path (as in Werkzeug's rules), the scope that it needs, and the types of what is sent and answered.

    `refusals` are the statuses of refusals that only this operation has, with the type of their problem details.
    """

    method: str
    path: str
    name: str
    summary: str
    scope: str
    body: type[BaseModel] | None
    answer: type[BaseModel] | None
    status: int
    refusals: Mapping[int, type[BaseModel]]
    is_stream: bool


OPERATIONS: Final[list[Operation]] = []


def operation(
    method: str,
    path: str,
    scope: str,
    *,
    body: type[BaseModel] | None = None,
    answer: type[BaseModel] | None = None,
    status: int = 200,
    refusals: Mapping[int, type[BaseModel]] | None = None,
    is_stream: bool = False,
) -> Callable[[View], View]:
    """Return a decorator that registers a view as an operation, and adds its URL to the API.

    The operation answers 401 or 403 unless the request has a token with this scope, 415, 400 or 422 if its body is not
    a valid `body`, and else what the view returns: a model as JSON with `status`, None as 204, a Response as it is.
    """

    def register(view: View) -> View:
        given = Operation(
            method,
            path,
            view.__name__,
            (view.__doc__ or "").partition("\n")[0],
            scope,
            body,
            answer,
            status if answer else 204,
            refusals or {},
            is_stream,
        )
        OPERATIONS.append(given)

        @wraps(view)
        def wrapped(**values: Any) -> Response:
            if refused := _refuse(scope):
                return refused
            if body:
                try:
                    values["body"] = body.model_validate_json(_json_body())
                except ValidationError as error:
                    return _invalid(error)
                except NotJson:
                    return problem_response(415, _("Send JSON, with the header Content-Type: application/json."))
            return _respond(given, view(**values))

        bp.add_url_rule(path, view.__name__, wrapped, methods=[method])
        return view

    return register


class NotJson(Exception):
    """Raised when a request does not declare its body to be JSON."""


def _refuse(scope: str) -> Response | None:
    """Return the 401 or 403 for a request without a valid token, or whose token lacks the scope; else None."""
    token = bearer.find_request_token()
    if token is None:
        sentence = _("Send a valid token in the header Authorization: Bearer. You make one on your account page.")
        refused = problem_response(401, sentence)
        refused.headers["WWW-Authenticate"] = 'Bearer realm="api"'
        return refused
    if scope not in token.scopes:
        refused = problem_response(403, _("This token lacks the scope %(scope)s.", scope=scope), "scope-missing")
        refused.headers["WWW-Authenticate"] = f'Bearer realm="api", error="insufficient_scope", scope="{scope}"'
        return refused
    return None


def _json_body() -> bytes:
    if request.mimetype != "application/json":
        raise NotJson
    return request.get_data()


def _invalid(error: ValidationError) -> Response:
    """Return the 400 for a body that is no JSON, or the 422 that says what is wrong with each of its fields.

    These messages are those of pydantic, in English.
    """
    found = error.errors(include_url=False, include_context=False, include_input=False)
    errors = [{"field": _field(each), "detail": each["msg"]} for each in found]
    status = 400 if found[0]["type"] == "json_invalid" else 422
    sentence = _("The body is no valid JSON.") if status == 400 else _("The body does not have the form described.")
    return problem_response(status, sentence, "bad-json" if status == 400 else "bad-body", errors=errors)


def _field(error: ErrorDetails) -> str:
    return ".".join(map(str, error["loc"]))


def _respond(given: Operation, answer: BaseModel | Response | None) -> Response:
    if isinstance(answer, Response):
        return answer
    if answer is None:
        return Response(status=204)
    return Response(f"{answer.model_dump_json()}\n", given.status, mimetype="application/json")


__all__ = ["OPERATIONS", "Operation", "Problem", "operation"]
