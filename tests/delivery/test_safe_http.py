"""The guard: what this site sends to, and what it does not."""

import socket
import time

import pytest

from app.delivery.channels import safe_http, safe_sockets
from app.delivery.channels.safe_http import InvalidUrl
from app.delivery.channels.safe_sockets import is_public
from app.delivery.errors import PermanentFailure, TemporaryFailure, UncertainDelivery
from tests.delivery.certificates import certify
from tests.delivery.endpoint import DRIP, FLOOD, serve
from tests.processes import until

INSIDE = [
    *("127.0.0.1", "127.255.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
    *("255.255.255.255", "224.0.0.1", "240.0.0.1", "192.0.2.1", "198.18.0.1", "::1", "::", "fe80::1", "fc00::1"),
    *("fec0::1", "ff02::1", "ff0e::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1"),
    *("64:ff9b::a00:1", "2002:7f00:1::1", "2002:a00:1::", "2001:db8::1", "2001:0:7f00:1::1", "64:ff9b:1::a00:1"),
]
OUTSIDE = ["1.1.1.1", "93.184.215.14", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::1"]


@pytest.mark.parametrize("address", INSIDE)
def test_inside(address):
    assert not is_public(address)


@pytest.mark.parametrize("address", OUTSIDE)
def test_outside(address):
    assert is_public(address)


@pytest.fixture
def asked(monkeypatch):
    """Where connections were opened to; none of them succeeds."""
    places = []

    def refuse(place, *_args, **_options):
        places.append(place)
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr(socket, "create_connection", refuse)
    return places


def post(app, url, begin_handover=lambda: None):
    """Post something to an address."""
    with app.app_context():
        return safe_http.post(url, {}, b"{}", begin_handover)


def never():
    """Fail where something is handed over that should not be."""
    raise AssertionError("handed over")


@pytest.mark.parametrize("address", INSIDE)
def test_a_name_that_leads_inside_is_not_connected_to(app, names, asked, address):
    names["hook.example.org"] = [address]
    with pytest.raises(PermanentFailure, match="not public"):
        post(app, "https://hook.example.org/", never)
    assert asked == []


def test_nor_is_one_that_leads_outside_as_well(app, names, asked):
    names["hook.example.org"] = ["1.1.1.1", "10.0.0.1"]
    with pytest.raises(PermanentFailure):
        post(app, "https://hook.example.org/", never)
    assert asked == []


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1"])
def test_odd_ways_to_write_an_address_inside(app, asked, host):
    with pytest.raises(PermanentFailure, match="not one that this site sends to"):
        post(app, f"https://{host}/", never)
    assert asked == []


def test_the_address_that_was_looked_at_is_the_one_connected_to(app, monkeypatch, asked):
    """The name leads elsewhere at the second look, which is never taken."""
    answers = iter([["1.1.1.1"], ["127.0.0.1"]])
    real = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", lambda host, *args, **how: real(next(answers)[0], *args, **how))
    with pytest.raises(TemporaryFailure, match="Connection refused"):
        post(app, "https://hook.example.org:8443/", never)
    assert asked == [("1.1.1.1", 8443)]


def test_a_host_with_many_addresses_is_tried_at_a_few(app, names, asked):
    names["hook.example.org"] = [f"1.1.1.{i}" for i in range(1, 20)]
    with pytest.raises(TemporaryFailure):
        post(app, "https://hook.example.org/", never)
    assert asked == [(f"1.1.1.{i}", 443) for i in (1, 2, 3)]


def test_the_second_address_does_where_the_first_does_not(app, names, server):
    names["hook.example.org"] = ["127.0.0.2", "127.0.0.1"]  # the server listens at the latter only
    assert post(app, server.url(host="hook.example.org")).status == 201
    assert server.requests[0].headers["host"] == f"hook.example.org:{server.port}"


BAD = [
    *(
        "",
        "hook",
        "hook.example.org",
        "//hook.example.org",
        "https://",
        "https:///path",
        "https://:443/",
        "file:///etc",
    ),
    *("ftp://hook.example.org", "javascript:alert(1)", "gopher://hook.example.org", "smtp://hook.example.org"),
    *("https://user@hook.example.org", "https://user:word@hook.example.org", "https://@hook.example.org"),
    *("https://hook.example.org:port", "https://hook.example.org:0", "https://hook.example.org:99999"),
    *("https://hook.example.org/a b", "https://hook.example.org/a\r\nX: y", "https://hook.example.org/é"),
    *(
        "https://hook.example.org\\@127.0.0.1/",
        "https://[::1",
        "https://[x]/",
        "https://127.0.0.1/",
        "https://[::1]:443/",
    ),
    *("https://localhost/", "https://a.localhost./", "https://[::ffff:127.0.0.1]/", " https://hook.example.org"),
]


@pytest.mark.parametrize("url", [*BAD, "http://hook.example.org/"])
def test_what_is_no_address_to_send_to(app, asked, url):
    with app.app_context(), pytest.raises(InvalidUrl) as refusal:
        safe_http.check_url(url)
    assert str(refusal.value).endswith(".")
    assert isinstance(refusal.value, ValueError)
    with pytest.raises(PermanentFailure):
        post(app, url, never)
    assert asked == []


@pytest.mark.parametrize(
    "url", ["https://hook.example.org", "https://hook.example.org:8443/a?b=c#d", "https://1.1.1.1/"]
)
def test_what_is_one(app, url):
    with app.app_context():
        safe_http.check_url(url)


def test_no_time_is_left():
    with pytest.raises(TimeoutError):
        safe_sockets.seconds_left(time.monotonic() - 1)


def test_private_targets_may_be_inside_and_without_tls(app, private):
    with app.app_context():
        for url in ("http://127.0.0.1:8080/x", "https://localhost/", "http://[::1]/"):
            safe_http.check_url(url)
        for url in ("ftp://127.0.0.1/", "http://user@127.0.0.1/"):
            with pytest.raises(InvalidUrl):
                safe_http.check_url(url)


def test_refusals_are_in_the_readers_language(app, monkeypatch):
    monkeypatch.setattr(safe_http, "_", str.upper)
    with app.app_context(), pytest.raises(InvalidUrl, match="THE ADDRESS MUST START WITH HTTPS"):
        safe_http.check_url("http://hook.example.org")


@pytest.mark.parametrize(("trusted", "named"), [(True, True), (False, True), (True, False)])
def test_the_certificate_has_to_be_valid_for_the_name(app, private, names, tmp_path, monkeypatch, trusted, named):
    context, file = certify(tmp_path, "hook.example.org" if named else "another.example.org")
    names["hook.example.org"] = ["127.0.0.1"]
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(file))
    with serve(context) as server:
        url = server.url(host="hook.example.org")
        if trusted and named:
            assert post(app, url).status == 201
        else:
            with pytest.raises(TemporaryFailure, match="its certificate is not valid"):
                post(app, url, never)
            assert server.requests == []


def test_a_server_that_never_greets_does_not_hold_us(app, private, impatience):
    """It takes the connection and never begins TLS."""
    with socket.create_server(("127.0.0.1", 0)) as silent, impatience("CONNECT_TIMEOUT"):
        began = time.monotonic()
        with pytest.raises(TemporaryFailure, match="no answer in time"):
            post(app, f"https://127.0.0.1:{silent.getsockname()[1]}/", never)
        assert time.monotonic() - began < 30


def test_a_server_that_drips_does_not_hold_us(app, server, impatience):
    """A byte every tenth of a second never lets a single read run out of time."""
    server.does = DRIP
    with impatience(), pytest.raises(UncertainDelivery, match="no answer in time"):
        post(app, server.url())


def test_little_is_read(app, server, monkeypatch):
    read = []
    real = safe_sockets.BoundedSocket.readinto
    monkeypatch.setattr(safe_sockets.BoundedSocket, "readinto", lambda *given: read.append(real(*given)) or read[-1])
    server.does = FLOOD
    assert post(app, server.url()).status == 200
    assert sum(read) <= safe_http.MAX_RESPONSE_BYTES


def test_it_is_handed_over_after_the_connection_stands(app, server):
    requests = []

    def begin_handover() -> None:
        until(lambda: server.connections == 1)
        requests.extend(server.requests)

    assert post(app, server.url(), begin_handover).status == 201
    assert requests == []
    assert len(server.requests) == 1


def test_what_cannot_be_handed_over_is_not_sent(app, server):
    with pytest.raises(AssertionError, match="handed over"):
        post(app, server.url(), never)
    time.sleep(0.1)
    assert server.requests == []


def test_a_server_without_tls(app, server):
    with pytest.raises(TemporaryFailure, match="TLS failed"):
        post(app, server.url().replace("http:", "https:"), never)


def test_nobody_listens(app, private):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and not listened at: nobody else gets the port meanwhile
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        with pytest.raises(TemporaryFailure, match="Connection refused"):
            post(app, url, never)


@pytest.mark.parametrize("host", ["nowhere.invalid", "a..b", "a" * 64 + ".org"])
def test_a_name_that_leads_nowhere(app, host):
    with pytest.raises((TemporaryFailure, PermanentFailure)):
        post(app, f"https://{host}/", never)
