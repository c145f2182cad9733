"""The types of what the API gets and answers."""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict


def _as_integer(value: object) -> object:
    """Return 1 for 1.0, which is an integer in JSON Schema."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Integer = Annotated[int, BeforeValidator(_as_integer)]


class Sent(BaseModel):
    """What a client sends: nothing may be missing, misspelt or of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Answered(BaseModel):
    """What the API answers; fields may be added, and none is left out."""

    model_config = ConfigDict(from_attributes=True, frozen=True, json_schema_serialization_defaults_required=True)
