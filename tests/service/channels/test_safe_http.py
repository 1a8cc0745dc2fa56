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
def test_nothing_inside_is_permitted(address: str) -> None:
    assert not safe_http.permitted(ip_address(address))


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111"])
def test_the_public_internet_is_permitted(address: str) -> None:
    assert safe_http.permitted(ip_address(address))


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "ftp://example.org/", "file:///etc/passwd", "https://", "https:///path", "example.org",
        "https://user:password@example.org/", "https://example.org:22/", "https://example.org:99999/",
        "https://example.org/a b", "https://example.org/\r\nX: y", "https://exämple.org/", "gopher://x", "",
    ],
)  # fmt: skip
def test_only_addresses_of_https_are_taken(url: str) -> None:
    with pytest.raises(BadAddress):
        safe_http.check(url)
    with pytest.raises(Undeliverable):
        safe_http.send(url, b"", {})


@pytest.mark.parametrize("found", [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["::1"], ["::ffff:10.0.0.1"], ["fe80::1%1"]])
def test_a_name_that_leads_inside_is_sent_nothing(found: list[str]) -> None:
    with resolving({HOST: found}), pytest.raises(Undeliverable, match="public internet"):
        safe_http.send(f"https://{HOST}/", b"", {})


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "2130706433", "0x7f.1", "localhost", "127.1"])
def test_other_ways_to_write_this_machine_lead_nowhere(host: str) -> None:
    with pytest.raises((Undeliverable, OSError)):
        safe_http.send(f"https://{host}:8443/", b"", {})


def test_the_right_server_is_asked_and_its_name_is_proved(there: Receiver) -> None:
    answer = safe_http.send(f"{there.url}/hook?a=b", b"body", {"X-Own": "value"})
    assert answer.status == 201
    (request,) = there.requests
    assert (request.method, request.path, request.body) == ("POST", "/hook?a=b", b"body")
    assert (request.headers["Host"], request.headers["X-Own"]) == (f"{HOST}:{there.port}", "value")


def test_a_name_is_looked_up_once(there: Receiver) -> None:
    """Later look-ups do not matter."""
    asked: list[str] = []
    with resolving({HOST: ["127.0.0.1"]}, asked.append):
        safe_http.send(there.url, b"", {})
    assert asked == [HOST]


def test_a_server_without_a_certificate_for_its_name_is_told_nothing(there: Receiver) -> None:
    with resolving({"other.example.org": ["127.0.0.1"]}), pytest.raises(OSError, match="doesn't match"):
        safe_http.send(f"https://other.example.org:{there.port}/", b"secret", {})
    assert there.requests == []


def test_no_redirect_is_followed(there: Receiver) -> None:
    there.answers = [(307, {"Location": f"{there.url}/inside"}, b"")]
    answer = safe_http.send(there.url, b"", {})
    assert (answer.status, len(there.requests)) == (307, 1)
    with pytest.raises(Undeliverable):
        safe_http.taken(answer)


def test_no_more_is_read_than_is_of_interest(there: Receiver) -> None:
    there.answers = [(200, {}, b"x" * (safe_http.LARGEST * 3))]
    assert len(safe_http.send(there.url, b"", {}).body) == safe_http.LARGEST


def test_an_endless_response_is_abandoned(there: Receiver) -> None:
    there.slow = True
    began = time.monotonic()
    with mock.patch.object(safe_http, "SECONDS", 0.5), pytest.raises(OSError):
        safe_http.send(there.url, b"", {})
    assert time.monotonic() - began < 15, "the answer takes half a minute"


def test_a_host_that_is_slow_to_connect_is_sent_nothing(there: Receiver) -> None:
    """Either alone is not too slow."""
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
def test_failures_worth_a_retry(status: int, error: type[Exception]) -> None:
    with pytest.raises(error):
        safe_http.taken(safe_http.HttpResponse(status, b""))
