"""The number of a request: made or taken over, in its log records, its answer and on the page of an error."""

import json
import logging
import os
import re
import sys
from collections.abc import Iterator

import psycopg
import pytest
from flask import Flask, current_app

from app import create_app
from app.config import Settings
from app.observability import logs
from tests import fork_server
from tests.processes import ROOT
from tests.production import HOST, opened
from tests.visitor import Visitor

GIVEN = "proxys-own-number-1"


class Kept(logging.Handler):
    """What would have been written."""

    def __init__(self, formatter: logging.Formatter) -> None:
        super().__init__()
        self.setFormatter(formatter)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.lines.append(self.format(record))

    @property
    def told(self) -> list[dict[str, object]]:
        """The lines as what they say."""
        return [json.loads(line) for line in self.lines]


@pytest.fixture
def kept() -> Iterator[Kept]:
    """The log as in production."""
    handler, own = Kept(logs.JsonObjectFormatter()), logging.getLogger("app")
    own.addHandler(handler)
    before = own.level
    own.setLevel(logging.DEBUG)
    yield handler
    own.removeHandler(handler)
    own.setLevel(before)


def broken(site: Flask) -> Flask:
    """A site with a page that says something in the log, then fails."""

    def fail(word: str) -> str:
        current_app.logger.warning("about to fail")
        raise ValueError("somebody's word")

    site.add_url_rule("/broken/<word>", "broken", fail)
    return site


def test_each_request_has_its_own(nobody):
    numbers = {nobody.get(path).headers["X-Request-ID"] for path in ("/", "/", "/nothing", "/static/site/app.js")}
    assert len(numbers) == 4
    assert all(re.fullmatch("[0-9a-f]{12}", number) for number in numbers)


@pytest.mark.parametrize(
    ("proxies", "sent", "kept"),
    [(0, GIVEN, False), (1, GIVEN, True), (1, "short", False), (1, "x" * 65, False), (1, "a b c d e f g", False)],
)
def test_only_a_proxy_that_is_trusted_may_give_one(app, proxies, sent, kept):
    site = opened(app, trusted_proxies=proxies)
    number = site.test_client().get("/", headers={"X-Request-ID": sent}).headers["X-Request-ID"]
    assert (number == sent) == kept


def test_all_that_is_noted_of_a_request_bears_it_and_so_does_the_page(app, kept):
    answer = Visitor(broken(opened(app)), "nobody").get("/broken/secret?q=secret")
    number = answer.headers["X-Request-ID"]
    assert answer.status_code == 500
    assert f"include this number: {number}" in answer.text
    assert [line["message"] for line in kept.told] == ["about to fail", "The request failed.", "GET broken 500"]
    assert {line["request"] for line in kept.told} == {number}
    assert "secret" not in "".join(kept.lines)


def test_a_fragment_says_it_too_and_other_errors_do_not(app):
    visitor = Visitor(broken(opened(app)), "nobody")
    answer = visitor.fragment("/broken/x")
    assert f"include this number: {answer.headers['X-Request-ID']}" in answer.text
    assert "this number" not in visitor.get("/nothing").text


@pytest.mark.parametrize(("proxies", "address"), [(0, "127.0.0.1"), (1, "203.0.113.9")])
def test_a_request_leaves_one_line_with_what_counts(app, kept, proxies, address):
    site = opened(app, trusted_proxies=proxies)
    site.test_client().get("/games/abcdefgh?q=1", headers={"X-Forwarded-For": "203.0.113.9"})
    (line,) = kept.told
    assert line.pop("request")
    assert line.pop("time").endswith("+00:00")
    assert 0 < line.pop("ms") < 60_000
    assert line.pop("process")
    assert line == {
        "level": "INFO",
        "logger": "app.http.request_logging",
        "message": "GET games.game 404",
        "endpoint": "games.game",
        "method": "GET",
        "status": 404,
        "address": address,
    }


