"""Games written by SQL alone: copies of a few played games, with their facts, read model rows and players.

The lists are those of :func:`tests.benchmarks.filling.fill_lists`. Finished games are packed, except one game in
100, whose facts are each on a different page. The other games have played two thirds of their steps, and are packed as
far as running games are. The facts of 200 games at a time are interleaved, as if appended in turns.

One transaction truncates the tables and fills them, and indexes are created at the end, so that PostgreSQL writes the
data once, and not to its WAL as well (see :func:`tests.benchmarks.scale.server.bulk_server`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache

from domain.game import rulesets
from projections.db_protocol import Rows
from projections.registry import READ_MODELS
from service.readmodels.projection import catch_up
from service.storage import Storage, compaction, snapshots
from tests.benchmarks.filling import fill_lists
from tests.benchmarks.play import Play, play, store

PLAYED = (("brass-birmingham", 4), ("brass-lancashire", 3), ("barrage", 2), ("arkwright", 2))
"""Rulesets and numbers of seats."""

AT_A_TIME = 200
"""The number of games whose facts are interleaved."""

FILLED = ("stored_events", "packed_streams", "snapshots", "positions", "history", "ledger")

_GAMES = """
WITH games AS (
    SELECT n, '0000000000000000000000' || CAST(1000000000 + n::BIGINT * 48271 % 2147483647 AS TEXT) AS stream,
        CASE WHEN n % 50 = 0 OR n % 12 = 1 THEN 'running-' ELSE 'over-' END
            || n / 12 % CAST(:played AS INT) AS template,
        n % 100 = 3 AS loose
    FROM generate_series(CAST(:first AS INT), CAST(:last AS INT)) AS n
)
"""
_FACTS = f"""{_GAMES}
INSERT INTO stored_events (originator_id, originator_version, topic, state)
SELECT games.stream, originator_version, topic,
    CASE WHEN loose OR originator_version > packed THEN state ELSE ''::BYTEA END
FROM games JOIN template_facts ON originator_id = template ORDER BY originator_version, n
"""
_FIGURES = """
INSERT INTO stored_events (originator_id, originator_version, topic, state)
SELECT originator_id, originator_version, topic, state FROM template_figures
"""
_PACKED = f"""{_GAMES}
INSERT INTO packed_streams
SELECT games.stream, version, content FROM games JOIN template_packed ON template_packed.stream = template
WHERE NOT loose
"""
_SNAPSHOTS = f"""{_GAMES}
INSERT INTO snapshots
SELECT games.stream, version, program, content
FROM games JOIN template_snapshots ON template_snapshots.stream = template WHERE NOT loose
"""
_POSITIONS = f"""{_GAMES}
INSERT INTO positions SELECT games.stream, version, program,
    REPLACE(now, '"' || template || '"', '"' || games.stream || '"'), state
