"""Secrets in URLs: a real nginx with the configuration of ``deploy/nginx.conf`` keeps them out of every log."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
import yaml
from flask import Flask
from werkzeug.routing import Rule, UnicodeConverter

from service.runtime.paths import loggable
from tests.deploy.proxy import proxy
from tests.deploy.test_proxy import Web, running
from tests.service.sites import close, site_on

SECRET = "WyI1ZjAwIiwic2VjcmV0Il0.aRt3xQ.a-live_secret"
PUBLIC = {"name", "which", "part", "account", "filename"}
"""URL variables that are not secret: those of rules, drawings, game accounts and static files."""
KEYED = [
    "/games/{id}?invite={secret}",
    "/users/{id}/your-turn.atom?key={secret}",
    "/users/{id}/deadlines.ics?key={secret}",
]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    site = site_on(f"sqlite:///{tmp_path_factory.mktemp('site')}/x.sqlite")
    yield site.app
    close(site)


def secret_names(rule: Rule) -> set[str]:
    """Return the free-text variables of a URL, which count as secret unless listed in PUBLIC."""
    texts = {name for name, kind in rule._converters.items() if type(kind) is UnicodeConverter}
    return texts - PUBLIC


def secret_paths(app: Flask) -> list[str]:
    rules = [rule for rule in app.url_map.iter_rules() if secret_names(rule)]
    adapter = app.url_map.bind("localhost")
    paths = {
        adapter.build(rule.endpoint, dict.fromkeys(rule.arguments, SECRET), force_external=False) for rule in rules
    }
    assert len(paths) >= 3
    return sorted(paths)


def send_request(port: int, method: str, path: str, referrer: str) -> None:
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request(method, path, headers={"Referer": f"https://daybook.example{referrer}", "Content-Length": "0"})
    connection.getresponse().read()
    connection.close()


def test_proxy_logs_contain_no_secrets(tmp_path: Path, app: Flask) -> None:
    keyed = [address.format(id="0" * 32, secret=SECRET) for address in KEYED]
    with (
        running(Web()) as first,
        running(Web()) as second,
        proxy(tmp_path, [first.server_port, second.server_port]) as port,
    ):
        for failing in (False, True):
            first.failing = second.failing = failing
            for path in [*secret_paths(app), *keyed]:
                for method in ("GET", "POST"):
                    for variant in (path, f"/{path}", f"{path}/more", path.replace("reset-password", "Reset-Password")):
                        send_request(port, method, variant, path)
    log = (tmp_path / "nginx.log").read_text()
    assert SECRET not in log
    for path in secret_paths(app):
        assert f"GET {path.replace(SECRET, '***')} 200" in log
        assert f"POST {path.replace(SECRET, '***')} 502" in log


def test_application_logs_contain_no_secrets(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    for path in secret_paths(app):
        assert loggable(path) == path.replace(SECRET, "…")
    assert loggable("/games/x/history") == "/games/x/history"
    with caplog.at_level(logging.DEBUG), pytest.MonkeyPatch.context() as broken:
        for name in app.view_functions:
            broken.setitem(app.view_functions, name, lambda **_: 1 / 0)
        for path in secret_paths(app):
            assert app.test_client().get(path).status_code == 500
    assert len([record for record in caplog.records if "…" in record.getMessage()]) == len(secret_paths(app))
    assert SECRET not in "".join(record.getMessage() for record in caplog.records)


def test_pages_with_a_secret_send_only_the_origin_as_referrer(app: Flask) -> None:
    for path in secret_paths(app):
        response = app.test_client().get(path)
        assert response.headers["Referrer-Policy"] == "strict-origin"
    assert app.test_client().get("/").headers["Referrer-Policy"] == "same-origin"


def test_kubernetes_ingress_has_access_logs_disabled() -> None:
    text = (Path(__file__).parents[2] / "deploy" / "kubernetes" / "ingress.yaml").read_text()
    for ingress in yaml.safe_load_all(text):
        assert ingress["metadata"]["annotations"]["nginx.ingress.kubernetes.io/enable-access-log"] == "false"
