"""Compaction: packed facts are the same facts for every reader."""

from __future__ import annotations

import random
import time
import zlib
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, Notification, StoredEvent

from domain.aggregate import Game
from projections.db_protocol import Rows
from projections.registry import READ_MODELS
from service.readmodels.projection import catch_up
from service.readmodels.rebuilding import rebuild
from service.storage import Storage, compaction
from service.storage.event_store import BATCH_SIZE
from service.storage.mapper import row_hash
from service.storage.postgres import PostgresStorage
from service.transfer import export_reader
from service.transfer.export import export_lines
from service.usecases import branches
from service.usecases.command_handler import CommandHandler
from service.workers import projector
from tests.golden import logs
from tests.postgres import terminate_sessions
from tests.processes import start_and_kill
from tests.service.playing import context_for, move_undo_and_redo, play_to_end, start_game
from tests.service.storage.following import followed


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compaction, "_TO_PACK", compaction._TO_PACK.replace(f"% {compaction.EVERY} ", "% 5 "))


@pytest.fixture
def games(storage: Storage) -> list[Game]:
    """Store a finished game, a running one, a branch, and one that has hardly begun, with facts in turns."""
    handler = CommandHandler(storage)
    over, running = start_game(handler, name="Over", undo="free"), start_game(handler, name="Running", undo="free")
    over = play_to_end(handler, over, seed=2)
    branch = branches.open_branch(handler, over.id, context_for(over, 0), at=11, viewer="auditor", name="Branch")
    chance = random.Random(1)
    return [
        over,
        move_undo_and_redo(handler, running, chance),
        move_undo_and_redo(handler, branch, chance),
        start_game(handler, name="New"),
    ]


def pack(storage: Storage) -> None:
    storage.pack(Event())


