"""A real HTTPS server on this machine, with its own host name, which stores the requests it receives."""

from __future__ import annotations

import base64
import json
import socket
import ssl
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import Any
from unittest import mock

import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from service.channels import safe_http

HOST = "receiver.example.org"


@dataclass
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """A server and its requests in order; ``answers`` are the next responses (status, headers, body) instead of 201."""

    port: int
    certificate: str
    """The path of the certificate for :data:`HOST`."""
    requests: list[Request] = field(default_factory=list)
    answers: list[tuple[int, dict[str, str], bytes]] = field(default_factory=list)
    slow: bool = False
    """Whether the server sends headers slowly and never completes the response."""
    hesitation: float = 0.0
    """Seconds of delay in the TLS handshake."""

    @property
    def url(self) -> str:
        return f"https://{HOST}:{self.port}"


def _handler(receiver: Receiver) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            receiver.requests.append(Request(self.command, self.path, dict(self.headers), body))
            if receiver.slow:
                self._drip()
                return
            status, headers, said = receiver.answers.pop(0) if receiver.answers else (201, {}, b"")
            self.send_response(status)
            for name, value in {"Content-Length": str(len(said)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(said)

        do_PUT = do_POST

        def _drip(self) -> None:
            self.wfile.write(b"HTTP/1.1 200 OK\r\n")
            for _ in range(600):
                self.wfile.write(b"X: y\r\n")
                time.sleep(0.05)

        def log_message(self, *_: Any) -> None:
            pass

    return Handler


@contextmanager
def receiver() -> Iterator[Receiver]:
    """Yield a server that runs until the block ends; within the block, the safe HTTP client resolves and trusts it."""
    with tempfile.TemporaryDirectory() as folder:
        certificate = _certificate(Path(folder))
        server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
        made = Receiver(server.server_address[1], str(certificate))
        server.RequestHandlerClass = _handler(made)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        context.sni_callback = lambda *_: time.sleep(made.hesitation)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        server.daemon_threads = True
        server.handle_error = lambda *_: None  # type: ignore[method-assign]
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        loopback = ip_address("127.0.0.1")
        with (
            resolving({HOST: ["127.0.0.1"]}),
            mock.patch.object(safe_http, "permitted", lambda address: address == loopback),
            mock.patch.object(safe_http, "trust", lambda: ssl.create_default_context(cafile=str(certificate))),
        ):
            yield made
        server.shutdown()
        server.server_close()


class Pushed:
    """A browser's push subscription, with the keys that decrypt its messages."""

    def __init__(self, there: Receiver) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = b"0123456789abcdef"
        public = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.subscription = json.dumps(
            {
                "endpoint": f"{there.url}/push/1",
                "expirationTime": None,
                "keys": {"p256dh": _encoded(public), "auth": _encoded(self._auth)},
            }
        )

    def read(self, body: bytes) -> Any:
        return json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"))


def _encoded(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


@contextmanager
def resolving(names: dict[str, list[str]], asked: Callable[[str], None] = lambda name: None) -> Iterator[None]:
    """Resolve these names to these addresses until the block ends, and call ``asked`` with each resolved name."""
    real = socket.getaddrinfo

    def found(host: Any, port: Any, *rest: Any, **more: Any) -> Any:
        if host not in names:
            return real(host, port, *rest, **more)
        asked(host)
        families = {True: socket.AF_INET6, False: socket.AF_INET}
        return [(families[":" in each], socket.SOCK_STREAM, 6, "", (each, port)) for each in names[host]]

    with mock.patch.object(socket, "getaddrinfo", found):
        yield


def _certificate(folder: Path) -> Path:
    """Write a self-signed certificate for :data:`HOST`, with its key, and return the path."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "certificate.pem"
    path.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return path
