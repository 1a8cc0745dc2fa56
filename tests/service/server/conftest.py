"""A server in this process, with an application that returns what it received."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from service.server.server import Server
from tests.service.serving import serving


@pytest.fixture
def served() -> Iterator[Server]:
    """Yield a server that returns the body of each request, or eight megabytes at /long."""

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        body = b"x" * 2**23 if environ["PATH_INFO"] == "/long" else environ["wsgi.input"].read()
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return [body]

    with serving(application) as server:
        yield server
