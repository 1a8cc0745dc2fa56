"""Tampered exports with all hashes recomputed, and the verification's expected findings."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
from eventsourcing.persistence import StoredEvent

from service.storage.mapper import stored_hash
from service.transfer.export_format import End, Event, Names, Trailer, decode, encode
from service.transfer.verification import VerificationReport


def assert_problem(report: VerificationReport, line: int, kind: str, rule: str | None = None) -> None:
    assert report.problem is not None
    assert (report.problem.line, report.problem.kind, report.problem.rule) == (line, kind, rule), report.problem
    assert report.points is None


def tampered_export(
    lines: list[bytes], change: Callable[[list[Any]], None] = lambda records: None, stream: str | None = None
) -> list[bytes]:
    """Return the export of one stream with changed records, or under another id, with all hashes recomputed."""
    header, *rest, _ = map(decode, lines)
    events = [line for line in rest if isinstance(line, Event)]
    (end,) = [line for line in rest if isinstance(line, End)]
    names = [msgspec.structs.replace(line, stream=stream or line.stream) for line in rest if isinstance(line, Names)]
    header = msgspec.structs.replace(header, stream=stream or header.stream)
    records = [msgspec.json.decode(event.record) for event in events]
    change(records)
    previous, out = "", [encode(header)]
    for version, record in enumerate(records, 1):
        content = msgspec.json.encode(record | {"previous": previous})
        stored = StoredEvent(header.stream, version, record["fact"]["topic"], content)
        previous = stored_hash(stored)
        out.append(
            encode(
                Event(
                    stream=header.stream,
                    version=version,
                    topic=stored.topic,
                    hash=previous,
                    record=msgspec.Raw(content),
                )
            )
        )
    return with_trailer([*out, encode(End(stream=header.stream, tip=previous, points=end.points)), *map(encode, names)])


def forged_branch(lines: list[bytes], stream: str) -> list[bytes]:
    """Return the export of a branch without moves, with the branch's id replaced."""
    header, *origin, opened, end, names, trailer = lines
    header, *branch, _ = tampered_export([header, opened, end, names, trailer], stream=stream)
    return with_trailer([header, *origin, *branch])


def with_trailer(lines: list[bytes]) -> list[bytes]:
    """Return the lines with a matching trailer."""
    return [*lines, encode(Trailer(sha256=hashlib.sha256(b"".join(lines)).hexdigest()))]


def line_of(lines: list[bytes], topic: str, nth: int = 0) -> int:
    """Return the number of the nth line with this topic, which is also the index of its record plus 2."""
    found = [number for number, line in enumerate(map(decode, lines), 1) if getattr(line, "topic", "") == topic]
    return found[nth]
