"""Health: the progress of the read models, and whether the workers run."""

from __future__ import annotations

from datetime import timedelta

import pytest

from service.calendars import outages
from service.workers.deadline_worker import DeadlineWorker
from service.workers.registry import Workers
from tests.service.sites import Site
from tests.wait_until import wait_until


def test_shows_the_lag_of_each_read_model(any_site: Site) -> None:
    ada = any_site.person("Ada")
    any_site.table(ada)
    before = any_site.visitor().get("/health").json
    assert before["status"] == "ok"
    assert all(model["lag"] > 0 for model in before["read_models"])
    any_site.catch_up()
    any_site.services.heartbeat.beat()
    after = any_site.visitor().get("/health").json
    assert {model["name"]: model["lag"] for model in after["read_models"]} == {
        "tables": 0, "positions": 0, "history": 0, "ledger": 0, "branches": 0, "deadlines": 0,
    }  # fmt: skip


def test_shows_the_age_of_the_last_worker_report(any_site: Site) -> None:
    storage, heartbeat = any_site.services.storage, any_site.services.heartbeat
    assert any_site.visitor().get("/health").json["worker_age"] is None
    ages = {}
    for minutes in (5, 0):  # An earlier report never replaces a later one.
        with storage.dedicated_connection() as rows:
            outages.beat_of_worker(rows, storage.clock() - timedelta(minutes=minutes))
        heartbeat.beat()
        health = any_site.visitor().get("/health").json
        ages[health["status"]] = health["worker_age"] // 60
    assert ages == {"behind": 5, "ok": 0}


def test_workers_report_only_while_all_of_them_work(any_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    services = any_site.services
    monkeypatch.setattr(DeadlineWorker, "work", lambda keeper: 1 / keeper.broken)
    monkeypatch.setattr(DeadlineWorker, "broken", 0, raising=False)
    workers = Workers(services.storage, services.handler, lambda email: None, "http://here")
    workers.start()
    try:
        wait_until(lambda: {worker.state for worker in workers.workers} >= {"interrupted", "working"})
        services.heartbeat.beat()
        assert any_site.visitor().get("/health").json["worker_age"] is None
        monkeypatch.setattr(DeadlineWorker, "work", lambda keeper: keeper.stopping.wait())
        wait_until(
            lambda: services.heartbeat.beat() and any_site.visitor().get("/health").json["worker_age"] is not None
        )
    finally:
        workers.stop()
