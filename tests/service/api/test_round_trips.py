"""Database round trips of a move, including its idempotency key, its response and the rate limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from unittest import mock
from uuid import uuid4

import pytest

from service.accounts import display_names
from service.app import create_app
from tests import round_trips
from tests.service.sites import Person, Site, close, site_on

COINS = {"command": {"action": "take_coins"}}
Trips = Callable[[], int]

WARM = 8
"""Moves after which the driver has prepared the statements of a move."""


@pytest.fixture
def site(postgres_url: str) -> Iterator[Site]:
    made = site_on(postgres_url, requests=1, embedded=False, write_limit="300 per minute")
    yield made
    close(made)


@pytest.fixture
def trips() -> Iterator[Trips]:
    with mock.patch.object(display_names, "FRESH", 3600.0), round_trips.counted() as counted:  # On a busy machine, too.
        yield counted


@pytest.fixture
def browser(site: Site) -> Person:
    """Return a user with a session instead of a token."""
    ben = site.person("Ben")
    logged_in = Person(site.app.test_client(), "Ben", ben.id)
    assert logged_in.post("/session", {"name": "Ben", "password": "password of Ben"}).status_code == 200
    return logged_in


def trips_per_move(site: Site, player: Person, trips: Trips) -> list[int]:
    """Return the numbers of round trips of some moves, each of which is undone."""
    game, version, found = site.game(player, player, undo="free"), 4, []
    for _ in range(WARM):
        before = trips()
        response = player.move(game, COINS, version, **{"Idempotency-Key": uuid4().hex})
        assert response.status_code == 200, response.text
        found.append(trips() - before)
        version = player.on_version(game, "undo", {}, version + 1).json["version"]
    return found


def test_move_takes_at_most_three_round_trips(site: Site, trips: Trips) -> None:
    """One for authentication and the stored response, one for the write, and one per three moves for the rate limit."""
    assert sorted(trips_per_move(site, site.person("Ada"), trips)[-3:]) == [2, 2, 3]


def test_move_after_another_process_takes_one_more_round_trip(site: Site, trips: Trips) -> None:
    ada, found = site.person("Ada"), []
    other = Site(create_app(site.services.config))
    there = Person(other.app.test_client(), token=ada.token)
    game = site.game(ada, ada, undo="free")
    for version in range(4, 4 + 2 * WARM, 2):
        assert there.move(game, COINS, version).status_code == 200
        before = trips()
        assert ada.on_version(game, "undo", {}, version + 1, **{"Idempotency-Key": uuid4().hex}).status_code == 200
        found.append(trips() - before)
    close(other)
    assert sorted(found[-3:]) == [3, 3, 4]


def test_move_with_a_session_takes_no_more_round_trips(site: Site, browser: Person, trips: Trips) -> None:
    assert sorted(trips_per_move(site, browser, trips)[-3:]) == [2, 2, 3]


def test_retry_takes_one_round_trip(site: Site, trips: Trips) -> None:
    ada = site.person("Ada")
    game = site.game(ada, ada)
    for _ in range(WARM):
        again = ada.move(game, COINS, 4, **{"Idempotency-Key": "again"})
    before = trips()
    again = ada.move(game, COINS, 4, **{"Idempotency-Key": "again"})
    assert again.headers["Idempotency-Replayed"] == "true"
    assert trips() - before == 1
