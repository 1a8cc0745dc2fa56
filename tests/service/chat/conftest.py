"""A site on either database, and a game of two players with a chat."""

from __future__ import annotations

import pytest

from tests.service.sites import Person, Site


@pytest.fixture
def game(site: Site, ada: Person, ben: Person) -> str:
    return site.game(ada, ben)
