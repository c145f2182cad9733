"""Dashboard and alert rules: each metric and label in them is one that the site tells of."""

import json
import re
from collections.abc import Iterator

import pytest
import yaml
from flask import Flask

from app.observability.metrics import exposition
from tests.processes import ROOT
from tests.visitor import Visitor

FOLDER = ROOT / "deploy" / "monitoring"
OF_PROMETHEUS = {"job", "instance"}  # labels that it adds itself
SUFFIXES = {"counter": ["_total"], "histogram": ["_bucket", "_sum", "_count"], "gauge": [""]}
NAME = re.compile(r"\b(?:dead_drop|process)_\w+")
SELECTED = re.compile(r"(\w+)\{([^}]*)\}")
GROUPED = re.compile(r"\b(?:by|on) \(([^)]*)\)")
DASHBOARD = json.loads((FOLDER / "dashboard.json").read_text())
ALERTS = [rule for group in yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"] for rule in group["rules"]]
QUERIES = [target["expr"] for panel in DASHBOARD["panels"] for target in panel.get("targets", ())]
EXPRESSIONS = [*QUERIES, *(rule["expr"] for rule in ALERTS)]


@pytest.fixture(scope="module")
def told(app: Flask) -> dict[str, set[str]]:
    """The labels of each series that the site tells of, by its name."""
    nobody = Visitor(app, "nobody")
    nobody.get("/rules")
    with app.app_context():
        return dict(_series())


def _series() -> Iterator[tuple[str, set[str]]]:
    for family in exposition.MetricsCollector().collect():
        labels = set(family._labelnames)  # type: ignore[attr-defined]
        for suffix in SUFFIXES[family.type]:
            yield family.name + suffix, labels | ({"le"} if suffix == "_bucket" else set())


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_each_metric_and_label_is_told(told: dict[str, set[str]], expression: str) -> None:
    names = set(NAME.findall(expression)) | {name for name, _ in SELECTED.findall(expression)} - {"up"}
    assert names <= set(told), "no such metric"
    for name, inside in SELECTED.findall(expression):
        assert set(re.findall(r"(\w+)=", inside)) <= told.get(name, set()) | OF_PROMETHEUS, name
    grouped = {label.strip() for labels in GROUPED.findall(expression) for label in labels.split(",")}
    assert grouped <= set().union(OF_PROMETHEUS, *(told[name] for name in names if name in told))


def test_each_metric_of_the_site_is_on_the_dashboard(told: dict[str, set[str]]) -> None:
    assert set(told) <= set(NAME.findall(" ".join(QUERIES)))


def test_each_alert_says_how_urgent_it_is_and_what_is_wrong() -> None:
    assert {rule["labels"]["severity"] for rule in ALERTS} == {"page", "ticket"}
    assert all(rule["annotations"]["summary"].endswith(".") and rule["for"] for rule in ALERTS)
    assert len({rule["alert"] for rule in ALERTS}) == len(ALERTS)


def test_panels_have_numbers_of_their_own_and_ask_the_chosen_data_source() -> None:
    panels = DASHBOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert {panel["datasource"]["uid"] for panel in panels if panel["type"] != "row"} == {"${datasource}"}
