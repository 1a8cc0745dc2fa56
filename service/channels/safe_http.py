"""HTTP client for user-supplied URLs, safe against requests to internal addresses.

A host is resolved once, and the connection uses one of the resulting addresses; if any of them is not public, nothing
is sent. Redirects are not followed, and time and size are limited.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from http.client import HTTPException
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from threading import Event, Thread, Timer
from typing import Literal, NamedTuple
from urllib.parse import SplitResult, urlsplit

from flask_babel import gettext

from service.channels.message import BadAddress
from service.outbox.errors import ReceiverGone, Undeliverable

SECONDS = 10.0
"""The total time of an exchange, and that of the look-up before it."""

LARGEST = 64 * 1024
"""Bytes of a response that are read; the rest is ignored."""

_GLOBAL_UNICAST = IPv6Network("2000::/3")
"""The range of IPv6 that is assigned on the public internet."""

_ISATAP = (0x0000_5EFE, 0x0200_5EFE)
"""The bits before the last 32 if these are an IPv4 address, to which a router may unwrap packets."""

Address = IPv4Address | IPv6Address


class HttpResponse(NamedTuple):
    """The response of the server."""

    status: int
    body: bytes


def permitted(address: Address) -> bool:
    """Return whether an address is public, and does not stand for another one, which might not be."""
    if isinstance(address, IPv6Address) and (
        address not in _GLOBAL_UNICAST
        or address.sixtofour
        or address.teredo
        or (int(address) >> 32) & 0xFFFF_FFFF in _ISATAP
    ):
        return False
    return address.is_global and not address.is_multicast


def check(url: str) -> None:
    """Raise BadAddress for a URL that is not permitted, as far as can be seen without a look-up."""
    try:
        _parts(url)
    except ValueError as error:
        raise BadAddress(gettext("Enter an address like https://example.org/hook.")) from error


def send(url: str, body: bytes, headers: Mapping[str, str], method: Literal["POST", "PUT"] = "POST") -> HttpResponse:
    """Send a request and return the response. Raise OSError if a retry may succeed, Undeliverable if none can."""
    try:
        parts = _parts(url)
    except ValueError as error:
        raise Undeliverable(str(error)) from error
    port = parts.port or _PORTS[parts.scheme]
    return _exchange(parts, _resolved(parts.hostname or "", port), port, method, body, headers)


def taken(answer: HttpResponse, gone: Collection[int] = (410,)) -> None:
    """Raise OSError or Undeliverable if a response refuses a message; ReceiverGone if none will ever be accepted."""
    if 200 <= answer.status < 300:
        return
    said = f"{answer.status} {answer.body[:200].decode(errors='replace')}".strip()
    if answer.status in (408, 425, 429) or answer.status >= 500:
        raise OSError(said)
    if answer.status in gone:
        raise ReceiverGone(said)
    raise Undeliverable(said)


_PORTS = {"https": 443}


def _parts(url: str) -> SplitResult:
    """Return the parts of a URL; raise ValueError unless it is https, at a port that older services do not use."""
    parts = urlsplit(url)
    if parts.scheme not in _PORTS or not parts.hostname or not url.isascii() or not url.isprintable() or " " in url:
        raise ValueError("The address must begin with https://")
    if parts.username is not None or parts.password is not None:
        raise ValueError("The address can't contain a user name or password.")
    if parts.port is not None and parts.port != _PORTS[parts.scheme] and parts.port < 1024:
        raise ValueError("The port must be 443 or above 1023.")
    return parts


def _resolved(host: str, port: int) -> str:
    """Return the address of a host, looked up once; raise Undeliverable if any of its addresses is not permitted."""
    found: list[str] = []

    def look_up() -> None:
        with suppress(OSError, UnicodeError):
            found.extend(str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))

    asking = Thread(target=look_up, name="look-up", daemon=True)
    asking.start()
    asking.join(SECONDS)
    if not found:
        raise OSError(f"{host} has no address")
    if not all(permitted(ip_address(each.partition("%")[0])) for each in found):
        raise Undeliverable(f"{host} is not on the public internet")
    return found[0]


def _exchange(
    parts: SplitResult, address: str, port: int, method: str, body: bytes, headers: Mapping[str, str]
) -> HttpResponse:
    """Send a request to an address, and verify the server's name, even if the name resolves differently by now."""
    from urllib3.connection import HTTPSConnection  # slow to import, so only in processes that send
    from urllib3.exceptions import HTTPError
    from urllib3.util.ssl_match_hostname import CertificateError

    host = parts.hostname
    connection = HTTPSConnection(
        address, port, timeout=SECONDS, server_hostname=host, assert_hostname=host, ssl_context=trust()
    )
    late = Event()
    lines: list[socket.socket] = []
    connect = connection._new_conn

    def connected() -> socket.socket:
        line = connect()
        lines.append(line.dup())  # the handshake takes over the connection itself, which cannot be shut meanwhile
        if late.is_set():
            line.close()
            raise OSError(_TOO_LONG)
        return line

    connection._new_conn = connected  # type: ignore[method-assign]
    over = Timer(SECONDS, _disconnect, [lines, late])
    over.daemon = True
    over.start()
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        connection.request(method, target, body=body, headers={"Host": parts.netloc, **headers}, preload_content=False)
        answer = connection.getresponse()
        found = HttpResponse(answer.status, answer.read(LARGEST, decode_content=False))
    except (HTTPError, HTTPException, CertificateError) as error:
        raise OSError(str(error)) from error
    finally:
        over.cancel()
        connection.close()
        for line in lines:
            line.close()
    if late.is_set():  # a truncated response may look complete
        raise OSError(_TOO_LONG)
    return found


def trust() -> ssl.SSLContext:
    """Return the TLS context, with the certificate authorities that this machine trusts."""
    return ssl.create_default_context()


_TOO_LONG = "It took too long"


def _disconnect(lines: Sequence[socket.socket], late: Event) -> None:
    """Shut the connection after the time limit, so that the waiting thread stops."""
    late.set()
    for line in lines:
        with suppress(OSError):
            line.shutdown(socket.SHUT_RDWR)
