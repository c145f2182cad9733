"""The description: served to everybody, complete, and consistent in itself."""

import re

import pytest

from app.api.operations import OPERATIONS


@pytest.fixture
def described(nobody):
    answer = nobody.get("/api/openapi.json")
    assert answer.mimetype == "application/json"
    return answer.json


def references(value):
    """All references to schemas, however deep."""
    if isinstance(value, dict):
        return {value["$ref"]} if "$ref" in value else set().union(*map(references, value.values()))
    return set().union(*map(references, value)) if isinstance(value, list) else set()


def test_each_address_is_described(app, described):
    rules = {
        (re.sub(r"<(?:code:)?(\w+)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/") and rule.endpoint != "api.openapi_json"
    }
    assert {(path, method) for path, methods in described["paths"].items() for method in methods} == rules


def test_each_reference_leads_somewhere(described):
    known = {f"#/components/schemas/{name}" for name in described["components"]["schemas"]}
    assert references(described) == known


def test_each_operation_says_what_it_is_for_and_needs(described):
    found = [each for methods in described["paths"].values() for each in methods.values()]
    assert len({each["operationId"] for each in found}) == len(found) == len(OPERATIONS)
    assert all(each["summary"].endswith(".") for each in found)
    assert all(each["security"][0]["token"][0] in ("read", "play", "lobby") for each in found)
    assert all({"401", "403", "429", "500"} <= each["responses"].keys() for each in found)


def test_it_is_of_openapi_3_1_for_this_site(described):
    assert described["openapi"].startswith("3.1.")
    assert described["servers"] == [{"url": "http://localhost"}]
