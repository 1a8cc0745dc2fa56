"""Snapshots: a game restored from its snapshot equals the game replayed from its facts."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import StoredEvent

from domain import aggregate
from domain.aggregate import Game
from projections.game_snapshot import current_of
from service.storage import Journal, Storage, compaction, snapshots
from service.storage.mapper import FactMapper
from service.transfer import export_reader
from service.transfer.export_reader import VerifiedEntry
from service.usecases import branches, moves, tables
from service.usecases.command_handler import CommandHandler
from tests.golden import logs
from tests.service.playing import context_for, make_random_move, move_undo_and_redo, start_game

ONE_OF_EACH = [
    next(file for file in logs.LOGS if logs.name_of(file).startswith(name))
    for name in ("arkwright", "barrage", "birmingham", "lancashire")
]


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compaction, "_TO_PACK", compaction._TO_PACK.replace(f"% {compaction.EVERY} ", "% 5 "))


@pytest.mark.parametrize("file", logs.LOGS, ids=logs.name_of)
def test_restored_game_equals_replayed_game(file: Path) -> None:
    """Compare after every write from each snapshot until the next."""
    entries, whole = entries_of(file), logs.game_of(logs.lines_of(file))
    replayed = Replayed(whole)
    for packed in range(compaction.EVERY, len(entries), compaction.EVERY):
        game, position = restored(whole.id, entries, packed)
        for end in ends(entries, packed):
            longer = aggregate.extended(game, [each.recorded for each in entries[packed:end]], "tip")
            state = msgspec.msgpack.decode(position, type=game.ruleset.state)
            replayed.continue_to(end)
            assert_same(longer, aggregate.advanced(longer, packed, state), replayed.game, replayed.position)
    replayed.continue_to(whole.version)
    assert_same(replayed.game, replayed.position, whole)


class Replayed:
    """A game and its position, replayed step by step from the facts of a whole game."""

    def __init__(self, whole: Game) -> None:
        self.whole = whole
        self.game = truncated(whole, 1)
        self.position: Any = None
        self._facts: list[Any] = []

    def continue_to(self, version: int) -> None:
        """Apply the facts up to a version. After an undo, replay the position from the first fact."""
        aggregate.fold_into(self.game, self.whole.records[self.game.version : version])
        known, self._facts = self._facts, aggregate.line_facts(self.game)
        if not known or known != self._facts[: len(known)]:
            self.position = aggregate.state(self.game)
            return
        for fact in self._facts[len(known) :]:
            self.game.ruleset.apply(self.position, fact)


def entries_of(file: Path) -> list[VerifiedEntry]:
    (entries,) = export_reader.read(logs.lines_of(file)).streams
    return entries


def restored(stream: str, entries: list[VerifiedEntry], version: int) -> tuple[Game, bytes]:
    rows = [(each.stored.originator_version, each.stored.topic, each.stored.state) for each in entries[:version]]
    content = snapshots.made(stream, rows)
    assert content is not None
    mapper = FactMapper()
    return snapshots.restored(stream, content, mapper, lambda: mapper.decoded(stream, rows))


def ends(entries: list[VerifiedEntry], packed: int) -> list[int]:
    """Return the versions of the next facts that complete a command."""
    commands = [each.recorded.command for each in entries]
    found = [at for at, (one, other) in enumerate(pairwise(commands), start=1) if one != other]
    return [at for at in [*found, len(entries)] if packed <= at <= packed + compaction.EVERY]


def truncated(game: Game, version: int) -> Game:
    return aggregate.rebuilt(game.id, game.records[:version], "tip")


def assert_same(game: Game, position: Any, replayed: Game, expected: Any = None) -> None:
    """Require the same position, tree, table and facts."""
    if position is None:
        position = aggregate.state(game)
    assert position == (aggregate.state(replayed) if expected is None else expected)
    assert (game.tree, game.table, game.figures) == (replayed.tree, replayed.table, replayed.figures)
    assert current_of(game, game.id) == current_of(replayed, game.id)
    assert aggregate.move_start(game, game.version) == aggregate.move_start(replayed, game.version)
    if game.version % 16 == 0:
        assert [*game.records] == [*game.records[:]] == list(replayed.records)
        assert [*reversed(game.records)] == list(replayed.records)[::-1]


@pytest.mark.parametrize("file", ONE_OF_EACH, ids=logs.name_of)
def test_game_restored_from_a_database_equals_replayed_game(storage: Storage, file: Path) -> None:
    entries, whole = entries_of(file), logs.game_of(logs.lines_of(file))
    CommandHandler(storage).store_figures(whole.ruleset, whole.figures)
    packed = 2 * compaction.EVERY
    storage.append([each.stored for each in entries[:packed]])
    pack(storage)
    storage.append([each.stored for each in entries[packed : packed + 40]])
    handler = CommandHandler(storage)
    game = handler.games.game(whole.id)
    assert isinstance(game.records, snapshots.Past)
    replayed = aggregate.rebuilt(whole.id, whole.records[: packed + 40], game.tip)
    assert game.tip == whole.records[packed + 40].previous
    assert_same(game, handler.games.position(game), replayed)


def pack(storage: Storage) -> None:
    storage.pack(Event())


@pytest.fixture
def game(storage: Storage) -> Game:
    """Return a running, packed game with some later facts, some of which may be undone."""
    handler, chance = CommandHandler(storage), random.Random(1)
    game = start_game(handler, undo="free")
    for _ in range(6):
        game = move_undo_and_redo(handler, game, chance)
    pack(storage)
    return move_undo_and_redo(handler, game, chance)


def replayed_from_facts(storage: Storage, stream: str) -> Game:
    return aggregate.rebuilt(stream, *storage.application.read(stream))


def restored_from_snapshot(storage: Storage, game: Game) -> tuple[CommandHandler, Game]:
    handler = CommandHandler(storage)
    found = handler.games.game(game.id)
    assert isinstance(found.records, snapshots.Past)
    return handler, found


def test_a_move_reads_no_old_facts(storage: Storage, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    monkeypatch.setattr(Journal, "read", lambda journal, stream, after=0: read.append(stream))
    handler, known = restored_from_snapshot(storage, game)
    longer = make_random_move(handler, known, random.Random(2))
    assert longer.version > game.version
    assert read == []
    monkeypatch.undo()
    assert_same(longer, handler.games.position(longer), replayed_from_facts(storage, game.id))


def test_old_command_is_not_executed_again(storage: Storage, game: Game) -> None:
    record = game.records[aggregate.move_ends(game)[1] - 1]
    assert record.originator_version < packed_version(storage, game)
    handler, known = restored_from_snapshot(storage, game)
    again = msgspec.structs.replace(context_for(known, record.seat or 0), command=record.command, actor=record.actor)
    found = handler.run(moves.undo(handler, game.id, again))
    assert found.version == aggregate.move_end(game, record.originator_version)
    assert replayed_from_facts(storage, game.id).version == game.version


def packed_version(storage: Storage, game: Game) -> int:
    with storage.database.reading() as rows:
        found = rows.execute("SELECT version FROM packed_streams WHERE stream = :stream", {"stream": game.id})
    return int(found[0]["version"])


def test_undo_beyond_the_snapshot_reads_the_facts(storage: Storage, game: Game) -> None:
    first = aggregate.move_ends(game)[0]
    handler, known = restored_from_snapshot(storage, game)
    back = handler.run(moves.undo(handler, game.id, context_for(known, 0), to=first))
    assert_same(back, handler.games.position(back), replayed_from_facts(storage, game.id))
    handler, again = restored_from_snapshot(storage, back)
    assert_same(again, handler.games.position(again), replayed_from_facts(storage, game.id))
    longer = make_random_move(handler, again, random.Random(3))
    assert_same(longer, handler.games.position(longer), replayed_from_facts(storage, game.id))
    handler, _ = restored_from_snapshot(storage, longer)
    branch = branches.open_branch(handler, game.id, context_for(longer, 0), at=first, viewer="auditor", name="Branch")
    assert branch.origin is not None
    assert branch.origin.opened.at_version == aggregate.move_end(game, first)


def test_snapshot_of_another_build_is_ignored_and_replaced(
    storage: Storage, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "program", lambda: "another")
    handler = CommandHandler(storage)
    assert isinstance(handler.games.game(game.id).records, list)
    with storage.database.reading() as rows:
        assert compaction.of_other_programs(rows) == [game.id]
    pack(storage)
    with storage.database.reading() as rows:
        assert compaction.of_other_programs(rows) == []
    restored_from_snapshot(storage, game)


def test_ended_game_has_no_snapshot(storage: Storage, game: Game) -> None:
    handler = CommandHandler(storage)
    for seat in range(2):
        tables.agree_to_abandon(handler, game.id, context_for(handler.games.game(game.id), seat), agrees=True)
    pack(storage)
    assert isinstance(CommandHandler(storage).games.game(game.id).records, list)


def test_an_unreadable_game_has_no_snapshot() -> None:
    event = StoredEvent("stream", 1, "unknown", b"{}")
    assert snapshots.made("stream", [(event.originator_version, event.topic, event.state)]) is None


@pytest.mark.parametrize("damaged", [b"", b"rubbish"])
def test_game_with_a_damaged_snapshot_is_replayed_from_its_facts(storage: Storage, damaged: bytes) -> None:
    chance, handler = random.Random(1), CommandHandler(storage)
    game = start_game(handler, undo="free")
    while game.version < compaction.EVERY:
        game = move_undo_and_redo(handler, game, chance)
    storage.pack(Event())
    with storage.database.transaction() as rows:
        assert rows.execute("UPDATE snapshots SET content = :content RETURNING stream", {"content": damaged})
    make_random_move(CommandHandler(storage), game, chance)
    snapshot, records, _ = storage.application.latest(game.id)
    assert snapshot is None
    assert len(records) > game.version
