"""Ann's program, and the way to give one to others."""

from collections.abc import Callable

import pytest
from flask import Flask

from tests.api.program import Program
from tests.visitor import Visitor


@pytest.fixture
def program(app: Flask, ann: Visitor) -> Program:
    """Ann's program, with a token for everything."""
    return Program(app, ann.user)


@pytest.fixture
def new_program(app: Flask) -> Callable[..., Program]:
    """Give somebody a program, with a token for everything or with these scopes."""
    return lambda person, *scopes: Program(app, person.user, *scopes)
