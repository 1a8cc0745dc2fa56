"""The HTTP client for user-supplied URLs: no internal addresses, whatever a name resolves to, and a time limit."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from ipaddress import ip_address
from typing import Any
from unittest import mock

import pytest
from urllib3.util import connection

from service.channels import safe_http
from service.channels.message import BadAddress
from service.outbox.errors import Undeliverable
from tests.https_server import HOST, Receiver, receiver, resolving


@pytest.fixture
def there() -> Iterator[Receiver]:
    with receiver() as made:
        yield made


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
        "192.0.0.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fc00::1",
        "ff02::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "2002:7f00:1::", "64:ff9b::7f00:1", "64:ff9b:1::1",
        "2001:0:7f00:1::1", "2001:db8::1", "::127.0.0.1",
        "fec0::1", "::ffff:0:127.0.0.1", "2606:4700::5efe:7f00:1", "2606:4700::200:5efe:7f00:1", "5f00::1", "4000::1",
    ],
)  # fmt: skip
def test_internal_addresses_are_not_permitted(address: str) -> None:
    assert not safe_http.permitted(ip_address(address))


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111"])
def test_public_addresses_are_permitted(address: str) -> None:
    assert safe_http.permitted(ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "file:///etc/passwd", "https://", "https:///path", "example.org",
        "https://user:password@example.org/", "https://example.org:22/", "https://example.org:99999/",
        "https://example.org/a b", "https://example.org/\r\nX: y", "https://exämple.org/", "gopher://x", "",
    ],
)  # fmt: skip
def test_invalid_urls_are_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        safe_http.check(url)
    with pytest.raises(Undeliverable):
        safe_http.send(url, b"", {})


@pytest.mark.parametrize("found", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::1"], ["::ffff:10.0.0.1"], ["fe80::1%1"]])
def test_host_resolving_to_an_internal_address_is_refused(found: list[str]) -> None:
    with resolving({HOST: found}), pytest.raises(Undeliverable, match="public internet"):
        safe_http.send(f"https://{HOST}/", b"", {})


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "2130706433", "0x7f.1", "localhost", "127.1"])
def test_spellings_of_localhost_are_refused(host: str) -> None:
    with pytest.raises((Undeliverable, OSError)):
        safe_http.send(f"https://{host}:8443/", b"", {})


def test_request_reaches_the_server_with_its_headers(there: Receiver) -> None:
    response = safe_http.send(f"{there.url}/hook?a=b", b"body", {"X-Own": "value"})
    assert response.status == 201
    (request,) = there.requests
    assert (request.method, request.path, request.body) == ("POST", "/hook?a=b", b"body")
    assert (request.headers["Host"], request.headers["X-Own"]) == (f"{HOST}:{there.port}", "value")


def test_host_is_resolved_once(there: Receiver) -> None:
    """Later lookups have no effect."""
    looked_up: list[str] = []
    with resolving({HOST: ["127.0.0.1"]}, looked_up.append):
        safe_http.send(there.url, b"", {})
    assert looked_up == [HOST]


def test_nothing_is_sent_without_a_matching_certificate(there: Receiver) -> None:
    with resolving({"other.example.org": ["127.0.0.1"]}), pytest.raises(OSError, match="doesn't match"):
        safe_http.send(f"https://other.example.org:{there.port}/", b"secret", {})
    assert there.requests == []


def test_redirects_are_not_followed(there: Receiver) -> None:
    there.answers = [(307, {"Location": f"{there.url}/inside"}, b"")]
    response = safe_http.send(there.url, b"", {})
    assert (response.status, len(there.requests)) == (307, 1)
    with pytest.raises(Undeliverable):
        safe_http.taken(response)


def test_long_response_is_truncated(there: Receiver) -> None:
    there.answers = [(200, {}, b"x" * (safe_http.LARGEST * 3))]
    assert len(safe_http.send(there.url, b"", {}).body) == safe_http.LARGEST


def test_slow_response_is_abandoned(there: Receiver) -> None:
    there.slow = True
    began = time.monotonic()
    with mock.patch.object(safe_http, "SECONDS", 0.5), pytest.raises(OSError):
        safe_http.send(there.url, b"", {})
    assert time.monotonic() - began < 15, "the response takes half a minute"


def test_nothing_is_sent_to_a_host_that_is_slow_to_connect(there: Receiver) -> None:
    """Neither delay alone exceeds the time limit."""
    connect = connection.create_connection

    def connected(*address: Any, **settings: Any) -> socket.socket:
        time.sleep(0.4)
        return connect(*address, **settings)

    there.hesitation = 0.4
    slow = mock.patch.object(connection, "create_connection", connected)
    with slow, mock.patch.object(safe_http, "SECONDS", 0.6), pytest.raises(OSError):
        safe_http.send(there.url, b"secret", {})
    assert there.requests == []


@pytest.mark.parametrize(
    ("status", "error"), [(500, OSError), (429, OSError), (404, Undeliverable), (302, Undeliverable)]
)
def test_status_decides_whether_to_retry(status: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        safe_http.taken(safe_http.HttpResponse(status, b""))
