"""The recipe for a new projection, followed exactly: one module and one entry."""

from __future__ import annotations

import dataclasses

import pytest

from domain.aggregate import Game
from projections import registry
from service.readmodels.projection import catch_up, lag
from service.readmodels.rebuilding import rebuild
from service.storage import Storage
from service.usecases import moves
from service.usecases.command_handler import CommandHandler
from service.workers.projector import Projector
from tests import toy
from tests.projections import toy_projection
from tests.projections.toy_projection import TOY_SIZES
from tests.service.playing import context_for, start_game
from tests.service.readmodels.rows import wait_for


@pytest.fixture(autouse=True)
def registered(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the projection; the migration creates its table."""
    monkeypatch.setitem(registry.READ_MODELS, TOY_SIZES.name, TOY_SIZES)
    storage.migrate()


def facts_of(storage: Storage, game: Game) -> int | None:
    with storage.database.reading() as rows:
        return toy_projection.facts_of(rows, game.id)


def test_projector_updates_the_projection(handler: CommandHandler, storage: Storage) -> None:
    projector = Projector(storage)
    projector.start()
    game = start_game(handler)
    assert wait_for(storage, "toy_sizes", storage.last_id(), timeout=10)
    before = facts_of(storage, game)
    handler.run(moves.move(handler, game.id, context_for(game, 0), toy.TakeCoins()))
    assert wait_for(storage, "toy_sizes", storage.last_id(), timeout=10)
    projector.stop()
    assert (before, facts_of(storage, game)) == (game.version, game.version + 1)


def test_existing_games_are_projected(
    handler: CommandHandler, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = start_game(handler)
    catch_up(storage)
    changed = dataclasses.replace(TOY_SIZES, revision=2)
    monkeypatch.setitem(registry.READ_MODELS, TOY_SIZES.name, changed)
    storage.migrate()
    assert facts_of(storage, game) is None
    catch_up(storage)
    assert facts_of(storage, game) == game.version


def test_rebuild_repairs_the_projection(handler: CommandHandler, storage: Storage) -> None:
    game = start_game(handler)
    catch_up(storage)
    with storage.database.transaction() as rows:
        rows.execute("UPDATE toy_sizes SET facts = 0")
    assert facts_of(storage, game) == 0
    rebuild(storage, [TOY_SIZES])
    assert facts_of(storage, game) == game.version
    with storage.database.reading() as rows:
        assert lag(storage, rows)["toy_sizes"] == 0
