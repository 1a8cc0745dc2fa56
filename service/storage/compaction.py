"""Compaction: one compressed row holds all but the latest facts of a game.

Facts of different games are interleaved, so those of one game are on different pages. When a stream has many loose
facts, or its game has ended, their content moves into one row. The appended rows stay (notification id, stream,
version, topic), except for their ``state``, which is empty from then on: the table of facts still ensures order and
unique versions, and readers of ``state`` restore it from here.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import repeat

import msgspec
from eventsourcing.persistence import MapperDeserialisationError, Notification

from projections.db_protocol import Rows
from service.storage import snapshots
from service.storage.mapper import StoredRow, row_hash

_log = logging.getLogger(__name__)

EVERY = 64
"""A stream is packed at versions that are multiples of this, and at the end of its game."""

_REMADE = 10_000
"""The number of another program's snapshots to rebuild at a time."""

LAST = 2**62
"""Above every version."""

SELECT_BETWEEN = (
    "SELECT version AS originator_version, '' AS topic, content AS state FROM packed_streams"
    " WHERE stream = :stream AND version > :after"
    " UNION ALL SELECT originator_version, topic, state FROM stored_events WHERE originator_id = :stream"
    " AND originator_version <= :upto AND originator_version >"  # One bound, at which the index is entered.
    " COALESCE((SELECT version FROM packed_streams WHERE stream = :stream AND version > :after),"
    " CAST(:after AS BIGINT))"
)
"""Rows of a stream after one version and up to another: the packed row has no topic; the others are loose."""

SNAPSHOT = "snapshot"
"""Marks a row, in place of a topic, as a snapshot rather than a fact."""

SELECT_LATEST = (
    "WITH found AS (SELECT snapshots.version, snapshots.content FROM snapshots"  # noqa: S608
    " JOIN packed_streams ON packed_streams.stream = snapshots.stream AND packed_streams.version = snapshots.version"
    " WHERE snapshots.stream = :stream AND program = :program)"
    f" SELECT version AS originator_version, '{SNAPSHOT}' AS topic, content AS state FROM found"
    " UNION ALL SELECT version, '', content FROM packed_streams WHERE stream = :stream"
    " AND NOT EXISTS (SELECT 1 FROM found)"
    " UNION ALL SELECT originator_version, topic, state FROM stored_events WHERE originator_id = :stream"
    " AND originator_version > COALESCE((SELECT version FROM packed_streams WHERE stream = :stream), 0)"
)
"""Rows of a whole stream, as in :data:`SELECT_BETWEEN`, with its snapshot in place of the packed row, if this program
made one.
"""

_ENDS = ("table.finished", "table.abandoned")

_TO_PACK = f"length(state) > 0 AND (originator_version % {EVERY} = 0 OR topic IN {_ENDS})"
"""Facts at which their stream is to be packed. An index contains exactly these (see its migration)."""


def between(stream: str, found: Iterable[StoredRow], after: int, upto: int) -> list[StoredRow]:
    """Return the facts that :data:`SELECT_BETWEEN` has selected, in order."""
    rows = sorted(found, key=lambda row: row[0])
    if rows and not rows[0][1]:
        version, _, content = rows[0]
        facts = _unpacked(stream, content)
        if len(facts) != version:
            raise DamagedPack(f"The packed stream {stream} has {len(facts)} of {version} facts")
        rows[:1] = facts[after:upto]
    return rows


def streams_to_pack(rows: Rows, ids: str, after: int, limit: int) -> list[tuple[int, str]]:
    """Return streams to be packed, each with the notification id of the fact that requires it, after another id."""
    found = rows.execute(
        f"SELECT {ids} AS id, originator_id AS stream FROM stored_events WHERE {_TO_PACK} AND {ids} > :after"  # noqa: S608
        f" ORDER BY {ids} LIMIT :limit",
        {"after": after, "limit": limit},
    )
    return [(row["id"], row["stream"]) for row in found]


def of_other_programs(rows: Rows) -> list[str]:
    """Return streams whose snapshot another program made, which are to be packed again; not all if there are many."""
    found = rows.execute(
        "SELECT stream FROM snapshots WHERE program < :this"
        " UNION ALL SELECT stream FROM snapshots WHERE program > :this LIMIT :limit",
        {"this": snapshots.program(), "limit": _REMADE},
    )
    return [row["stream"] for row in found]


def pack(rows: Rows, stream: str) -> None:
    """Pack all facts of a stream, in the caller's transaction; several processes may do so safely."""
    found = rows.execute(SELECT_BETWEEN, {"stream": stream, "after": 0, "upto": LAST})
    try:
        facts = between(stream, [(row["originator_version"], row["topic"], row["state"]) for row in found], 0, LAST)
        content = packed(stream, facts)
        if _unpacked(stream, content) != facts:
            raise DamagedPack(f"The stream {stream} has missing facts")
    except DamagedPack as damage:
        _log.error("%s. They were not compacted.", damage)
        return
    params = {"stream": stream, "version": facts[-1][0], "content": content, "nothing": b""}
    rows.execute(
        "INSERT INTO packed_streams (stream, version, content) VALUES (:stream, :version, :content)"
        " ON CONFLICT (stream) DO UPDATE SET version = excluded.version, content = excluded.content"
        " WHERE packed_streams.version < excluded.version",
        params,
    )
    _take_snapshot(rows, stream, facts)
    rows.execute(
        "UPDATE stored_events SET state = :nothing WHERE originator_id = :stream AND originator_version <= :version"
        " AND length(state) > 0",
        params,
    )


