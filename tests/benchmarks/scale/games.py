"""Games by SQL alone: copies of one that was played, with its facts and the rows of every read model.

Of the games whose lists :func:`tests.benchmarks.filling.fill_lists` fills, those that are over are packed but for every
hundredth, whose facts are left each on its page; the others are packed as far as running games are. Facts of 200 games
at a time were appended in turns.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.game import rulesets
from projections.rows import Rows
from service.readmodels.projector import catch_up
from service.storage import Storage, packing
from tests.benchmarks.filling import fill_lists
from tests.benchmarks.play import play, store

RULESET = "brass-birmingham"
TEMPLATE = "template"
AT_A_TIME = 200
"""Games whose facts were appended in turns."""

_GAMES = """
WITH games AS (
    SELECT n, '0000000000000000000000' || CAST(1000000000 + n::BIGINT * 48271 % 2147483647 AS TEXT) AS stream,
        n % 50 = 0 OR n % 12 = 1 AS running,
        n % 100 = 3 AS loose
    FROM generate_series(CAST(:first AS INT), CAST(:last AS INT)) AS n
)
"""
_FACTS = f"""{_GAMES}
INSERT INTO stored_events (originator_id, originator_version, topic, state)
SELECT stream, originator_version, topic, CASE
        WHEN NOT loose AND originator_version <= CASE WHEN running THEN :packed ELSE :ended END THEN ''::BYTEA
        ELSE state
    END
FROM template_facts CROSS JOIN games WHERE originator_version <= CASE WHEN running THEN :so_far ELSE :ended END
ORDER BY originator_version, n
"""
_PACKED = f"""{_GAMES}
INSERT INTO packed_streams
SELECT stream, version, content FROM games JOIN template_packed ON running = (version < :ended) WHERE NOT loose
"""
_POSITIONS = f"""{_GAMES}
INSERT INTO positions SELECT games.stream, CASE WHEN running THEN :so_far ELSE version END, program,
    REPLACE(REPLACE(now, '"template"', '"' || games.stream || '"'), ':' || version || ',',
        ':' || CASE WHEN running THEN :so_far ELSE version END || ','), state, glance
FROM template_positions CROSS JOIN games
"""
_HISTORY = f"""{_GAMES}
INSERT INTO history SELECT games.stream, version, move, seat, parent, reveals, on_line, names
FROM template_history CROSS JOIN games WHERE version <= CASE WHEN running THEN :so_far ELSE :ended END
"""
_LEDGER = f"""{_GAMES}
INSERT INTO ledger SELECT games.stream, version, seat, account, change, balance, on_line
FROM template_ledger CROSS JOIN games WHERE version <= CASE WHEN running THEN :so_far ELSE :ended END
"""


def fill(storage: Storage, games: int) -> Iterator[int]:
    """So many games; tells after every few how many there are."""
    ended = _template(storage)
    so_far = ended - 8
    params = {"ended": ended, "so_far": so_far, "packed": so_far // packing.EVERY * packing.EVERY}
    with storage.database.transaction() as rows:
        _pack_template(rows, [params["packed"], ended])
    for first in range(1, games + 1, AT_A_TIME):
        last = min(first + AT_A_TIME - 1, games)
        with storage.database.relaxed() as rows:
            for sql in (_FACTS, _PACKED, _POSITIONS, _HISTORY, _LEDGER):
                rows.execute(sql, {**params, "first": first, "last": last})
        yield last


def finish(storage: Storage, games: int) -> None:
    """Fill the lists with those games, and let the server look at all tables as it does in time."""
    fill_lists(storage, games)
    with storage.apart() as rows:
        for table in ("stored_events", "packed_streams", "positions", "history", "ledger"):
            rows.execute(f"VACUUM ANALYZE {table}")
    with storage.database.transaction() as rows:
        names = ["tables", "positions", "history", "ledger", "branches"]
        storage.tracking.advance(rows, names, storage.tracking.end(rows))


def _template(storage: Storage) -> int:
    """One game as it was played, kept beside in tables of its own; gives the number of its facts."""
    ruleset = rulesets()[RULESET]
    facts = store(storage, TEMPLATE, play(ruleset, 4, 1, "greedy"), "user-1")
    catch_up(storage)
    with storage.database.transaction() as rows:
        rows.execute(
            "CREATE TABLE template_facts AS SELECT originator_version, topic, state FROM stored_events"
            " WHERE originator_id = 'template'"
        )
        for table in ("positions", "history", "ledger"):
            rows.execute(f"CREATE TABLE template_{table} AS SELECT * FROM {table} WHERE stream = 'template'")
        for table in ("positions", "history", "ledger", "tables", "table_people"):
            rows.execute(f"DELETE FROM {table} WHERE stream = 'template'")
    return facts


def _pack_template(rows: Rows, versions: list[int]) -> None:
    rows.execute("CREATE TABLE template_packed (version BIGINT NOT NULL, content BYTEA NOT NULL)")
    found = rows.execute("SELECT * FROM template_facts ORDER BY originator_version")
    facts = [(row["originator_version"], row["topic"], row["state"]) for row in found]
    for version in versions:
        rows.execute(
            "INSERT INTO template_packed VALUES (:version, :content)",
            {"version": version, "content": packing.packed(facts[:version])},
        )
