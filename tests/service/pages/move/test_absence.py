"""Absent and replaced players, as shown in the list of players."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from service.usecases import moves
from service.workers.bot_runner import BotRunner
from service.workers.deadline_worker import DeadlineWorker
from tests.service.pages.reading import Reader, create_game
from tests.service.sites import Site


def players(page: str) -> str:
    return page.partition("Turn order")[2].partition("</table>")[0]


def test_a_replacement_is_shown_beside_the_former_player(
    ada: Reader, ben: Reader, reader: Callable[[], Reader]
) -> None:
    game, cleo = create_game(ada, ben), reader().registered("Cleo")
    ada.send(f"{game}/offer", seat="0")
    cleo.send(f"{game}/takeover", seat="0")
    shown = players(ben.get(game).text)
    assert shown.index("Cleo") < shown.index("formerly: Ada")


def test_substitute_bot_is_shown_and_its_moves_can_be_undone(
    site: Site, ada: Reader, ben: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = {"clock": "days_per_turn", "clock-days": "1", "clock-ran-out": "stand_in"}
    game = create_game(ada, ben, **clock)
    handler = site.services.handler
    assert "A substitute bot plays" not in players(ben.get(game).text)
    now = handler.clock
    monkeypatch.setattr(handler, "clock", lambda: now() + timedelta(days=3))
    site.catch_up()
    DeadlineWorker(handler).look()
    late = next(iter(handler.games.game(game[-32:]).table.clocks.out))
    other = (ada, ben)[1 - late]
    other.send(f"{game}/substitute-bot", seat=str(late))
    assert "A substitute bot is playing for" in players(other.get(game).text)
    absent, before = (ada, ben)[late], handler.games.game(game[-32:]).table.chairs[late].stood_in
    assert "Request undo of bot moves" not in absent.get(game).text
    while moves.bot_to_act(handler, handler.games.game(game[-32:])) is not None:
        BotRunner(handler)._look_at(game[-32:])
    absent.send(f"{game}/return", seat=str(late))
    assert "Request undo of bot moves" in absent.get(game).text
    absent.send(
        f"{game}/undo-request", seat=str(late), to=str(before), version=str(handler.games.game(game[-32:]).version)
    )
    other.send(f"{game}/undo-response", seat=str(1 - late), granted="yes")
    assert handler.games.game(game[-32:]).tree.head == before
    assert "Request undo of bot moves" not in absent.get(game).text
