"""Building the description of the API (OpenAPI 3.1) from the operations and the types of their models."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from http import HTTPStatus
from typing import Any, Final

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from app.accounts.tokens.service import SCOPES
from app.api.blueprint import VERSION, VERSION_HEADER
from app.api.models.problems import Problem
from app.api.operations import OPERATIONS, Operation
from app.http.problems import API_PREFIX, MEDIA_TYPE

Json = dict[str, Any]

OPENAPI_VERSION: Final = "3.1.1"
PARAMETER: Final = re.compile(r"<(?:code:)?(\w+)>")
CODE_SCHEMA: Final[Json] = {"type": "string", "pattern": "^[a-hjkmnp-z2-9]{8}$"}
ALWAYS: Final = (400, 401, 403, 429, 500, 503)  # statuses of refusals that every operation may have
WITH_BODY: Final = (408, 413, 415, 422)
MODELS: Final = "#/components/schemas/{model}"


def describe(site_url: str) -> Json:
    """Return the OpenAPI document for a site at this base URL, as JSON values."""
    return {
        "openapi": OPENAPI_VERSION,
        "info": {
            "title": "Dead Drop",
            "version": VERSION,
            "description": "Play Codenames and Codenames Duet by programs. The page /api tells how to begin.",
            "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
        },
        "servers": [{"url": site_url}],
        "security": [{"token": []}],
        **_static_parts(),
    }


@cache
def _static_parts() -> Json:
    """Return the parts of the document that do not depend on the site's URL: paths and components."""
    references, schemas = models_json_schema(sorted(_models(), key=str), ref_template=MODELS)
    paths: dict[str, Json] = {}
    for each in OPERATIONS:
        path = paths.setdefault(described_path(each), {})
        path[each.method.lower()] = _operation(each, dict(references))
    return {"paths": paths, "components": {"schemas": schemas["$defs"], "securitySchemes": {"token": _TOKEN}}}


_TOKEN: Final[Json] = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token from the account page; its scopes: " + ", ".join(SCOPES),
}

References = Mapping[Any, Json]  # by model and mode


def _models() -> Iterator[tuple[type[BaseModel], JsonSchemaMode]]:
    """Yield the models of all bodies and answers, each with whether it is validated or serialized."""
    found: dict[tuple[type[BaseModel], JsonSchemaMode], None] = {(Problem, "serialization"): None}
    for each in OPERATIONS:
        if each.body:
            found[each.body, "validation"] = None
        for model in (each.answer, *each.refusals.values()):
            if model:
                found[model, "serialization"] = None
    yield from found


def described_path(each: Operation) -> str:
    """Return the URL path of an operation, with its parameters in braces, as `/api/games/{code}`."""
    return API_PREFIX.rstrip("/") + PARAMETER.sub(r"{\1}", each.path)


def _operation(each: Operation, references: References) -> Json:
    described: Json = {
        "operationId": each.name,
        "summary": each.summary,
        "security": [{"token": [each.scope]}],
        "parameters": [*map(_path_parameter, PARAMETER.findall(each.path)), _VERSION_PARAMETER],
        "responses": {str(status): answer for status, answer in sorted(_responses(each, references).items())},
    }
    if each.body:
        schema = references[each.body, "validation"]
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return described


_VERSION_PARAMETER: Final[Json] = {
    "name": VERSION_HEADER,
    "in": "header",
    "required": False,
    "schema": {"type": "string", "enum": [VERSION]},
}


def _path_parameter(name: str) -> Json:
    return {"name": name, "in": "path", "required": True, "schema": CODE_SCHEMA}


def _responses(each: Operation, references: References) -> dict[int, Json]:
    problem = references[Problem, "serialization"]
    statuses = (*ALWAYS, *(WITH_BODY if each.body else ()))
    refused = dict.fromkeys(statuses, problem)
    refused |= {status: references[model, "serialization"] for status, model in each.refusals.items()}
    found = {status: _response(status, MEDIA_TYPE, schema) for status, schema in refused.items()}
    found[429]["headers"] = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}}
    if each.answer is None:
        return found | {each.status: {"description": HTTPStatus(each.status).phrase}}
    kind = "application/x-ndjson" if each.is_stream else "application/json"
    return found | {each.status: _response(each.status, kind, references[each.answer, "serialization"])}


def _response(status: int, media_type: str, schema: Json) -> Json:
    return {"description": HTTPStatus(status).phrase, "content": {media_type: {"schema": schema}}}
