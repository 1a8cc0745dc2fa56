"""Branches opened by the use cases, and their cost to other users."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from domain import aggregate, play
from domain.table.refusals import Refused
from projections import branches as branch_model
from projections.db_protocol import Rows
from service.readmodels.projection import catch_up
from service.storage import Storage
from service.storage.sqlite import SQLiteStorage
from service.usecases import branch_quota, branches
from service.usecases.command_handler import CommandContext, CommandHandler
from tests.service import playing
from tests.service.sites import Site, close, site_on


def test_branch_starts_where_play_can_continue(tmp_path: Path) -> None:
    """A version within a move (a turn that ended, before the next seat's began) means the end of that move."""
    handler = playing.new_daybook(tmp_path)
    game = playing.play_to_end(handler, playing.start_game(handler))
    amid = next(
        version
        for version in range(1, game.version)
        if aggregate.has_position(game, version) and aggregate.move_end(game, version) > version
    )
    branch = branches.open_branch(handler, game.id, CommandContext(actor="ada"), at=amid, viewer="auditor", name="amid")
    assert branch.origin is not None
    assert branch.origin.opened.at_version == aggregate.move_end(game, amid)
    assert aggregate.state(branch) == aggregate.state(game, aggregate.move_end(game, amid))
    assert play.to_act(branch.ruleset, branch.table, aggregate.state(branch))


def test_branch_nesting_is_limited(tmp_path: Path) -> None:
    """Reading a branch also reads every stream it continues, so the number of these must stay small."""
    handler = playing.new_daybook(tmp_path)
    game = playing.start_game(handler)
    for _ in range(branches.DEEPEST):
        game = branches.open_branch(
            handler, game.id, CommandContext(actor="ada"), at=game.version, viewer=0, name="deeper"
        )
    with pytest.raises(Refused):
        branches.open_branch(handler, game.id, CommandContext(actor="ada"), at=game.version, viewer=0, name="too deep")
    branches.open_branch(
        handler, game.origin.opened.origin, CommandContext(actor="ada"), at=1, viewer=0, name="beside it"
    )
    catch_up(handler.storage)


def opened(handler: CommandHandler, stream: str, by: str, number: int) -> None:
    at = handler.games.game(stream).version
    for _ in range(number):
        branches.open_branch(handler, stream, CommandContext(actor=by), at=at, viewer="auditor", name=f"of {by}")


class TestBranchQuota:
    @pytest.fixture
    def handler(self, storage: Storage) -> CommandHandler:
        return CommandHandler(storage)

    @pytest.fixture
    def game(self, handler: CommandHandler) -> str:
        return playing.start_game(handler).id

    def test_quota_covers_a_game_and_its_branches_per_user(self, handler: CommandHandler, game: str) -> None:
        branch = branches.open_branch(handler, game, CommandContext(actor="cleo"), at=5, viewer="auditor", name="first")
        opened(handler, game, "cleo", branch_quota.MOST - 2)
        last = CommandContext(actor="cleo")
        for _ in range(3):
            branches.open_branch(
                handler, branch.id, last, at=1, viewer="auditor", name="the last, sent again and again"
            )
        for stream in (game, branch.id):
            with pytest.raises(Refused):
                opened(handler, stream, "cleo", 1)
        opened(handler, game, "dora", 1)
        opened(handler, playing.start_game(handler, name="another").id, "cleo", 1)

    def test_branches_opened_before_counting_count(self, handler: CommandHandler, game: str) -> None:
        opened(handler, game, "cleo", branch_quota.MOST)
        catch_up(handler.storage)
        with handler.storage.database.transaction() as rows:
            rows.execute("DELETE FROM branch_counts")
        for _ in range(2):
            with pytest.raises(Refused):
                opened(handler, game, "cleo", 1)

    def test_a_branch_that_fails_to_open_does_not_count(self, handler: CommandHandler, game: str) -> None:
        opened(handler, game, "cleo", branch_quota.MOST - 1)
        with mock.patch.object(handler.storage, "append", side_effect=OSError), pytest.raises(OSError):
            opened(handler, game, "cleo", 1)
        opened(handler, game, "cleo", 1)
        with pytest.raises(Refused):
            opened(handler, game, "cleo", 1)

    def test_concurrent_opening_cannot_exceed_the_quota(self, handler: CommandHandler, game: str) -> None:
        opened(handler, game, "cleo", branch_quota.MOST - 10)
        with ThreadPoolExecutor(8) as threads:
            attempts = [threads.submit(opened, handler, game, "cleo", 1) for _ in range(30)]
        assert sum(attempt.exception() is None for attempt in attempts) == 10
        assert {type(attempt.exception()) for attempt in attempts} == {type(None), Refused}


class TestCostToOthers:
    """The rows and streams read for another user."""

    @pytest.fixture
    def site(self, storage_url: str) -> Iterator[Site]:
        made = site_on(storage_url)
        made.services.last_seen.stop()  # Its thread can write at any moment, so counts would vary.
        yield made
        close(made)

    @pytest.mark.parametrize("over", [False, True], ids=["running", "over"])
    def test_cost_does_not_grow_with_strangers_branches(self, site: Site, over: bool) -> None:
        ada = site.person("Ada")
        game = site.game(ada, ada)
        if over:
            site.finish(game, ada, ada)
        paths = (f"/games/{game}", f"/games/{game}/branches", f"/api/games/{game}/branches")
        costs: dict[str, list[Counter[str]]] = {path: [] for path in paths}
        for stranger in ("cleo", "dora", "emil"):
            opened(site.services.handler, game, stranger, branch_quota.MOST)
            site.catch_up()
            for path in paths:
                site.services.display_names.changed()
                with count_reads(site) as cost:
                    assert ada.client.get(path, headers=ada.authorization).status_code == 200
                costs[path].append(cost)
        for path in paths:
            assert costs[path][1] == costs[path][2], path
            assert costs[path][1]["streams"] <= 2, path

    @pytest.mark.parametrize("owner", [None, "ada"])
    def test_query_reads_only_the_rows_of_a_page(self, storage: Storage, owner: str | None) -> None:
        """However many branches there are, the database goes to the first row of a page and stops after its last."""
        row = {
            "root": "root",
            "origin": "root",
            "at_version": 1,
            "viewer": None,
            "imagined": True,
            "imported": None,
            "from_file": False,
            "shared": True,
            "version": 1,
            "updated_at": "",
        }
        some = [
            {**row, "stream": f"{number:032x}", "owner": ("ada", "cleo")[number % 2], "opened_at": f"{number:09}"}
            for number in range(3000)
        ]
        with storage.database.transaction() as rows:
            rows.insert("branches", some)
            rows.execute("ANALYZE")
        for listed in (branch_model.page, partial(branch_model.newest, limit=20)):
            asked: list[tuple[str, Any]] = []
            listed(QueryRecorder(asked), "root", owner=owner)
            with storage.database.reading() as rows:
                plan = str(rows.execute(*explain(storage, *asked[0])))
            assert "branches_by_" in plan
            assert "Sort" not in plan
            assert "TEMP B-TREE" not in plan
            assert "Filter" not in plan


class QueryRecorder:
    """Records queries instead of running them."""

    def __init__(self, asked: list[tuple[str, Any]]) -> None:
        self._asked = asked

    def execute(self, sql: str, params: Any) -> list[Any]:
        self._asked.append((sql, params))
        return []


def explain(storage: Storage, sql: str, params: Any) -> tuple[str, Any]:
    how = "EXPLAIN QUERY PLAN" if isinstance(storage, SQLiteStorage) else "EXPLAIN"
    return f"{how} {sql}", params


@contextmanager
def count_reads(site: Site) -> Iterator[Counter[str]]:
    """Yield counts of a request's reads: statements on plain tables, their rows, and streams of facts."""
    storage, cost = site.services.storage, Counter[str]()
    reading, select_rows = storage.database.reading, storage.application.recorder.select_rows

    @contextmanager
    def counting() -> Iterator[Rows]:
        with reading() as rows:
            yield CountingRows(rows, cost)

    def streams(*asked: Any) -> Any:
        cost["streams"] += 1
        return select_rows(*asked)

    with (
        mock.patch.object(storage.database, "reading", counting),
        mock.patch.object(storage.application.recorder, "select_rows", streams),
    ):
        yield cost


class CountingRows:
    def __init__(self, rows: Rows, cost: Counter[str]) -> None:
        self._rows = rows
        self._cost = cost

    def execute(self, sql: str, params: Any = None) -> list[Any]:
        found = self._rows.execute(sql, params or {})
        self._cost["statements"] += 1
        self._cost["rows"] += len(found)
        return found

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rows, name)
