"""What the containers may do: no more than they need, and no more than the host can bear."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.deploy.files import (
    BACKUP,
    CADDY,
    COMPOSE,
    DATABASE,
    IMAGES,
    LAST,
    MIGRATE,
    NAMED,
    PGBOUNCER,
    SERVICES,
    WEB,
    WORKER,
    command,
    copied,
    fill,
    told,
)
from tests.processes import ROOT

EACH = pytest.mark.parametrize("name", SERVICES)
SIZES = {"m": 1 << 20, "g": 1 << 30}
POSTGRES = ["/tmp", "/var/run/postgresql"]  # where PostgreSQL writes beside its data


def bytes_of(text: str) -> int:
    """How much a size such as 512m is."""
    return int(text[:-1]) * SIZES[text[-1]]


def inward(name: str) -> bool:
    """Whether a network leads nowhere else."""
    return bool((COMPOSE["networks"][name] or {}).get("internal"))


@EACH
def test_each_has_no_capabilities_and_gets_none(name: str) -> None:
    service = SERVICES[name]
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "privileged" not in service


@EACH
def test_each_can_write_only_where_it_must(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert "/tmp" in service["tmpfs"]
    assert {volume.partition(":")[0] for volume in service.get("volumes", ())} <= set(COMPOSE["volumes"])


@EACH
def test_each_has_bounds(name: str) -> None:
    service = SERVICES[name]
    assert 64 << 20 <= bytes_of(fill(service["mem_limit"], {})) <= 2 << 30
    assert 32 <= service["pids_limit"] <= 512
    assert service["logging"] == {"driver": "json-file", "options": {"max-size": "10m", "max-file": "5"}}


@EACH
def test_none_is_root(name: str) -> None:
    service = SERVICES[name]
    stage = NAMED.get(service.get("build", {}).get("target", ""), LAST)
    (user,) = [service["user"]] if "user" in service else told("USER", stage)
    assert user in ("10001", "postgres")


def test_the_database_has_room_for_its_sockets_and_its_sessions() -> None:
    assert DATABASE["tmpfs"] == POSTGRES
    assert DATABASE["pids_limit"] > 100 + 50  # its sessions, and what it does beside


def test_caddy_opens_its_ports_without_a_capability() -> None:
    """Its program has a file capability, with which nobody starts who has dropped it; a copy has none."""
    assert int(CADDY["sysctls"]["net.ipv4.ip_unprivileged_port_start"]) <= 80
    (prepared,) = told("RUN", NAMED["caddy"])
    assert "cp /usr/bin/caddy /usr/bin/caddy.copy" in prepared
    assert "mv /usr/bin/caddy.copy /usr/bin/caddy" in prepared
    assert "chown -R 10001:10001 /data" in prepared  # a new volume has the owner of the folder at its place
    assert CADDY["volumes"] == ["certificates:/data"]
    assert "/config" in CADDY["tmpfs"]


def test_the_database_is_out_of_reach_and_only_who_sends_reaches_out() -> None:
    outward = {name for name, service in SERVICES.items() if not all(map(inward, service["networks"]))}
    assert outward == {"caddy", "worker"}
    assert DATABASE["networks"] == ["back"]
    assert inward("back")
    assert not {"outside", "front"} & set(DATABASE["networks"])
    assert "back" not in CADDY["networks"]


def test_who_talks_to_whom_shares_a_network() -> None:
    pairs = [(CADDY, WEB), (WEB, PGBOUNCER), (WEB, DATABASE), (WORKER, PGBOUNCER), (WORKER, DATABASE)]
    pairs += [(each, DATABASE) for each in (PGBOUNCER, MIGRATE, BACKUP)]
    assert all(set(one["networks"]) & set(other["networks"]) for one, other in pairs)


def test_every_image_can_be_pinned_by_its_digest(tmp_path: Path) -> None:
    """The very script, with a docker that knows one digest for each name."""
    text = (ROOT / "docker-compose.yml").read_text()
    assert dict(re.findall(r"\$\{(\w+_IMAGE):-([^}]+)\}", text)) == IMAGES
    (tmp_path / "Dockerfile").write_text((ROOT / "Dockerfile").read_text())
    (tmp_path / "deploy").mkdir()
    script = tmp_path / "deploy" / "images.sh"
    script.write_text((ROOT / "deploy" / "images.sh").read_text())
    docker = tmp_path / "docker"
    docker.write_text('#!/bin/sh\ntest "$1" = pull || { shift 4; echo "${1%%:*}@sha256:0123"; }\n')
    docker.chmod(0o755)
    subprocess.run(["sh", script], env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, check=True)
    lines = (tmp_path / "images.env").read_text().splitlines()
    assert lines == [f"{name}={image}@sha256:0123" for name, image in IMAGES.items()]
    docker.write_text("#!/bin/sh\nexit 1\n")
    assert subprocess.run(["sh", script], env={"PATH": f"{tmp_path}:/usr/bin:/bin"}, check=False).returncode
    assert (tmp_path / "images.env").read_text().splitlines() == lines


def test_the_backup_has_its_script_and_its_folder() -> None:
    stage = NAMED["backup"]
    assert copied(stage) == [("deploy/backup.sh", "/usr/local/bin/backup.sh")]
    assert (ROOT / "deploy" / "backup.sh").stat().st_mode & 0o111 == 0o111
    assert command("CMD", stage) == ["backup.sh"]
    assert BACKUP["healthcheck"]["test"] == ["CMD", "backup.sh", "check"]
    (made,) = told("RUN", stage)
    assert "--owner=postgres" in made
    assert made.endswith("/backups")
    assert BACKUP["volumes"] == ["backups:/backups"]


def test_the_backup_is_told_what_it_asks_for() -> None:
    script = (ROOT / "deploy" / "backup.sh").read_text()
    asked = set(re.findall(r"\$\{(\w+):-", script)) | {"PGHOST", "PGUSER"}  # the last two by its programs
    assert set(BACKUP["environment"]) == {name for name in asked if name.isupper()} - {"BACKUPS"}
