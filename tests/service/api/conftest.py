"""A site on an empty database, and its users."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.service.sites import Site, close, site_on


@pytest.fixture
def site(sqlite_url: str) -> Iterator[Site]:
    """Yield a site on SQLite."""
    made = site_on(sqlite_url)
    yield made
    close(made)


@pytest.fixture
def any_site(storage_url: str) -> Iterator[Site]:
    """Yield a site on either database: the test runs on both."""
    made = site_on(storage_url)
    yield made
    close(made)
