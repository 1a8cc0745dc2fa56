"""Secrets in paths are never logged."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from unittest import mock

import pytest

from service.runtime.paths import loggable
from tests.service.sites import Site, close, site_on

SECRET = "c2VjcmV0.of-a-link"


@pytest.fixture
def site(sqlite_url: str) -> Iterator[Site]:
    made = site_on(sqlite_url, site_url="https://daybook.test/")
    yield made
    close(made)


def paths_with_secrets(site: Site) -> list[str]:
    """Return the paths of all routes that end with a secret: those whose converter accepts any text."""
    rules = [rule for rule in site.app.url_map.iter_rules() if {"token", "secret"} & rule.arguments]
    return [
        rule.rule.replace("<token>", SECRET).replace("<secret>", SECRET)
        for rule in rules
        if "<stream:" not in rule.rule
    ]


def test_paths_are_logged_without_secrets(site: Site) -> None:
    paths = paths_with_secrets(site)
    assert len(paths) == 6, "a page and its form for each kind of link"
    for path in paths:
        assert SECRET in path
        assert SECRET not in loggable(path)
    assert loggable("/games/0123/history") == "/games/0123/history"


@pytest.mark.parametrize("error", [OSError("odd"), ValueError("odd")])
def test_errors_are_logged_without_secrets(site: Site, error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    for path in paths_with_secrets(site):
        with caplog.at_level(logging.DEBUG), mock.patch.object(site.services.storage, "database", None):
            for method in ("GET", "POST"):
                site.app.test_client().open(path, method=method)
        with mock.patch.object(site.app, "full_dispatch_request", side_effect=error):
            site.app.test_client().get(path)
    assert "failed" in caplog.text
    assert SECRET not in caplog.text
