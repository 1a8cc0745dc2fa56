"""Round trips of a batch to PostgreSQL: few, no matter how many facts and games are in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from projections.read_model import ReadModel
from projections.registry import READ_MODELS
from projections.stream_folder import Folds
from service import storage as storages
from service.readmodels import failed_streams
from service.readmodels.projection import project
from service.readmodels.rebuilding import reader
from service.storage import Storage
from service.storage.postgres import PostgresStorage
from service.usecases.command_handler import CommandHandler
from tests.service.playing import play_to_end, start_game

ROUND_TRIPS = 2
ALL = list(READ_MODELS.values())


def test_round_trips_do_not_depend_on_the_size_of_a_batch(postgres_url: str, tmp_path: Path) -> None:
    storage = storages.connect(postgres_url, connections=1)
    handler = CommandHandler(storage)
    for seed in range(5):
        play_to_end(handler, start_game(handler, seats=3, name=f"Game {seed}"), seed=seed)
    whole = next(storage.application.recorded(0, storage.last_id()))
    assert len({record.originator_id for record in whole.records}) > 4
    folds = Folds(reader(storage))
    parts = (slice(1), slice(1, 40), slice(40, None))
    batches = [storages.Batch(whole.ids[part], whole.records[part]) for part in parts]
    costs = [
        round_trips(storage, tmp_path, lambda: project(storage, ALL, folds, batch))  # noqa: B023
        for batch in batches
    ]
    storage.close()
    assert costs == [ROUND_TRIPS] * 3


def round_trips(storage: Storage, folder: Path, work: Callable[[], object]) -> int:
    """Return how often the server was ready for another query, on the only connection."""
    assert isinstance(storage, PostgresStorage)
    with (folder / "trace").open("w+b") as file:
        with storage._datastore.get_connection() as connection:
            connection.pgconn.trace(file.fileno())
        work()
        with storage._datastore.get_connection() as connection:
            connection.pgconn.untrace()
        return len(re.findall(r"\tReadyForQuery\b", (folder / "trace").read_text(errors="replace")))


def test_database_error_is_attributed_to_its_game(postgres_url: str) -> None:
    """Pending rows are sent, and refused, before the next game."""
    storage = storages.connect(postgres_url)
    handler = CommandHandler(storage)
    sound, broken = start_game(handler, name="Sound"), start_game(handler, name="Broken")
    process = READ_MODELS["history"].process

    def spoilt(rows: object, changes: object) -> None:
        process(_Spoiling(rows, broken.id), changes)  # type: ignore[arg-type]

    models = [ReadModel("history", ("history",), READ_MODELS["history"].schema, spoilt)]
    batch = next(storage.application.recorded(0, storage.last_id()))
    project(storage, models, Folds(reader(storage)), batch)
    with storage.database.reading() as rows:
        assert {row["stream"] for row in rows.execute("SELECT DISTINCT stream FROM history")} == {sound.id}
    assert failed_streams.streams_of(storage.database, "history") == [broken.id]
    storage.close()


class _Spoiling:
    """Rows that the server refuses for one game, because its texts cannot hold a NUL."""

    def __init__(self, rows: object, stream: str) -> None:
        self._rows, self._stream = rows, stream

    def __getattr__(self, name: str) -> object:
        return getattr(self._rows, name)

    def insert(self, table: str, rows: list[dict[str, object]], conflict: str) -> None:
        spoilt = [row | {"entries": "\0"} if row["stream"] == self._stream else row for row in rows]
        self._rows.insert(table, spoilt, conflict)  # type: ignore[attr-defined]
