"""A site on either database, and a game of two in which there is something to talk about."""

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


@pytest.fixture
def game(site: Site, ada: Person, ben: Person) -> str:
    return site.game(ada, ben)