def _take_snapshot(rows: Rows, stream: str, facts: Sequence[StoredRow]) -> None:
    snapshot = snapshots.made(stream, facts)
    if snapshot is None:
        rows.execute("DELETE FROM snapshots WHERE stream = :stream", {"stream": stream})
        return
    rows.execute(
        "INSERT INTO snapshots (stream, version, program, content) VALUES (:stream, :version, :program, :content)"
        " ON CONFLICT (stream) DO UPDATE SET version = excluded.version, program = excluded.program,"
        " content = excluded.content WHERE snapshots.version <= excluded.version",
        {"stream": stream, "version": facts[-1][0], "program": snapshots.program(), "content": snapshot},
    )


def packed_among(found: Sequence[Notification]) -> set[str]:
    """Return those of the streams that have packed facts."""
    return {str(fact.originator_id) for fact in found if not fact.state}


def restored(found: Sequence[Notification], contents: Mapping[str, bytes]) -> list[Notification]:
    """Return facts with their packed state restored, given the packed content of their streams."""
    states = {stream: _states(stream, content) for stream, content in contents.items()}

    def state(fact: Notification) -> bytes:
        return states.get(str(fact.originator_id), {}).get(fact.originator_version, b"")

    return [fact if fact.state else replace(fact, state=state(fact)) for fact in found]


@lru_cache(128)
def _states(stream: str, content: bytes) -> dict[int, bytes]:
    """Return the states by version, or none if they are damaged, so that followers continue with other streams.

    The states are cached because facts of games alternate: a follower needs a game's packed content again in each
    batch.
    """
    try:
        return {version: state for version, _, state in _unpacked(stream, content)}
    except DamagedPack:
        _log.exception("Followers cannot read %s", stream)
        return {}


# --------------------------------------------------------------------------------------------------------------------
# The content of a row
# --------------------------------------------------------------------------------------------------------------------

_CHAINED = b"\x02"
"""The first byte of the content of an intact chain; other content is compressed as it is."""

_Chained = tuple[list[str], list[bytes], list[bytes], bytes]
"""Topics; the parts before and after the previous hash in each fact; and these hashes of the latest facts."""

_AsItIs = list[tuple[str, bytes]]

_chained = msgspec.msgpack.Decoder(_Chained).decode
_as_it_is = msgspec.msgpack.Decoder(_AsItIs).decode

_SIZE = 32
"""Bytes of a hash."""


def packed(stream: str, facts: Sequence[StoredRow]) -> bytes:
    """Return all facts of a stream, whose versions are 1, 2, 3 …, packed together.

    Hashes cannot be compressed. For a finished game they are computed on reading, except for the last hash, which does
    not match if any fact has changed. A running game is read more often and keeps all hashes.
    """
    hashes = [row_hash(stream, fact) for fact in facts]
    parts = [state.partition(_previous(hash)) for (_, _, state), hash in zip(facts, ["", *hashes[:-1]], strict=True)]
    if not all(found for _, found, _ in parts):
        return zlib.compress(msgspec.msgpack.encode([(topic, state) for _, topic, state in facts]))
    topics = [topic for _, topic, _ in facts]
    known = hashes[-2:-1] if any(topic in _ENDS for topic in topics) else hashes[:-1]
    before, _, behind = zip(*parts, strict=True)
    return _CHAINED + zlib.compress(
        msgspec.msgpack.encode((topics, before, behind, b"".join(map(bytes.fromhex, known))))
    )


class DamagedPack(MapperDeserialisationError):
    """The packed content of a stream differs from what was written."""


def _unpacked(stream: str, content: bytes) -> list[StoredRow]:
    """Return the rows in packed content; raise DamagedPack."""
    try:
        return _rows(stream, content)
    except (zlib.error, msgspec.MsgspecError, ValueError) as error:
        raise DamagedPack(f"The packed facts of {stream} can't be read: {error}") from error


def _rows(stream: str, content: bytes) -> list[StoredRow]:
    if not content.startswith(_CHAINED):
        facts = _as_it_is(zlib.decompress(content))
        return [(version, topic, state) for version, (topic, state) in enumerate(facts, start=1)]
    topics, before, behind, hashes = _chained(zlib.decompress(content[len(_CHAINED) :]))
    known = [hashes[at : at + _SIZE].hex() for at in range(0, len(hashes), _SIZE)]
    following = [*repeat("", len(topics) - 1 - len(known)), *known, "none"]
    rows: list[StoredRow] = []
    previous = ""
    for version, (topic, begin, end, hash) in enumerate(zip(topics, before, behind, following, strict=True), start=1):
        row = (version, topic, b"%b%b%b" % (begin, _previous(previous), end))
        rows.append(row)
        previous = hash or row_hash(stream, row)
    return rows


def _previous(hash: str) -> bytes:
    """Return the part of an envelope with the previous hash; no user text can look like it, because of the quotes."""
    return b'"previous":"%b"' % hash.encode()
