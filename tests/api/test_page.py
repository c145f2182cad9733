"""The page /api: what stands there to be copied works as it is written, and all there is stands there."""

import json
import os
import re
import signal
import subprocess
from html import unescape

import pytest

from app.api.operations import OPERATIONS
from tests.processes import kill_group


def examples(text):
    """The examples of a page, as somebody copies them."""
    found = re.findall(r'<pre[^>]*class="example"[^>]*><code[^>]*>(.*?)</code>', text, re.DOTALL)
    return [unescape(each) for each in found]


@pytest.fixture
def page(site):
    status, text = site.get("/api")
    assert status == 200
    return text


@pytest.fixture
def shell(new_client):
    """Run what is pasted, with Ann's token in the variable; return the JSON of each line that comes."""
    client = new_client("Ann")

    def run(pasted):
        with subprocess.Popen(
            ["bash", "-c", f"TOKEN={client.token}\n{pasted}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={"PATH": os.environ["PATH"]},
            start_new_session=True,
        ) as process:
            try:
                yield from map(json.loads, process.stdout)
            finally:
                kill_group(process, signal.SIGTERM)  # what follows events ends by itself no more than curl does

    run.client = client
    return run


def test_the_examples_work_as_they_are_written(page, shell, new_client):
    reading, opening, moving, following = examples(page)
    account, games = [told for line in reading.splitlines() for told in shell(line)]
    assert (account["name"], games) == ("Ann", {"games": []})
    (lobby,) = shell(opening)
    assert lobby["members"] == [{"name": "Ann", "seat": "a", "guest": False, "host": True}]
    new_client("Bob").sit(lobby["code"], "b")
    code = shell.client.start(lobby["code"])
    (answer,) = shell(moving.replace("abcdefgh", code))
    assert answer.get("code") in (code, "clue-doubtful", "clue-refused"), "the word may be on the table"
    events = shell(following)
    assert next(events)["type"] == "game-start"
    events.close()


def test_each_operation_is_there(page):
    listed = [unescape(each) for each in re.findall(r"<code>((?:GET|POST) /api/[^<]+)</code>", page)]
    assert len(listed) == len(OPERATIONS)
    assert "POST /api/games/{code}/moves" in listed


@pytest.mark.parametrize(
    ("language", "heading"), [("en", "How to begin"), ("fr", "Pour commencer"), ("it", "Come iniziare")]
)
def test_it_speaks_three_languages(nobody, language, heading):
    page = nobody.get("/api", accept_language=language).text
    assert heading in page
    assert '<a href="/api">' in nobody.get("/rules").text
