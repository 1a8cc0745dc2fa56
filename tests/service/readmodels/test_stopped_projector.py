"""Waiting for a stopped projector: a request waits only once, and then gets an answer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from service import queries
from tests.service.sites import Site, close, site_on

BOUND = 0.3
"""Seconds that a request may wait for read models in all."""


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    """Yield a site as it is configured by default, whose projector does not run."""
    made = site_on(storage_url, projection_patience=BOUND)
    yield made
    close(made)


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return how long requests meant to sleep while they waited for read models."""
    pauses: list[float] = []

    def sleep(seconds: float) -> None:
        time.sleep(seconds)
        pauses.append(seconds)

    monkeypatch.setattr(queries, "time", SimpleNamespace(monotonic=time.monotonic, sleep=sleep))
    return pauses


def test_page_waits_once_for_all_reads_and_is_served_by_replay(site: Site, slept: list[float]) -> None:
    """A game's page of a logged-in user reads the ledger, the branches and the number of games waiting for them."""
    ada, ben = site.person("Ada"), site.person("Ben")
    game = site.game(ada, ben)
    ada.move(game, {"command": {"action": "take_coins"}})
    credentials = {"name": "Ben", "password": "password of Ben"}
    ben.client.post("/log-in", data=credentials, headers={"Origin": "http://localhost"})
    page = ben.client.get(f"/games/{game}")
    assert page.status_code == 200
    assert "Ada takes 2 coins." in page.text
    assert 0 < sum(slept) < BOUND + 0.1


def test_list_waits_once_and_is_served_stale(site: Site, slept: list[float]) -> None:
    ada = site.person("Ada")
    first = site.table(ada)
    site.catch_up()
    site.table(ada)
    assert [table["id"] for table in ada.get("/games").json["games"]] == [first]
    assert 0 < sum(slept) < BOUND + 0.1


def test_requests_do_not_wait_again_until_the_read_model_advances(site: Site, slept: list[float]) -> None:
    ada = site.person("Ada")
    site.table(ada)
    assert ada.get("/games").json["games"] == []
    waited = list(slept)
    assert waited
    assert ada.get("/games").json["games"] == []
    assert slept == waited
    site.catch_up()
    second = site.table(ada)
    slept.clear()
    assert second not in [table["id"] for table in ada.get("/games").json["games"]]
    assert slept, "the read model has advanced meanwhile"


def test_only_the_first_request_waits_for_a_stopped_projector(site: Site, slept: list[float]) -> None:
    """The read models of one projector stop together, so a wait for one of them is a wait for all."""
    ada = site.person("Ada")
    first, second = site.game(ada, ada), site.game(ada, ada)
    paths = [f"/games/{game}{what}" for game in (first, second) for what in ("", "/history", "/ledger", "/branches")]
    waits = []
    for path in [*paths, "/games"]:
        slept.clear()
        assert ada.get(path).status_code == 200
        waits.append(bool(slept))
    assert waits.count(True) == 1


def test_request_waiting_for_a_read_model_takes_no_place(
    site: Site, slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, gate = site.person("Ada"), site.services.admission_control
    site.table(ada)
    outside: list[bool] = []
    released = gate.released

    @contextmanager
    def noted() -> Iterator[None]:
        before = len(slept)
        with released():
            yield
        outside.append(len(slept) == before + 1)

    monkeypatch.setattr(gate, "released", noted)
    ada.get("/games")
    assert len(outside) == len(slept) > 0
    assert all(outside)


def test_requests_do_not_wait_if_the_projector_keeps_up(site: Site, slept: list[float]) -> None:
    ada = site.person("Ada")
    game = site.game(ada, ada)
    site.catch_up()
    assert ada.get(f"/games/{game}/history").status_code == 200
    assert ada.client.get(f"/games/{game}").status_code == 200
    assert slept == []
