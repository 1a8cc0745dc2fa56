"""Compression: for clients that accept it, but not for requests that another site may have caused."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from typing import Any

import pytest

from service.server.server import Server
from tests.service.serving import port_of, serving

PAGE = b"<p>The same again and again.</p>" * 200
KINDS = {"/page": "text/html; charset=utf-8", "/picture": "image/png", "/short": "text/html", "/missing": "text/html"}


@pytest.fixture
def server() -> Iterator[Server]:
    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        body = b"<p>" if environ["PATH_INFO"] == "/short" else PAGE
        status = "404 Not Found" if environ["PATH_INFO"] == "/missing" else "200 OK"
        kind = KINDS[environ["PATH_INFO"]]
        start_response(status, [("Content-Type", kind), ("Content-Length", str(len(body))), ("ETag", '"1"')])
        return [body]

    with serving(application) as made:
        yield made


def asked(server: Server, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    line = HTTPConnection("127.0.0.1", port_of(server), timeout=60)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    line.request("GET", path, headers={"Accept-Encoding": "identity", **named})
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return answer, body


@pytest.mark.parametrize("takes", ["gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.5", "*"])
def test_a_page_is_compressed_for_those_who_take_that(server: Server, takes: str) -> None:
    answer, body = asked(server, "/page", Accept_Encoding=takes)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == PAGE
    assert int(answer.headers["Content-Length"]) == len(body) < len(PAGE) / 10
    assert answer.headers["ETag"] == 'W/"1"'
    assert "Accept-Encoding" in answer.headers["Vary"]


@pytest.mark.parametrize("takes", ["identity", "br", "gzip;q=0", ""])
def test_others_get_it_as_it_is(server: Server, takes: str) -> None:
    answer, body = asked(server, "/page", Accept_Encoding=takes)
    assert (answer.headers["Content-Encoding"], body, answer.headers["ETag"]) == (None, PAGE, '"1"')
    assert "Accept-Encoding" in answer.headers["Vary"]


@pytest.mark.parametrize("path", ["/picture", "/short", "/missing"])
def test_incompressible_content_stays_uncompressed(server: Server, path: str) -> None:
    assert asked(server, path, Accept_Encoding="gzip")[0].headers["Content-Encoding"] is None


@pytest.mark.parametrize(
    ("site", "coded"), [("none", "gzip"), ("same-origin", "gzip"), ("same-site", None), ("cross-site", None)]
)
def test_nothing_is_compressed_for_a_person_whom_another_site_let_ask(
    server: Server, site: str, coded: str | None
) -> None:
    headers = {"Accept_Encoding": "gzip", "Sec_Fetch_Site": site}
    assert asked(server, "/page", Cookie="session=1", **headers)[0].headers["Content-Encoding"] == coded
    assert asked(server, "/page", **headers)[0].headers["Content-Encoding"] == "gzip"
