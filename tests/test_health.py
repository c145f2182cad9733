"""`/healthz`, whether a process is alive, and `/readyz`, whether it can serve all there is."""

import asyncio

import pytest

from app import create_app
from app.config import Settings
from app.db import db
from app.long_poll.startup import add_long_polling
from app.observability import health
from app.server.asgi import FlaskASGIApp
from tests.long_poll.harness import until
from tests.visitor import Visitor

PATHS = ("/healthz", "/readyz")


def answers(site):
    nobody = Visitor(site, "nobody")
    return [(answer.status_code, answer.text) for answer in map(nobody.get, PATHS)]


def test_a_site_that_serves(app):
    assert answers(app) == [(200, "ok\n")] * 2


def test_a_database_that_is_not_migrated(new_database, worker):
    site = create_app(Settings(database_url=new_database(f"bare_{worker}"), secret_key="tests"))
    assert answers(site) == [(503, "the schema is not current\n")] * 2
    with site.app_context():
        db.engine.dispose()


@pytest.mark.parametrize("path", PATHS)
def test_a_database_that_does_not_answer(path):
    site = create_app(Settings(database_url="postgresql://nobody@127.0.0.1:1/nothing", secret_key="tests"))
    assert Visitor(site, "nobody").get(path).status_code == 503


def test_it_is_ready_once_it_listens(app):
    url = app.config["SQLALCHEMY_DATABASE_URI"]
    settings = Settings(database_url=url, secret_key="tests")
    site = create_app(settings)
    polls = add_long_polling(site, FlaskASGIApp(site), settings)
    deaf = [(200, "ok\n"), (503, "changes are not heard of\n")]
    assert answers(site) == deaf

    async def listen():
        running = asyncio.create_task(polls._listener.run())
        await until(site.extensions[health.LISTENS])
        assert await asyncio.to_thread(answers, site) == [(200, "ok\n")] * 2
        running.cancel()

    asyncio.run(listen())


def test_any_host_and_the_suspended_may_ask(app):
    site = create_app(
        Settings(
            database_url=app.config["SQLALCHEMY_DATABASE_URI"],
            secret_key="tests",
            production=True,
            site_url="https://play.example.org",
        )
    )
    assert site.test_client().get("/readyz", headers={"Host": "web:8000"}).text == "ok\n"
