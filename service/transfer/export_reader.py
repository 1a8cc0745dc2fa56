"""Reading of an export, byte for byte: its lines, the contiguity of its streams, the hash chain and the trailer."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from eventsourcing.persistence import StoredEvent

from domain import findings
from domain.components import digest_of
from domain.data_faults import UNREADABLE, explained
from domain.log import Recorded
from domain.message import Message, joined, message
from domain.table.facts import WordsSealed
from domain.verifiable_random import sealed
from service import text_files
from service.storage.mapper import FactMapper, stored_hash
from service.transfer import export_format, text_validation
from service.transfer.export_format import End, Event, Header, Names, Trailer, VeiledHeader
from service.transfer.file_problems import FileProblem, VerificationFailed


class VerifiedEntry(msgspec.Struct, frozen=True):
    """An event line: its number, the stored fact exactly as it was, and its content."""

    line: int
    stored: StoredEvent
    recorded: Recorded[Any]


@dataclass
class Transcript:
    """The part of a file that could be read, up to its first problem."""

    header: Header | None = None
    streams: list[list[VerifiedEntry]] = field(default_factory=list)
    ends: list[tuple[int, End]] = field(default_factory=list)
    """The end of each stream, with the number of its line."""
    names: dict[str, tuple[int, Names]] = field(default_factory=dict)
    """The names line of each stream, by its id, with the number of that line."""
    trailer: Trailer | None = None
    lines: int = 0

    @property
    def open(self) -> list[VerifiedEntry]:
        """The stream whose end is still to come."""
        return self.streams[-1] if len(self.streams) > len(self.ends) else []

    @property
    def unnamed(self) -> bool:
        """The stream that has ended and is still to be named."""
        return len(self.names) < len(self.ends)

    problem: FileProblem | None = None


def read(lines: Iterable[bytes]) -> Transcript:
    """Read an export as far as its bytes are correct."""
    found = Transcript()
    mapper = FactMapper()
    digest = hashlib.sha256()
    rest = text_files.numbered(lines)
    try:
        for found.lines, raw in rest:
            line = _parsed(found, raw)
            if isinstance(line, Trailer):
                _require_end_of_file(found, line, digest.hexdigest(), rest)
            _take(found, line, digest.hexdigest(), mapper)
            digest.update(raw)
        if found.trailer is None:
            found.lines += 1
            raise _altered(found, message("file.trailer-missing", "The file is incomplete: its last line is missing."))
    except VerificationFailed as wrong:
        found.problem = wrong.problem
    return found


def _altered(found: Transcript, detail: Message) -> VerificationFailed:
    return VerificationFailed(FileProblem(line=found.lines, kind="altered", detail=detail))


def _require_end_of_file(found: Transcript, trailer: Trailer, digest: str, rest: Iterator[object]) -> None:
    """Raise VerificationFailed for a trailer that others follow and that does not fit the lines above it."""
    if trailer.sha256 != digest and next(rest, None) is not None:
        raise _altered(found, message("file.line-out-of-place", "This line is in the wrong place."))


def _take(found: Transcript, line: export_format.AnyLine, digest: str, mapper: FactMapper) -> None:
    match line:
        case VeiledHeader():
            detail = message(
                "file.running-game-export",
                "This export is from a running game. It has no hashes, so it can't be verified.",
            )
            raise VerificationFailed(FileProblem(line=found.lines, kind="veiled", detail=detail))
        case Header() if found.header is None:
            _take_header(found, line)
        case Event() if found.header is not None and found.trailer is None and not found.unnamed:
            _take_event(found, line, mapper)
        case End() if found.open:
            _take_end(found, line)
        case Names() if found.unnamed:
            _take_names(found, line)
        case Trailer() if found.streams and not (found.open or found.unnamed or found.trailer):
            _take_trailer(found, line, digest)
        case _:
            raise _altered(found, message("file.line-out-of-place", "This line is in the wrong place."))


def _parsed(found: Transcript, raw: bytes) -> export_format.AnyLine:
    try:
        line = export_format.decode(raw)
    except UNREADABLE as error:
        detail = message("file.not-an-export-line", "This line isn't part of an export.")
        raise _altered(found, joined(detail, explained(error))) from error
    if export_format.encode(line) != raw:
        raise _altered(found, message("file.line-not-canonical", "This line isn't in the export format."))
    return line


def _take_header(found: Transcript, header: Header) -> None:
    if digest_of(header.content.encode()) != header.figures:
        raise _altered(
            found,
            message("file.figures-digest-wrong", "The component figures don't match the digest in the header."),
        )
    found.header = header


def _take_event(found: Transcript, line: Event, mapper: FactMapper) -> None:
    stored = StoredEvent(line.stream, line.version, line.topic, bytes(line.record))
    if stored_hash(stored) != line.hash:
        raise _altered(found, message("file.event-hash-wrong", "The event doesn't match the hash on its line."))
    last = found.open[-1].stored if found.open else None
    stream, version = (last.originator_id, last.originator_version + 1) if last else (line.stream, 1)
    if (line.stream, line.version) != (stream, version):
        raise _altered(
            found, message("file.version-out-of-place", "Event #{version} is in the wrong place.", version=line.version)
        )
    entry = VerifiedEntry(found.lines, stored, _recorded(found, stored, mapper))
    if entry.recorded.previous != (stored_hash(last) if last else ""):
        raise _altered(
            found,
            message("file.hash-chain-broken", "The hash chain is broken: the event doesn't follow the one before it."),
        )
    if last is None:
        found.streams.append([])
    found.streams[-1].append(entry)


def _recorded(found: Transcript, stored: StoredEvent, mapper: FactMapper) -> Recorded[Any]:
    try:
        recorded: Recorded[Any] = mapper.to_domain_event(stored)
    except Exception as error:  # forged data may break an upcaster in any way
        detail = message("file.unreadable-event", "This event can't be read.")
        cause = error.__cause__
        raise _altered(found, joined(detail, explained(cause)) if isinstance(cause, UNREADABLE) else detail) from error
    if stored.topic not in (findings.topic(recorded.fact), *mapper.former_topics):
        raise _altered(found, message("file.event-topic-wrong", "The event isn't a {topic}.", topic=stored.topic))
    if (fault := text_validation.fault(recorded)) is not None:
        raise _altered(found, fault)
    return recorded


def _take_end(found: Transcript, end: End) -> None:
    last = found.open[-1].stored
    if (end.stream, end.tip) != (last.originator_id, stored_hash(last)):
        raise _altered(
            found,
            message("file.stream-end-wrong", "The last event of the previous stream has a different hash."),
        )
    found.ends.append((found.lines, end))


def _take_names(found: Transcript, line: Names) -> None:
    if line.stream != found.ends[-1][1].stream or line.stream in found.names:
        raise _altered(found, message("file.line-out-of-place", "This line is in the wrong place."))
    if not text_validation.has_valid_length(msgspec.to_builtins(line)):
        raise _altered(found, message("file.name-exceeds-format", "A name is longer than Daybook allows."))
    digests = _digests(found.streams[-1])
    for said in line.words:
        if digests.get(said.seat) != sealed(said.salt, said.words):
            raise _altered(
                found, message("file.words-digest-wrong", "A seed contribution doesn't match its digest in the log.")
            )
    found.names[line.stream] = (found.lines, line)


def _digests(entries: Sequence[VerifiedEntry]) -> dict[int, str]:
    """Return the digest of each seat's contribution."""
    facts = [entry.recorded.fact for entry in entries]
    return {fact.seat: fact.digest for fact in facts if isinstance(fact, WordsSealed)}


def _take_trailer(found: Transcript, trailer: Trailer, digest: str) -> None:
    if found.header is not None and found.header.stream != found.ends[-1][1].stream:
        found.lines = 1
        raise _altered(
            found, message("file.header-stream-differs", "The stream in the header differs from the one in the log.")
        )
    if trailer.sha256 != digest:
        raise _altered(
            found,
            message("file.trailer-digest-wrong", "The file doesn't match the digest in its last line."),
        )
    found.trailer = trailer
