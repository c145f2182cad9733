"""The models of what the API gets and answers, and the base classes of both."""

from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict


def _as_integer(value: object) -> object:
    """Return a float without fraction as int, since 1.0 is an integer in JSON Schema; anything else unchanged."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Integer = Annotated[int, BeforeValidator(_as_integer)]


class Sent(BaseModel):
    """Base class of what a client sends: no field may be missing, unknown or of another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Answered(BaseModel):
    """Base class of what the API answers: every field is always there; later versions may add some."""

    model_config = ConfigDict(from_attributes=True, frozen=True, json_schema_serialization_defaults_required=True)
