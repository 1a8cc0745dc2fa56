"""Notifications when a player is out of time: they tell the other players what they can do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.table.clock.options import Clock as Agreed
from domain.table.clock.options import DaysPerTurn, RanOut
from service.accounts.display_names import Names
from service.notifications import inbox
from service.presenters.notifications import notification_texts
from service.readmodels.projection import catch_up
from service.usecases.command_handler import CommandHandler
from service.workers.notifier import follow
from tests.clocks import Clock
from tests.service.sites import Site, close, site_on
from tests.service.workers.test_deadline_worker import run_deadline_worker, start_clocked_game


@pytest.fixture
def site(storage_url: str) -> Iterator[Site]:
    made = site_on(storage_url)
    yield made
    close(made)


@pytest.mark.parametrize(
    ("ran_out", "by_itself", "detail"),
    [
        ("remind", False, "You can message them in the chat. If all players agree, the game ends."),
        ("offer", False, "You can offer their seat to a replacement."),
        ("offer", True, "Their seat is on offer. A replacement can take it over."),
        ("stand_in", False, "You can let a substitute bot play for them until they return."),
        ("stand_in", True, "A substitute bot is playing for them until they return."),
        ("end", False, "A majority of the other players can end the game."),
    ],
)
def test_other_players_are_notified_of_their_options(site: Site, ran_out: RanOut, by_itself: bool, detail: str) -> None:
    storage, clock = site.services.storage, Clock()
    handler = CommandHandler(storage, clock)
    game = start_clocked_game(handler, Agreed(pace=DaysPerTurn(days=1), ran_out=ran_out, by_itself=by_itself), seats=3)
    clock.advance(days=1)
    run_deadline_worker(handler, game)
    catch_up(storage)
    follow(storage, clock.now)
    with site.app.test_request_context():
        for user in ("ben", "cleo"):
            with storage.database.reading() as rows:
                notifications = [each for each in inbox.of_user(rows, user) if each.kind == "late"]
            (found,) = notification_texts(storage.database, Names(storage.database), notifications)
            assert "is out of time in" in found.title
            assert found.detail == detail
    with storage.database.reading() as rows:
        assert "late" not in [each.kind for each in inbox.of_user(rows, "ada")]
