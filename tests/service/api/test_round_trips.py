"""What a move asks of a server: so few round trips, with its key, its answer and the limits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from service.storage.library import postgres
from tests.service.sites import Person, Site, close, site_on

COINS = {"command": {"action": "take_coins"}}
WARM = 8
"""Moves after which the driver has prepared the statements of a move."""


@pytest.fixture
def site(postgres_url: str) -> Iterator[Site]:
    made = site_on(postgres_url, requests=1, embedded=False)
    yield made
    close(made)


@pytest.fixture
def trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where all that goes between the pool's connections and the server is written down, message by message."""
    path = tmp_path / "trace"
    handle = path.open("a")
    taken = postgres._Pool.getconn

    def traced(pool: Any, timeout: float | None = None) -> psycopg.Connection[Any]:
        connection = taken(pool, timeout)
        connection.pgconn.trace(handle.fileno())
        return connection

    monkeypatch.setattr(postgres._Pool, "getconn", traced)
    return path


def trips(trace: Path) -> int:
    """How often the server has said that it is ready for more, which ends a round trip."""
    return trace.read_text().count("\tReadyForQuery\t")


@pytest.fixture
def browser(site: Site) -> Person:
    """Somebody with a session instead of a token."""
    ben = site.person("Ben")
    logged_in = Person(site.app.test_client(), "Ben", ben.id)
    assert logged_in.post("/session", {"name": "Ben", "password": "password of Ben"}).status_code == 200
    return logged_in


def of_moves(site: Site, player: Person, trace: Path) -> list[int]:
    """How many round trips each of some moves is; each is taken back again."""
    game, version, found = site.game(player, player, undo="free"), 4, []
    for _ in range(WARM):
        before = trips(trace)
        answer = player.move(game, COINS, version, **{"Idempotency-Key": uuid4().hex})
        assert answer.status_code == 200, answer.text
        found.append(trips(trace) - before)
        version = player.on_version(game, "undo", {}, version + 1).json["version"]
    return found


def test_a_move_is_four_round_trips(site: Site, trace: Path) -> None:
    """Who asks and what they were answered before; the count; what is new in the game; facts and answer."""
    assert of_moves(site, site.person("Ada"), trace)[-1] == 4


def test_a_move_by_a_session_is_as_few(site: Site, browser: Person, trace: Path) -> None:
    assert of_moves(site, browser, trace)[-1] == 4


def test_a_repetition_is_one_round_trip(site: Site, trace: Path) -> None:
    ada = site.person("Ada")
    game = site.game(ada, ada)
    for _ in range(WARM):
        again = ada.move(game, COINS, 4, **{"Idempotency-Key": "again"})
    before = trips(trace)
    again = ada.move(game, COINS, 4, **{"Idempotency-Key": "again"})
    assert again.headers["Idempotency-Replayed"] == "true"
    assert trips(trace) - before == 1
