"""Traces: spans of requests, views and statements, which tell nothing of people; and none unless asked for."""

import asyncio

import pytest

from app import create_app
from app.config import ConfigError, Settings
from app.db import round_trip
from app.observability import tracing
from app.server.asgi import FlaskASGIApp
from app.server.traced_site import TracedSite
from tests import fork_server
from tests.collector import collecting, told
from tests.games.tables import CLUE, DUET_KEYS, lay

SERVER, CLIENT = 2, 3  # kinds of spans


@pytest.fixture
def collector(monkeypatch):
    monkeypatch.setattr(tracing, "_record", tracing._record)
    monkeypatch.setattr(round_trip, "_trace", round_trip._trace)
    with collecting() as collector:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.url)
        yield collector


@pytest.fixture
def ask(app, collector):
    """Send a request to a traced site on the same database; return the status, once its spans are collected."""
    site = create_app(Settings(database_url=app.config["SQLALCHEMY_DATABASE_URI"], secret_key="tests"))
    site.add_url_rule("/fails", endpoint="fails", view_func=_fail)
    traced = TracedSite(FlaskASGIApp(site), site)

    def ask(path, method="GET", body=b"", **headers):
        sent = []
        given = {name.replace("_", "-"): value for name, value in {"host": "localhost", **headers}.items()}
        scope = {
            "type": "http",
            "method": method,
            "raw_path": path.encode(),
            "query_string": b"name=Rumpelstiltskin",
            "http_version": "1.1",
            "scheme": "http",
            "client": ("192.0.2.1", 50000),
            "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        }

        async def receive():
            return {"type": "http.request", "body": body}

        async def send(message):
            sent.append(message)

        asyncio.run(traced(scope, receive, send))
        traced.provider.force_flush()
        return sent[0]["status"]

    yield ask
    traced.provider.shutdown()


def _fail():
    raise ValueError("Rumpelstiltskin wrote this")


def test_a_request_its_view_and_its_statements(ask, collector):
    assert ask("/games/abcdefgh") == 404
    (request,) = collector.named("GET /games/<code:code>")
    assert (request.kind, request.parent_span_id) == (SERVER, b"")
    assert told(request) == {
        "http.request.method": "GET",
        "http.route": "/games/<code:code>",
        "http.response.status_code": 404,
    }
    (view,) = collector.named("games.web.views.game")
    assert view.parent_span_id == request.span_id
    assert told(view)["request.id"]
    statements = [span for span in collector.children(view) if span.kind == CLIENT]
    assert statements
    assert all(span.name.startswith("SELECT ") for span in statements)
    assert all(told(span)["db.system.name"] == "postgresql" for span in statements)
    assert {span.trace_id for span in collector.spans} == {request.trace_id}
    assert collector.service_names == {"dead-drop"}


def test_nothing_that_people_send_is_told(ask, collector, app, ann, bob):
    table = lay("duet", {"a": ann, "b": bob}, {"keys": DUET_KEYS})
    table.change(words=[f"quokka{number}" for number in range(25)])
    form = f"move=clue {CLUE} 2&seen=0&csrf_token={ann.csrf_token()}".replace(" ", "%20").encode()
    cookie = ann.client.get_cookie("session").value
    headers = {"cookie": f"session={cookie}", "content_type": "application/x-www-form-urlencoded"}
    assert ask(f"/games/{table.code}/moves", "POST", form, content_length=str(len(form)), **headers) == 303
    assert table.moves == [f"clue {CLUE} 2"]
    assert any("INSERT INTO moves" in told(span).get("db.query.text", "") for span in collector.spans)
    ask("/login/Rumpelstiltskin")
    sent = b"".join(collector.sent).lower()
    words = ["Rumpelstiltskin", "quokka", CLUE, table.code, cookie, "192.0.2.1"]
    assert [word for word in words if word.lower().encode() in sent] == []


def test_a_fault_has_its_status_and_no_message(ask, collector):
    assert ask("/fails") == 500
    (request,) = collector.named("GET /fails")
    assert request.status.code == 2
    assert "Rumpelstiltskin" not in str(collector.spans)


def test_an_address_that_is_none_and_a_method_that_is_none(ask, collector):
    ask("/nowhere/Rumpelstiltskin", "BREW")
    (request,) = collector.named("_OTHER")
    assert "http.route" not in told(request)


def test_a_trace_of_the_client_s_is_not_continued(ask, collector):
    ask("/healthz", traceparent="00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
    (request,) = collector.named("GET /healthz")
    assert request.parent_span_id == b""
    assert request.trace_id.hex() != "4bf92f3577b34da6a3ce929d0e0e4736"


def test_without_an_endpoint_nothing_of_it_is_imported():
    loaded = fork_server.server().loaded("app.server.gunicorn_app", "opentelemetry")
    assert loaded == {"app.server.gunicorn_app"}


def test_the_settings(tmp_path, monkeypatch):
    home = {"VAR_DIR": str(tmp_path)}
    assert not Settings.from_env(home).traces
    asked = home | {"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://127.0.0.1:4318/v1/traces"}
    assert Settings.from_env(asked).traces
    monkeypatch.setattr("app.config.find_spec", lambda _: None)
    with pytest.raises(ConfigError, match=r"requirements-tracing\.txt"):
        Settings.from_env(asked)
