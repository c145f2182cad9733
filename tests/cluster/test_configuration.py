"""The cluster's configuration, as the programs themselves read it."""

import os
import re
import socket
import subprocess
import tempfile
from pathlib import Path

import yaml

from app.local_postgres.account import find_binaries
from tests.cluster.account import STANDSTILL
from tests.cluster.node import SOURCE, environment, placed
from tests.growth import programs
from tests.growth.pooler import SOURCE as POOLER
from tests.processes import free_port

NAMES = {f"node{number}": f"10.0.0.{number}" for number in (1, 2, 3)}
MISSED = {  # what Patroni's checker wants, and Patroni does without: sockets are none, and roles are those there are
    "bootstrap.pg_hba  is not defined.",
    "postgresql.authentication.rewind  is not defined.",
    "postgresql.parameters.unix_socket_directories  didn't pass validation: Wrong value",
}
PATRONI = yaml.safe_load((SOURCE / "patroni.yml").read_text())
COMPOSE = yaml.safe_load((SOURCE / "compose.yml").read_text())


def own(folder: Path, etcd: str) -> dict[str, object]:
    """What Patroni takes from its environment on the second machine, as its file would say it."""
    env = environment("node2", NAMES)
    listen = [f"127.0.0.1:{free_port()}" for _ in range(2)]
    roles = {name: {"username": env[f"PATRONI_{name.upper()}_USERNAME"]} for name in ("superuser", "replication")}
    return PATRONI | {
        "name": env["PATRONI_NAME"],
        "etcd": {"hosts": re.sub(r"[\d.]+:2379", etcd, env["PATRONI_ETCD_HOSTS"])},
        "restapi": {"listen": listen[0], "connect_address": env["PATRONI_RESTAPI_CONNECT_ADDRESS"]},
        "postgresql": PATRONI["postgresql"]
        | {
            "listen": listen[1],
            "connect_address": env["PATRONI_POSTGRESQL_CONNECT_ADDRESS"],
            "data_dir": str(folder / "data"),
            "bin_dir": str(find_binaries()),
            "authentication": {name: role | {"password": "p"} for name, role in roles.items()},
        },
    }


def test_patroni_takes_its_file(tmp_path: Path) -> None:
    """It also looks for the programs of PostgreSQL, and whether anybody listens where etcd should."""
    file, command = tmp_path / "patroni.yml", [programs.need("patroni"), "--validate-config"]
    with socket.create_server(("127.0.0.1", 0)) as etcd:
        file.write_text(yaml.safe_dump(own(tmp_path, f"127.0.0.1:{etcd.getsockname()[1]}")))
        done = subprocess.run([*command, file], capture_output=True, text=True, check=False)
    assert set(done.stderr.splitlines()) <= MISSED


def test_haproxy_takes_its_file(tmp_path: Path) -> None:
    file = tmp_path / "haproxy.cfg"
    file.write_text(placed((SOURCE / "haproxy.cfg").read_text(), NAMES))
    command = [programs.need("haproxy"), "-c", "-q", "-f", file]
    subprocess.run(command, env=os.environ | {"DATABASE_ADDRESS": "127.0.0.1"}, check=True)


def test_a_leader_is_replaced_in_time() -> None:
    """It steps down before its place is free, and that is free early enough for the whole change."""
    dcs = PATRONI["bootstrap"]["dcs"]
    assert dcs["loop_wait"] + 2 * dcs["retry_timeout"] <= dcs["ttl"] <= STANDSTILL / 2
    assert dcs["synchronous_mode"] is True
    assert dcs["postgresql"]["parameters"]["synchronous_commit"] == "on"


def test_a_new_leader_is_found_and_asked_within_a_second() -> None:
    """By HAProxy, and by way of it by PgBouncer."""
    (looks,) = re.findall(r" inter (\d+)ms ", (SOURCE / "haproxy.cfg").read_text())
    (tries,) = re.findall(r"^server_login_retry = ([\d.]+)$", POOLER.read_text(), re.MULTILINE)
    assert int(looks) / 1000 + float(tries) <= 1


def test_each_machine_has_its_own_name_and_all_others() -> None:
    machines = {name: environment(name, {other: other for other in NAMES}) for name in NAMES}
    for name, env in machines.items():
        peers = dict(each.split("=") for each in env["ETCD_INITIAL_CLUSTER"].split(","))
        assert env["ETCD_INITIAL_ADVERTISE_PEER_URLS"] == peers[env["ETCD_NAME"]]
        assert peers.keys() == NAMES.keys()
        assert env["PATRONI_NAME"] == env["ETCD_NAME"] == name
        assert env["PATRONI_POSTGRESQL_CONNECT_ADDRESS"] == f"{name}:5432"


def test_a_container_is_told_what_a_machine_is() -> None:
    """By the very script, which reads the files where they are here."""
    with tempfile.NamedTemporaryFile("w") as secret:
        secret.write("p\n")
        secret.flush()
        text = (SOURCE / "node.sh").read_text().replace("/etc/deaddrop", str(SOURCE))
        env = {"PATH": os.defpath, "NODE": "node2", "POSTGRES_PASSWORD_FILE": secret.name}
        done = subprocess.run(["sh", "-c", text, "sh", "env"], env=env, capture_output=True, text=True, check=True)
    told = dict(line.split("=", 1) for line in done.stdout.splitlines())
    wanted = environment("node2", {name: name for name in NAMES})
    assert wanted.items() <= told.items()
    assert (told["PATRONI_SUPERUSER_PASSWORD"], told["PATRONI_REPLICATION_PASSWORD"]) == ("p", "p")


def test_the_containers_have_the_addresses_that_they_are_told() -> None:
    services = COMPOSE["services"]
    found = {name: services[name]["networks"]["cluster"]["ipv4_address"] for name in NAMES}
    assert all(services[name]["extra_hosts"] == found for name in (*NAMES, "database"))
    assert [services[name]["environment"]["NODE"] for name in NAMES] == list(NAMES)
    for name in NAMES:
        etcd = services[name.replace("node", "etcd")]
        assert (etcd["network_mode"], etcd["environment"]["NODE"]) == (f"service:{name}", name)