FROM games JOIN template_positions ON template_positions.stream = template
"""
_HISTORY = f"""{_GAMES}
INSERT INTO history SELECT games.stream, stretch, last, moves, entries
FROM games JOIN template_history ON template_history.stream = template
"""
_LEDGER = f"""{_GAMES}
INSERT INTO ledger SELECT games.stream, stretch, last, moves, entries
FROM games JOIN template_ledger ON template_ledger.stream = template
"""
_PEOPLE = """
INSERT INTO users (id, name, folded_name, password, created_at)
SELECT 'user-' || n, 'Player ' || n, 'player ' || n, REPEAT('x', 97), '2026-01-01T00:00:00+00:00'
FROM generate_series(2, GREATEST(2, CAST(:games AS INT) / 10)) AS n
"""


def stream_of(number: int) -> str:
    """Return the id of the game with this number."""
    return f"{1_000_000_000 + number * 48271 % 2147483647:032d}"


def fill(storage: Storage, games: int, strategy: str = "greedy") -> None:
    """Fill an empty site with this number of games and all their data; :func:`play` explains ``strategy``."""
    _templates(storage, strategy)
    with storage.database.async_commit() as rows:
        rows.execute("SET LOCAL statement_timeout = 0")
        rows.execute(f"TRUNCATE {', '.join(FILLED)} RESTART IDENTITY")
        rows.execute(_FIGURES)
        with _without_indexes(rows, FILLED):
            for first in range(1, games + 1, AT_A_TIME):
                params = {"first": first, "last": min(first + AT_A_TIME - 1, games), "played": len(PLAYED)}
                for sql in (_FACTS, _PACKED, _SNAPSHOTS, _POSITIONS, _HISTORY, _LEDGER):
                    rows.execute(sql, params)
    _finish(storage, games, [*FILLED, "tables", "table_people", "users"])
    with storage.database.transaction() as rows:
        for name in READ_MODELS:
            storage.tracking.reset(rows, name)
        storage.tracking.advance(rows, list(READ_MODELS), 1, storage.tracking.end(rows))


def fill_shown(storage: Storage, games: int) -> None:
    """Fill an empty site with the list rows of this number of games."""
    _finish(storage, games, ["tables", "table_people", "users"])


def _finish(storage: Storage, games: int, filled: Sequence[str]) -> None:
    """Fill the lists and users, and vacuum and analyse all tables, as autovacuum would in time."""
    with storage.database.async_commit() as rows:
        rows.execute("SET LOCAL statement_timeout = 0")
        rows.execute(_PEOPLE, {"games": games})
    fill_lists(storage, games)
    with storage.dedicated_connection() as rows:
        for table in filled:
            rows.execute(f"VACUUM (FREEZE, ANALYZE) {table}")


@contextmanager
def _without_indexes(rows: Rows, tables: Sequence[str]) -> Iterator[None]:
    """Drop the indexes of empty tables, and create them again after the block, because sorting once is faster."""
    names = ", ".join(f"'{table}'" for table in tables)
    keys = rows.execute(
        "SELECT conrelid::REGCLASS::TEXT AS place, conname AS name, pg_get_constraintdef(oid) AS definition"
        f" FROM pg_constraint WHERE contype IN ('p', 'u') AND conrelid::REGCLASS::TEXT IN ({names})"
    )
    indexes = rows.execute(
        f"SELECT indexname AS name, indexdef AS definition FROM pg_indexes WHERE tablename IN ({names})"
        " AND indexname NOT IN (SELECT conname FROM pg_constraint)"
    )
    for key in keys:
        rows.execute(f"ALTER TABLE {key['place']} DROP CONSTRAINT {key['name']}")
    for index in indexes:
        rows.execute(f"DROP INDEX {index['name']}")
    yield
    for key in keys:
        rows.execute(f"ALTER TABLE {key['place']} ADD CONSTRAINT {key['name']} {key['definition']}")
    for index in indexes:
        rows.execute(index["definition"])


# --------------------------------------------------------------------------------------------------------------------
# Copies
# --------------------------------------------------------------------------------------------------------------------


@cache
def _played(strategy: str) -> list[Play]:
    return [play(rulesets()[name], seats, 1, strategy) for name, seats in PLAYED]


def _templates(storage: Storage, strategy: str) -> None:
    """Create template tables of played games, each at its end and after two thirds of its steps."""
    packed = {}
    for number, game in enumerate(_played(strategy)):
        packed[f"over-{number}"] = store(storage, f"over-{number}", game, "user-1")
        so_far = store(storage, f"running-{number}", game, "user-1", 2 * len(game.steps) // 3)
        packed[f"running-{number}"] = so_far // compaction.EVERY * compaction.EVERY
    catch_up(storage)
    with storage.database.transaction() as rows:
        rows.execute("CREATE TABLE template_packed AS SELECT * FROM packed_streams")
        rows.execute("CREATE TABLE template_snapshots AS SELECT * FROM snapshots")
        for template, version in packed.items():
            _pack(rows, template, version)
        for table in ("positions", "history", "ledger"):
            rows.execute(f"CREATE TABLE template_{table} AS SELECT * FROM {table}")
        rows.execute(
            "CREATE TABLE template_facts AS SELECT originator_id, originator_version, topic, state, version AS packed"
            " FROM stored_events JOIN template_packed ON stream = originator_id"
        )
        rows.execute(
            "CREATE TABLE template_figures AS SELECT * FROM stored_events WHERE originator_id LIKE 'figures-%'"
        )
    with storage.dedicated_connection() as rows:
        for table in ("packed", "snapshots", "positions", "history", "ledger", "facts"):
            rows.execute(f"ANALYZE template_{table}")


def _pack(rows: Rows, template: str, version: int) -> None:
    found = rows.execute(compaction.SELECT_BETWEEN, {"stream": template, "after": 0, "upto": version})
    facts = sorted((row["originator_version"], row["topic"], row["state"]) for row in found)
    rows.execute(
        "INSERT INTO template_packed VALUES (:stream, :version, :content)",
        {"stream": template, "version": version, "content": compaction.packed(template, facts)},
    )
    snapshot = snapshots.made(template, facts)
    if snapshot is not None:
        rows.execute(
            "INSERT INTO template_snapshots VALUES (:stream, :version, :program, :content)",
            {"stream": template, "version": version, "program": snapshots.program(), "content": snapshot},
        )