def test_afterwards_there_is_none(app):
    Visitor(opened(app), "nobody").get("/")
    assert logs.REQUEST_ID.get() == ""


class TestErrors:
    """How errors are told."""

    def test_by_kind_and_place_with_their_causes_but_not_in_their_words(self, kept):
        log = logging.getLogger("app.tests")
        try:
            try:
                int("secret1")
            except ValueError as error:
                raise KeyError("secret2") from error
        except KeyError:
            log.exception("It failed.")
        (told,) = kept.told
        assert "secret" not in told["error"].replace('"secret', "")  # the line of code itself, as it is written here
        assert re.search(r"builtins\.ValueError\n\n.*builtins\.KeyError$", told["error"], re.DOTALL)
        assert 'int("secret1")' in told["error"]

    def test_a_databases_with_what_it_speaks_of(self, kept, cluster):
        words = "a secret word"
        with psycopg.connect(cluster) as connection:
            connection.execute("CREATE TEMP TABLE names (name text CONSTRAINT short CHECK (length(name) < 5))")
            with pytest.raises(psycopg.errors.CheckViolation) as caught:
                connection.execute("INSERT INTO names VALUES (%s)", [words])
        assert words in str(caught.value)
        logging.getLogger("app.tests").error("It failed.", exc_info=caught.value)
        assert kept.told[0]["error"].endswith("psycopg.errors.CheckViolation (23514, names, short)")
        assert words not in kept.lines[0]

    def test_the_number_and_the_whole_error_are_for_people_at_home(self):
        line = logs.PlainFormatter()
        before = logs.REQUEST_ID.set("abc123")
        try:
            raise ValueError("why")
        except ValueError:
            record = logging.LogRecord("app", logging.ERROR, "x.py", 1, "It failed.", (), sys.exc_info())
        text = line.format(record)
        logs.REQUEST_ID.reset(before)
        assert re.match(r"\[.*\] \[\d+\] \[ERROR\] It failed\. \[abc123\]\nTraceback", text)
        assert text.endswith("ValueError: why")


def test_errors_of_the_database_do_not_quote_what_was_to_be_written(app):
    """In no environment: SQLAlchemy is told so, for the engines of both."""
    for production in (False, True):
        settings = Settings(app.config["SQLALCHEMY_DATABASE_URI"], "tests", production, site_url=f"https://{HOST}")
        assert create_app(settings).config["SQLALCHEMY_ENGINE_OPTIONS"]["hide_parameters"] is True


@pytest.mark.parametrize("production", [True, False])
def test_a_message_of_several_lines_is_one_line(production):
    program = f"""if True:
        import logging
        from app.observability import logs
        logs.configure({production}, "info")
        logging.getLogger("psycopg").warning("query cancellation failed: %s", "no connection\\n\\tIs it running?\\n")
        logging.getLogger("app").info("We go on.")"""
    done = fork_server.server().run(["-c", program], ROOT, dict(os.environ))
    assert done.returncode == 0
    theirs, ours = done.stderr.decode().splitlines()
    assert "no connection" in theirs
    assert "Is it running?" in theirs
    assert "We go on." in ours


def test_what_ends_a_thread_or_the_process_is_told_in_the_same_way():
    program = """if True:
        import threading, warnings
        from app.observability import logs
        logs.configure(True, "info")
        warnings.warn("beware")
        thread = threading.Thread(target=lambda: int("secret1"))
        thread.start()
        thread.join()
        int("secret" + "2")"""
    done = fork_server.server().run(["-c", program], ROOT, dict(os.environ))
    assert done.returncode == 1
    warned, thread, process = map(json.loads, done.stderr.splitlines())
    assert (warned["level"], warned["logger"]) == ("WARNING", "py.warnings")
    assert (thread["level"], process["level"]) == ("ERROR", "CRITICAL")
    assert thread["error"].endswith("builtins.ValueError")
    assert process["error"].endswith("builtins.ValueError")
    assert b"secret2" not in done.stderr
