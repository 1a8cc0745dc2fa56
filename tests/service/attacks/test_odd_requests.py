"""Malformed requests: each gets a page or a problem document with the usual headers, and none causes a server error."""

from __future__ import annotations

import json
import logging
import random
import re
import socket
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from service.runtime.middleware import SECURITY_HEADERS
from tests import servers
from tests.load_tests.clients import was_served
from tests.service.sites import Site, close, site_on
from tests.wait_until import wait_until

GAME = "0" * 32
CLOSED = b"Connection: close\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
JSON = b"Content-Type: application/json\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"


def request(line: str, *headers: bytes, body: bytes = b"", host: bytes = b"Host: daybook.test\r\n") -> bytes:
    return line.encode("latin-1") + b" HTTP/1.1\r\n" + host + CLOSED + b"".join(headers) + b"\r\n" + body


def content_length(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n" % len(body)


LARGE = b"invite=" + b"x" * 70_000

ODD_REQUESTS = {
    "a form that is too large": (request(f"POST /games/{GAME}/join", FORM, content_length(LARGE), body=LARGE), 303),
    "a bad token where nothing is": (request("GET /nothing", b"Authorization: Bearer x\r\n"), 404),
    "a bad token on a page": (request("GET /", b"Authorization: Bearer x\r\n"), 401),
    "a bad token with a form": (request(f"POST /games/{GAME}/undo", b"Authorization: Bearer x\r\n", FORM), 401),
    "an empty label": (request("GET /", host=b"Host: a..b\r\n"), 400),
    "an empty label, API": (request("GET /api/games", host=b"Host: a..b\r\n"), 400),
    "an empty label, for users": (request("POST /games/import", host=b"Host: a..b\r\n"), 400),
    "a long label": (request("GET /", host=b"Host: " + b"a" * 64 + b"\r\n"), 400),
    "a chunk of no size": (request("POST /api/users", JSON, CHUNKED, body=b"zz\r\n{}\r\n0\r\n\r\n"), 400),
    "a chunk without its end": (request("POST /api/users", JSON, CHUNKED, body=b"2\r\n{}x"), 400),
    "chunks that stop": (request("POST /api/users", JSON, CHUNKED, body=b"ff\r\n{}"), 400),
    "a form of bad chunks": (request("POST /log-in", FORM, CHUNKED, body=b"-1\r\n{}\r\n0\r\n\r\n"), 400),
    "a body that stops": (request("POST /api/users", JSON, b"Content-Length: 99\r\n", body=b"{}"), 400),
    "no request": (b"what is this?\r\n\r\n", 400),
    "a line that is too long": (request("GET /" + "a" * 5000), 414),
    "headers that are too long": (request("GET /", b"A: " + b"a" * 9000 + b"\r\n"), 431),
    "an unknown expectation": (request("GET /", b"Expect: a miracle\r\n"), 417),
    "an unknown coding": (request("POST /api/users", JSON, b"Transfer-Encoding: rot13\r\n"), 400),
    "two lengths": (request("POST /api/users", JSON, b"Content-Length: 1\r\nContent-Length: 2\r\n", body=b"{}"), 400),
    "a length and chunks": (request("POST /api/users", JSON, CHUNKED, content_length(b"{}"), body=b"0\r\n\r\n"), 400),
    "a negative length": (request("POST /api/users", JSON, b"Content-Length: -5\r\n"), 400),
    "a header that is none": (request("GET /", b"no colon\r\n"), 400),
}  # fmt: skip


@dataclass
class Served:
    """A real process, its log, and a user who plays a game against themselves."""

    port: int
    log: Path
    token: str = ""
    game: str = ""

    def open_game(self) -> None:
        credentials = {"name": "Ada", "password": "password of Ada"}
        self._ask("/users", credentials)
        _, headers, _ = self._ask("/session", credentials)
        cookies = "; ".join(cookie.partition(";")[0] for cookie in headers["set-cookie"].split("\n"))
        made = self._ask("/tokens", {"label": "odd"}, f"Cookie: {cookies}\r\n".encode())
        self.token = json.loads(made[2])["token"]
        bearer = f"Authorization: Bearer {self.token}\r\n".encode()
        wanted = {"ruleset": "brass-birmingham", "name": "Odd", "seats": 2}
        self.game = json.loads(self._ask("/games", wanted, bearer)[2])["id"]
        for seat in range(2):
            self._ask(f"/games/{self.game}/join", {"seat": seat}, bearer, b"If-Match: *\r\n")
        status, _, content = self._ask(f"/games/{self.game}/start", {}, bearer, b"If-Match: *\r\n")
        assert status == 200, content

    def _ask(self, path: str, sent: Any, *headers: bytes) -> tuple[int, dict[str, str], bytes]:
        body = json.dumps(sent).encode()
        return send(self.port, request(f"POST /api{path}", JSON, content_length(body), *headers, body=body))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    directory = tmp_path_factory.mktemp("odd")
    variables = servers.environment(f"sqlite:///{directory}/daybook.sqlite", DAYBOOK_ARGON2_MEMORY="64")
    servers.run("migrate", variables=variables)
    with servers.web(variables=variables, log=directory / "log") as (port, _):
        made = Served(port, directory / "log")
        made.open_game()
        yield made


def send(port: int, sent: bytes) -> tuple[int, dict[str, str], bytes]:
    """Return the response, retrying while the server is overloaded."""
    return wait_until(lambda: send_once(port, sent), was_served)


def send_once(port: int, sent: bytes) -> tuple[int, dict[str, str], bytes]:
    """Return the status, the headers by lower-case name (repeated headers joined by newlines) and the body."""
    with closing(socket.create_connection(("127.0.0.1", port), timeout=30)) as line:
        line.sendall(sent)
        line.shutdown(socket.SHUT_WR)
        received = b"".join(iter(lambda: line.recv(65536), b""))
    head, _, body = received.partition(b"\r\n\r\n")
    status, *lines = head.decode("latin-1").split("\r\n")
    found = re.fullmatch(r"HTTP/1\.[01] (\d{3}) .*", status)
    assert found, received[:300]
    headers: dict[str, str] = {}
    for name, _, value in (line.partition(": ") for line in lines):
        headers[name.lower()] = "\n".join(filter(None, (headers.get(name.lower()), value)))
    return int(found[1]), headers, body


def assert_well_formed(sent: bytes, response: tuple[int, dict[str, str], bytes]) -> None:
    status, headers, body = response
    assert status < 500, (sent[:500], status, body[:500])
    assert {name.lower() for name in SECURITY_HEADERS} <= set(headers), (sent[:500], headers)
    if status >= 400 and not sent.startswith(b"HEAD"):
        kind = headers["content-type"].partition(";")[0]
        assert kind in ("application/problem+json", "text/html"), (sent[:500], headers)
        assert body, sent[:500]


@pytest.mark.parametrize("odd", ODD_REQUESTS)
def test_odd_request_gets_the_expected_status(served: Served, odd: str) -> None:
    sent, status = ODD_REQUESTS[odd]
    response = send(served.port, sent)
    assert_well_formed(sent, response)
    assert response[0] == status, response


def test_random_requests_cause_no_server_error(served: Served) -> None:
    rng = random.Random(9)
    for _ in range(500):
        sent = _random_request(served, rng)
        assert_well_formed(sent, send(served.port, sent))
    assert "Traceback" not in served.log.read_text()


METHODS = ["GET", "GET", "POST", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW", "get"]
PATHS = [
    "/", "//", "/?", "/%", "/%00", "/%ff", "/\xff", "/../..", "/api", "/api/", "/api//games", "/apix", "*",
    "/api/games", "/api/users", "/api/session", "/api/tokens", "/api/import", "/api/health", "/api/openapi.json",
    "/api/docs", "/games/new", "/games", "/games/import", "/log-in", "/log-out", "/sign-up", "/account",
    "/account/tokens", "/account/password", "/rules/barrage", "/rules/%00", "/static/", "/static/%2e%2e/app.py",
    "/static/styles/daybook.css", "http://elsewhere.test/", "/nothing\x7f",
    *(f"/api/games/GAME{part}" for part in (
        "", "/state", "/history", "/ledger", "/branches", "/audit", "/export", "/events", "/moves", "/choices",
        "/board.svg", "/join", "/start", "/undo", "/invitation-link")),
    *(f"/games/GAME{part}" for part in (
        "", "/join", "/undo", "/branch", "/audit", "/abandon", "/seed-contribution", "/confirmation")),
]  # fmt: skip
QUERIES = ["?", "?at=x", "?at=" + "9" * 400, "?seat=-1", "?cursor=%00", "?cursor=AAAA", "?limit=1&limit=2", "?%ff=%ff",
           "?invite=%C3%A9", "?list=mine", "?wait=nan", "?picks=" + "x" * 300, "?next=//x", "?seat=\xb2"]  # fmt: skip
HEADERS = [
    b"Authorization: Bearer x", b"Authorization: Bearer \xff", b"Authorization: Basic !", b"Authorization:",
    b"Cookie: session=x", b"Cookie: session=.eJw.x.y; session=\xff", b"Cookie: \x00",
    b"Origin: null", b"Origin: http://[",
    b"Accept-Language: \xff;q=x, *, -", b"Accept-Language: " + b"a-" * 500,
    b"If-Match: *", b'If-Match: "\xff', b'If-Match: W/"1"', b'If-Match: "99999999999999999999"',
    b'If-None-Match: "',
    b"Range: bytes=9-1", b"If-Modified-Since: never", b"Last-Event-ID: x", b"Upgrade: h2c", b"Content-Encoding: gzip",
    b"Idempotency-Key: \xff", b"Idempotency-Key:", b"Idempotency-Key: " + b"k" * 300, b"Sec-Fetch-Site: cross-site",
    b"X-Forwarded-Host: a..b", b"X-Forwarded-For: \xff", b"X-Forwarded-Proto: gopher",
    b"Content-Type: text/plain; charset=klingon", b"Content-Type: \xff", b"Content-Type: multipart/form-data",
    b"Content-Type: multipart/form-data; boundary=\xff", b"Content-Type: application/x-ndjson",
    *[b"Content-Type: application/json", b"Content-Type: application/x-www-form-urlencoded"] * 3,
]  # fmt: skip
HOSTS = [
    *[b"Host: daybook.test"] * 6, b"Host:", b"Host: a..b", b"Host: .", b"Host: [", b"Host: [::1]:x", b"Host: \xff",
    b"Host: a:99999999", b"Host: xn--a", b"Host: " + b"a" * 70, b"Host: a b", b"Host: a/../b", b"Host: user@host",
    b"X-No-Host: x",
]  # fmt: skip
BODIES = [
    b"", b"{}", b"[]", b"null", b"{", b"\xff", b'{"name":' * 2000, b"name=%ff&password=%00", b"a=" + b"b" * 70_000,
    b"--\xff\r\n", b'{"name": "Ada", "password": "\\ud800"}', b"&" * 5000, b"1e999",
]  # fmt: skip


def _random_request(served: Served, rng: random.Random) -> bytes:
    path = rng.choice(PATHS).replace("GAME", rng.choice([GAME, served.game, served.game]))
    line = f"{rng.choice(METHODS)} {path}{rng.choice(QUERIES) if rng.random() < 0.4 else ''}"
    headers = [header + b"\r\n" for header in rng.sample(HEADERS, rng.randrange(4))]
    if rng.random() < 0.5:
        headers.append(f"Authorization: Bearer {served.token}\r\n".encode())
    body = rng.choice(BODIES) if rng.random() < 0.6 else b""
    if rng.random() < 0.2:
        headers.append(CHUNKED)
        chunked = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
        body = rng.choice([chunked, body, b"fffffffff\r\n" + body, b"0\r\n\r\n"])
    elif body:
        headers.append(content_length(body))
    return request(line, *headers, body=body, host=rng.choice(HOSTS) + b"\r\n")


class TestErrorsInErrorHandling:
    """Errors in the code that reports errors."""

    @pytest.fixture
    def site(self, sqlite_url: str) -> Iterator[Site]:
        made = site_on(sqlite_url)
        yield made
        close(made)

    @pytest.mark.parametrize(
        ("path", "content_type"), [("/nothing", "text/html"), ("/api/nothing", "application/problem+json")]
    )
    def test_gets_a_500_response_and_is_logged(
        self, site: Site, path: str, content_type: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        broken = mock.patch("service.http.problems.Problem.body", side_effect=RuntimeError("the inside"))
        with broken, caplog.at_level(logging.ERROR):
            response = site.app.test_client().get(path)
        assert (response.status_code, response.mimetype) == (500, content_type)
        assert set(SECURITY_HEADERS) <= set(response.headers.keys())
        assert "inside" not in response.text
        assert f"GET {path} failed" in caplog.messages
