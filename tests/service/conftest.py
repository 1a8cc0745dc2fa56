"""A site on either database, with two users. Folders whose tests need another kind of site have their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.service.sites import Person, Site, close, site_on


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url)
    yield made
    close(made)


@pytest.fixture
def ada(site: Site) -> Person:
    return site.person("Ada")


@pytest.fixture
def ben(site: Site) -> Person:
    return site.person("Ben")
