"""What must not run out: time to draw. A position is drawn once for all who see the same."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

import pytest

from service.pages import games
from service.process.kept import Kept
from service.storage import Unavailable
from tests.service.sites import Site, close, site_on


def test_whoever_waited_for_what_failed_makes_it_anew() -> None:
    kept = Kept(2)
    begun, fail = threading.Event(), threading.Event()

    def failing() -> str:
        begun.set()
        fail.wait(30)
        raise Unavailable

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(kept.get, "key", failing)
        begun.wait(30)
        second = pool.submit(kept.get, "key", lambda: "made")
        fail.set()
        with pytest.raises(Unavailable):
            first.result()
        assert second.result() == "made"


@pytest.fixture
def site(sqlite_url: str) -> Iterator[Site]:
    made = site_on(sqlite_url)
    yield made
    close(made)


def test_an_invitation_that_opens_nothing_draws_nothing(site: Site) -> None:
    ada = site.person("Ada")
    game = site.game(ada, ada)
    visitor = site.visitor().client
    with mock.patch.object(games, "_drawn", wraps=games._drawn) as drawn:
        for number in range(3):
            assert visitor.get(f"/games/{game}?invite={number}").status_code == 200
    assert drawn.call_count == 1
