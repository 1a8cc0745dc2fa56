"""A site on either database, and a game of two in which there is something to talk about."""

from __future__ import annotations

import pytest

from tests.service.sites import Person, Site


@pytest.fixture
def game(site: Site, ada: Person, ben: Person) -> str:
    return site.game(ada, ben)
