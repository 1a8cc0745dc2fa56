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


def fetch(server: Server, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    connection = HTTPConnection("127.0.0.1", port_of(server), timeout=60)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET", path, headers={"Accept-Encoding": "identity", **named})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


@pytest.mark.parametrize("takes", ["gzip", "gzip, deflate, br", "br;q=1.0, gzip;q=0.5", "*"])
def test_page_is_compressed_for_clients_that_accept_gzip(server: Server, takes: str) -> None:
    response, body = fetch(server, "/page", Accept_Encoding=takes)
    assert response.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body) == PAGE
    assert int(response.headers["Content-Length"]) == len(body) < len(PAGE) / 10
    assert response.headers["ETag"] == 'W/"1"'
    assert "Accept-Encoding" in response.headers["Vary"]


@pytest.mark.parametrize("takes", ["identity", "br", "gzip;q=0", ""])
def test_page_is_uncompressed_for_other_clients(server: Server, takes: str) -> None:
    response, body = fetch(server, "/page", Accept_Encoding=takes)
    assert (response.headers["Content-Encoding"], body, response.headers["ETag"]) == (None, PAGE, '"1"')
    assert "Accept-Encoding" in response.headers["Vary"]


@pytest.mark.parametrize("path", ["/picture", "/short", "/missing"])
def test_pictures_and_short_and_error_responses_are_uncompressed(server: Server, path: str) -> None:
    assert fetch(server, path, Accept_Encoding="gzip")[0].headers["Content-Encoding"] is None


@pytest.mark.parametrize(
    ("site", "coded"), [("none", "gzip"), ("same-origin", "gzip"), ("same-site", None), ("cross-site", None)]
)
def test_cross_site_requests_with_cookies_get_uncompressed_pages(server: Server, site: str, coded: str | None) -> None:
    headers = {"Accept_Encoding": "gzip", "Sec_Fetch_Site": site}
    assert fetch(server, "/page", Cookie="session=1", **headers)[0].headers["Content-Encoding"] == coded
    assert fetch(server, "/page", **headers)[0].headers["Content-Encoding"] == "gzip"