def journal_content(storage: Storage, games: list[Game]) -> list[Any]:
    """Return everything that can be read from the journal."""
    recorder, journal = storage.application.recorder, storage.application
    found: list[Any] = [recorder.select_notifications(None, BATCH_SIZE), list(journal.recorded(0, storage.last_id()))]
    found += [followed(storage), recorder.select_notifications(5, 7, 40, inclusive_of_start=False)]
    for game in games:
        found += [recorder.select_events(game.id), recorder.select_events(game.id, gt=3, lte=17, desc=True, limit=9)]
        found += [journal.read(game.id, after) for after in range(game.version + 1)]
        found += [
            b"".join(export_lines(CommandHandler(storage), CommandHandler(storage).games.game(game.id), "auditor"))
        ]
        with storage.database.reading() as rows:
            found += [journal.version(rows, game.id), journal.stored_within(rows, game.id, game.version - 1)]
            for version in range(1, game.version + 1):
                found += [journal.read_upto(rows, game.id, version)]
                found += [journal.read_within(rows, game.id, upto=version, after=version // 2)]
    return found


def count_unpacked(rows: Rows, stream: str) -> int:
    """Return how many facts of a stream are not packed."""
    found = rows.execute(
        "SELECT COUNT(*) AS facts FROM stored_events WHERE originator_id = :stream AND length(state) > 0",
        {"stream": stream},
    )
    return int(found[0]["facts"])


def test_every_reader_gets_the_same_bytes(storage: Storage, games: list[Game]) -> None:
    before = journal_content(storage, games)
    pack(storage)
    assert journal_content(storage, games) == before
    assert count_unpacked_in(storage, games[:2]) == 0
    with storage.database.reading() as rows:
        assert compaction.streams_to_pack(rows, storage.tracking.ids, 0, 10) == []


def test_projector_packs_periodically(storage: Storage, games: list[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projector, "PACKING", 0.05)
    running = projector.Projector(storage)
    running.start()
    deadline = time.monotonic() + 20
    while count_unpacked_in(storage, games[:2]) and time.monotonic() < deadline:
        time.sleep(0.02)
    running.stop()
    assert count_unpacked_in(storage, games[:2]) == 0


def count_unpacked_in(storage: Storage, games: list[Game]) -> int:
    with storage.database.reading() as rows:
        return sum(count_unpacked(rows, game.id) for game in games)


def test_later_facts_are_packed_with_earlier_ones(storage: Storage, games: list[Game]) -> None:
    pack(storage)
    handler = CommandHandler(storage)
    longer = [move_undo_and_redo(handler, game, random.Random(5)) for game in games[1:3]]
    assert all(long.version > game.version for long, game in zip(longer, games[1:3], strict=True))
    before = journal_content(storage, longer)
    pack(storage)
    assert journal_content(storage, longer) == before


def test_packed_version_cannot_be_written_again(storage: Storage, games: list[Game]) -> None:
    pack(storage)
    event = storage.application.recorder.select_events(games[0].id)[-1]
    with pytest.raises(IntegrityError):
        storage.append([StoredEvent(event.originator_id, event.originator_version, event.topic, event.state)])


def test_read_models_are_rebuilt_from_packed_facts(storage: Storage, games: list[Game]) -> None:
    catch_up(storage)
    before = contents(storage)
    pack(storage)
    rebuild(storage, list(READ_MODELS.values()))
    assert contents(storage) == before
    with storage.database.transaction() as rows:
        for model in READ_MODELS.values():
            storage.tracking.reset(rows, model.name)
            for table in model.tables:
                rows.execute(f"DELETE FROM {table}")
    catch_up(storage)
    assert contents(storage) == before


def contents(storage: Storage) -> list[Any]:
    with storage.database.reading() as rows:
        tables = [table for model in READ_MODELS.values() for table in model.tables]
        return [sorted(map(repr, rows.execute(f"SELECT * FROM {table}"))) for table in tables]


def test_stream_with_a_gap_is_not_packed(storage: Storage, games: list[Game]) -> None:
    with storage.database.transaction() as rows:
        rows.execute(
            "DELETE FROM stored_events WHERE originator_id = :stream AND originator_version = 3",
            {"stream": games[0].id},
        )
    pack(storage)
    with storage.database.reading() as rows:
        assert count_unpacked(rows, games[0].id) == games[0].version - 1


def test_killing_the_packing_process_loses_nothing(storage: Storage, storage_url: str, games: list[Game]) -> None:
    """One process packs and unpacks facts repeatedly and is killed; another process reads them."""
    before = journal_content(storage, games)
    chance = random.Random(3)
    for _ in range(4):
        start_and_kill("packing", storage_url, after=chance.uniform(0.05, 0.3))
        if isinstance(storage, PostgresStorage):  # The server may still be running the process's last query.
            with psycopg.connect(storage_url, autocommit=True) as session:
                terminate_sessions(session)
        assert journal_content(storage, games) == before


def test_broken_hash_chain_is_packed_unchanged() -> None:
    rows: list[compaction.StoredRow] = [(1, "s", b'{"previous":"","n":1}'), (2, "t", b'{"previous":"ab","n":2}')]
    assert unpacked("a", compaction.packed("a", rows), 2) == rows


def test_games_packed_by_earlier_releases_are_readable() -> None:
    content = zlib.compress(msgspec.msgpack.encode([("s", b"first"), ("t", b"second")]))
    assert unpacked("a", content, 2) == [(1, "s", b"first"), (2, "t", b"second")]


def unpacked(stream: str, content: bytes, version: int) -> list[compaction.StoredRow]:
    return compaction.between(stream, [(version, "", content)], 0, compaction.LAST)


@pytest.mark.parametrize("file", logs.LOGS, ids=logs.name_of)
def test_every_log_is_restored_byte_for_byte(file: Path) -> None:
    """This holds for every version at which it is packed; a finished game takes at most 70 bytes per fact."""
    stream, rows = rows_of(file)
    for end in [*range(compaction.EVERY, len(rows), compaction.EVERY), len(rows)]:
        content = compaction.packed(stream, rows[:end])
        assert unpacked(stream, content, end) == rows[:end]
    assert len(content) <= 70 * len(rows)


def rows_of(file: Path) -> tuple[str, list[compaction.StoredRow]]:
    (entries,) = export_reader.read(logs.lines_of(file)).streams
    stored = [entry.stored for entry in entries]
    return str(stored[0].originator_id), [(each.originator_version, each.topic, each.state) for each in stored]


def test_altering_a_packed_game_breaks_its_hash_chain() -> None:
    stream, rows = rows_of(logs.LOGS[0])
    content = compaction.packed(stream, rows)
    plain = zlib.decompress(content[1:])
    assert plain.count(b'"seat":1,') > 1
    altered = content[:1] + zlib.compress(plain.replace(b'"seat":1,', b'"seat":0,', 1))
    found = unpacked(stream, altered, len(rows))
    assert found[-1] == rows[-1]
    assert row_hash(stream, found[-2]).encode() not in found[-1][2]


@pytest.mark.parametrize("damage", [b"", b"\x02", b"\x02" + zlib.compress(b"\x90"), zlib.compress(b"\xc1"), b"garbage"])
def test_damaged_packed_game_does_not_affect_other_games(storage: Storage, games: list[Game], damage: bytes) -> None:
    pack(storage)
    move_undo_and_redo(CommandHandler(storage), games[1], random.Random(7))
    with storage.database.transaction() as rows:
        rows.execute(
            "UPDATE packed_streams SET content = :content WHERE stream = :stream",
            {"content": damage, "stream": games[1].id},
        )
    pack(storage)
    catch_up(storage)
    with storage.database.reading() as rows:
        assert {row["stream"] for row in rows.execute("SELECT stream FROM positions")} == {
            game.id for game in games if game is not games[1]
        }
    with pytest.raises(compaction.DamagedPack):
        storage.application.read(games[1].id)


def test_packed_row_with_fewer_facts_than_stated_is_rejected() -> None:
    content = compaction.packed("a", [(1, "s", b'{"previous":""}')])
    assert len(unpacked("a", content, 1)) == 1
    with pytest.raises(compaction.DamagedPack):
        unpacked("a", content, 2)


def test_a_packed_fact_keeps_its_place() -> None:
    found = [Notification("a", 2, "t", b"", id=7), Notification("b", 1, "t", b"loose", id=8)]
    rows: list[compaction.StoredRow] = [(1, "s", b"first"), (2, "t", b"second")]
    content = compaction.packed("a", rows)
    assert compaction.between("a", [(2, "", content), (3, "t", b"third")], 1, 9) == [rows[1], (3, "t", b"third")]
    assert [fact.state for fact in compaction.restored(found, {"a": content})] == [b"second", b"loose"]
    assert [fact.state for fact in compaction.restored(found, {})] == [b"", b"loose"]
