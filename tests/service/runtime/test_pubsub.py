"""Many listeners cost a process connections and little else. Real processes and sockets."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import psutil

from domain.log import HeadMoved, Recorded
from service.runtime.pubsub import PubSub
from service.storage import Storage
from tests.listeners import listeners
from tests.load_tests.clients import make_first_move, send_request, was_served
from tests.load_tests.sites import target
from tests.service.waiting import run_async
from tests.wait_until import wait_until

GAMES, EACH = 60, 5
KILOBYTES = 50
"""The maximum that a stream may cost the process."""

ROOM = 64 * 1024
"""Kilobytes that a process may use for other things meanwhile, such as cached games."""


def test_300_listeners_use_few_threads_and_little_memory(storage_url: str, tmp_path: Path) -> None:
    settings = {"DAYBOOK_LISTENERS": str(GAMES * EACH), "DAYBOOK_LISTENERS_EACH": "1000"}
    with target(storage_url, tmp_path, DAYBOOK_LIVE_WAIT="3600", **settings) as site, listeners(site.port) as all_:
        games = [game for game, _ in site.games(GAMES, "toy", seats=2)]
        all_.open(games[:1], 2)
        worker = site.worker()
        threads, memory = worker.num_threads(), worker.memory_info().rss
        all_.disconnect()
        wait_until(lambda: not open_sockets(worker, site.port))

        all_.open(games, EACH)
        assert all_.refused == []
        assert worker.num_threads() - threads <= 8, "some threads may have begun to handle requests"
        assert (worker.memory_info().rss - memory) / 1024 < ROOM + GAMES * EACH * KILOBYTES
        assert send_request(site.port, f"/api/games/{games[0]}/events?wait=1").status == 503, "all places are taken"
        assert wait_until(lambda: send_request(site.port, f"/games/{games[0]}"), was_served).status == 200

        with closing(site.player()) as player:
            for game in games[:3]:
                assert wait_until(partial(make_first_move, player, game), was_served).status == 200
        wait_until(lambda: len({(heard.game, heard.listener) for heard in all_.heard}) == 3 * EACH)
        time.sleep(0.2)
        assert Counter(heard.game for heard in all_.heard).keys() == set(games[:3]), (
            "only listeners of the same game receive a fact"
        )

        def reconnected() -> bool:
            """Return whether disconnected listeners have freed their places, once the process has noticed."""
            all_.disconnect()
            wait_until(lambda: not open_sockets(worker, site.port))
            all_.refused.clear()
            all_.open(games, EACH)
            return all_.refused == []

        wait_until(reconnected)


def open_sockets(worker: psutil.Process, port: int) -> int:
    return sum(it.laddr.port == port and it.status == "ESTABLISHED" for it in worker.net_connections("tcp"))


def test_fact_wakes_only_listeners_of_its_game(storage: Storage) -> None:
    live = PubSub(storage, places=2, each=2)
    own, other = (live.admit("ada", [stream]) for stream in ("own", "other"))

    async def wakes() -> list[str]:
        assert await own.wait(60) == "news", "the journal follower has started"
        await other.wait(0.2)  # This listener may have been admitted before or after the follower started.
        await asyncio.to_thread(record, storage, "own")
        return [await own.wait(60), await other.wait(0.2)]

    assert run_async(wakes()) == ["news", "nothing"]
    live.close()


def record(storage: Storage, stream: str) -> None:
    fact = Recorded(
        originator_id=stream,
        originator_version=1,
        at=datetime.now(UTC),
        command="",
        previous="",
        fact=HeadMoved(to=0),
    )
    storage.append([storage.application.mapper.to_stored_event(fact)])
