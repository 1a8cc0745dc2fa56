"""Two hundred running games on one page: sorted, listed with few queries, and without secrets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from domain.play import to_act
from service.accounts import display_names
from service.tournaments import commands, rounds
from service.transfer.tournament import export_tournament
from service.usecases import moves
from service.usecases.command_handler import CommandContext
from tests import toy
from tests.service.sites import Person, Site, close, site_on
from tests.service.tournaments.test_organiser_actions import act_on_games, open_tournament_round
from tests.service.tournaments.test_tournament import LEAGUE

PAIRS = {"title": "Many", "rules": {**LEAGUE["rules"], "seats": 2, "points": [2, 0]}}


def count_queries(site: Site, ask: Any) -> int:
    database = site.services.storage.database
    rows = type(_rows(database))
    asked = []
    run = rows.execute

    def counted(self: Any, sql: str, params: Any = {}) -> Any:  # noqa: B006 - as it is called.
        asked.append(sql)
        return run(self, sql, params)

    with mock.patch.object(rows, "execute", counted):
        assert ask().status_code == 200
    return len(asked)


def _rows(database: Any) -> Any:
    with database.reading() as rows:
        return rows


def test_200_games_are_sorted_with_few_queries(site: Site, olga: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display_names, "FRESH", -1.0)  # Names are queried each time.
    tournament, games = open_tournament_round(site, olga, PAIRS, number=400)
    assert len(games) == 200
    path = f"/tournaments/{tournament}/running-games"
    asked = count_queries(site, lambda: olga.get(path))
    assert asked <= 12, asked
    late = games[7:190:9]
    assert act_on_games(olga, tournament, [game for game in games if game not in late], action="remind") == [None] * 179
    site.catch_up()
    shown = [each["game"] for each in olga.get(path).json]
    assert set(shown[: len(late)]) == set(late)
    assert len(shown) == 200
    assert count_queries(site, lambda: olga.get(path)) == asked


def test_organiser_view_does_not_depend_on_hidden_information(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands.secrets, "token_hex", lambda size: "ab" * size)
    received = [_world(tmp_path / name, monkeypatch, seed) for name, seed in (("one", b"1" * 32), ("other", b"2" * 32))]
    (one, hands), (other, other_hands) = received
    assert hands != other_hands
    for shown, otherwise in zip(one, other, strict=True):
        assert shown == otherwise


def _world(directory: Path, monkeypatch: pytest.MonkeyPatch, seed: bytes) -> tuple[list[str], Any]:
    """Return everything that an organiser receives, without random orders, and the hands that they do not."""
    directory.mkdir()
    monkeypatch.setattr(rounds.secrets, "token_bytes", lambda size: seed)
    site = site_on(f"sqlite:///{directory}/daybook.sqlite")
    olga = site.person("Olga")
    olga.client.post(
        "/log-in", data={"name": "Olga", "password": "password of Olga"}, headers={"Origin": "http://localhost"}
    )
    tournament, games = open_tournament_round(site, olga, LEAGUE, number=3)
    hands = site.services.handler.games.position(site.services.handler.games.game(games[0])).hands
    handler = site.services.handler
    _take_coins(site, games[0])
    site.catch_up()
    asked = [f"/tournaments/{tournament}{path}" for path in ("", "/standings", "/running-games")]
    asked += [f"/games/{games[0]}{path}" for path in ("", "/state", "/history", "/export", "/ledger")]
    pages = [f"/tournaments/{tournament}", f"/tournaments/{tournament}/games", f"/games/{games[0]}"]
    received = [olga.get(path).text for path in asked] + [olga.client.get(page).text for page in pages]
    received.append(b"".join(export_tournament(handler, tournament)).decode())
    assert act_on_games(olga, tournament, games, action="adjudicate") == [None]
    site.catch_up()
    received.append(olga.get(f"/tournaments/{tournament}/standings").text)
    close(site)
    return [_normalised(text) for text in received], hands


def _take_coins(site: Site, game: str) -> None:
    """Make a move that reveals nothing of the hands."""
    handler = site.services.handler
    now = handler.games.game(game)
    seat = to_act(now.ruleset, now.table, handler.games.position(now))[0].seat
    handler.run(
        moves.move(handler, game, CommandContext(actor=now.table.chairs[seat].user or "", seat=seat), toy.TakeCoins())
    )


def _normalised(text: str) -> str:
    """Replace ids, digests and times by their order of appearance: they are random, or change with time."""
    known: dict[str, str] = {}
    text = re.sub(r'data-part="[^"]*"', "data-part", text)  # Digests of content with ids.
    text = re.sub(r"\d{4}-\d\d-\d\d[T ][0-9:.]+(\+00:00|Z)?", "T", text)
    text = re.sub(r"(?:[A-Z][a-z]{2} \d{1,2}, \d{4},? )?\d{1,2}:\d\d(:\d\d)?(\W[AP]M)?( UTC)?", "T", text)
    return re.sub(r"[0-9a-f]{16,64}", lambda found: known.setdefault(found[0], f"id{len(known)}"), text)


def test_tournament_export_contains_no_names(site: Site, olga: Person) -> None:
    tournament, _ = open_tournament_round(site, olga, LEAGUE, number=3)
    file = b"".join(export_tournament(site.services.handler, tournament)).decode()
    assert not any(name in file for name in ("Person", "Winter", "Olga"))
