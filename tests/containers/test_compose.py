"""What an engine is told of docker-compose.yml: all that the file says, and nothing that it does not."""

from pathlib import Path

import pytest

from tests.containers.compose import Composition, Service, Unknown

SITE = {"SITE_URL": "https://localhost", "PYTHON_IMAGE": "a-python", "BACKUP_HOUR": ""}
PLACES = {name: f"/there/{name}" for name in ("postgres_password", "secret_key", "smtp_url", "metrics_token")}
READ = Composition(SITE)
LOGGED = {"logging": {"driver": "none", "options": {}}}


def flags(name: str) -> list[tuple[str, str]]:
    """What a container is created with, in pairs but for the one flag that stands alone."""
    told = READ.services[name].flags("ours", PLACES)
    told.remove("--read-only")
    return list(zip(told[::2], told[1::2], strict=True))


def test_each_service_comes_after_what_it_needs() -> None:
    names = list(READ.services)
    assert all(names.index(needed) < names.index(name) for name in names for needed in READ.services[name].needs)
    assert [name for name in names if READ.services[name].once] == ["migrate"]


def test_a_container_gets_what_the_file_says() -> None:
    told = flags("database")
    assert {("--user", "postgres"), ("--memory", "2g"), ("--pids-limit", "256"), ("--shm-size", "128mb")} <= set(told)
    assert {("--cap-drop", "ALL"), ("--security-opt", "no-new-privileges:true")} <= set(told)
    assert {("--restart", "unless-stopped"), ("--stop-timeout", "60"), ("--log-opt", "max-size=10m")} <= set(told)
    assert [value for flag, value in told if flag == "--tmpfs"] == ["/tmp", "/var/run/postgresql"]
    assert [value for flag, value in told if flag == "--volume"] == [
        "ours_data:/var/lib/postgresql",
        "/there/postgres_password:/run/secrets/postgres_password:ro",
    ]
    assert ("--sysctl", "net.ipv4.ip_unprivileged_port_start=80") in flags("caddy")


def test_variables_are_filled_in_as_compose_does() -> None:
    assert ("--env", "SITE_URL=https://localhost") in flags("web")
    assert ("--env", "BACKUP_HOUR=3") in flags("backup")
    words, context = READ.services["web"].build or ([], "")
    assert words == ["--build-arg", "PYTHON_IMAGE=a-python", "--build-arg", "REQUIREMENTS=requirements.txt"]
    assert (Path(context) / "docker-compose.yml").exists()
    assert READ.services["database"].build is None


def test_ports_are_free_ones_of_the_loopback() -> None:
    told = [value for flag, value in flags("caddy") if flag == "--publish"]
    assert told == ["127.0.0.1::80", "127.0.0.1::443", "127.0.0.1::443/udp"]
    assert not any(flag == "--publish" for flag, _ in flags("web"))


def test_health_is_what_the_file_asks_or_the_image() -> None:
    assert READ.services["database"].check == (READ.said["services"]["database"]["healthcheck"]["test"][1:], 3)
    assert READ.services["migrate"].check is None
    words, _ = READ.services["web"].check or ([], 0)
    assert "/readyz" in words[-1]


@pytest.mark.parametrize(
    "said",
    [
        {"restart": "no", "privileged": True},
        {"restart": "no", "depends_on": {"database": {"condition": "service_started"}}},
    ],
)
def test_what_cannot_be_told_is_refused(said: dict[str, object]) -> None:
    with pytest.raises(Unknown):
        Service("odd", said | LOGGED)


def test_a_circle_is_refused(tmp_path: Path) -> None:
    need = "depends_on: {%s: {condition: service_healthy}}"
    one, other = (need % name for name in ("other", "one"))
    file = tmp_path / "compose.yml"
    file.write_text(f"services:\n  one: {{{one}}}\n  other: {{{other}}}\n")
    with pytest.raises(Unknown, match="one, other"):
        _ = Composition({}, file).services
