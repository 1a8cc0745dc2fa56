r"""A tournament as a file, and its standings computed offline from it and the files of its games.

The file is newline-delimited JSON like the export of a game (:mod:`service.transfer.export_format`): a **competition**
line names the stream, an **event** line follows for each fact of its log, chained by hashes, then the **end** and the
**trailer**. The file names the games and their players. The results are in the exports of the games, which are verified
in full; a game whose file is missing or invalid is reported and not counted. Each round names the games it
was paired by and their versions, so that pairings are decided again, too.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

import msgspec
from eventsourcing.persistence import StoredEvent

from domain import aggregate
from domain.aggregate import Game
from domain.data_faults import UNREADABLE
from domain.log import Recorded
from domain.tournament import tournament
from domain.tournament.checking import CheckedRound, checked
from domain.tournament.facts import TOURNAMENT_FACTS, TournamentOpened
from domain.tournament.standings import EntrantStanding, Result
from domain.tournament.tournament import Tournament
from service import text_files
from service.storage.mapper import FactMapper, stored_hash
from service.tournaments import results
from service.transfer.export_format import End, Event, TournamentHeader, Trailer, decode, encode
from service.transfer.export_reader import read
from service.transfer.verification import verified
from service.usecases.command_handler import CommandHandler


class DamagedFile(Exception):
    """The file of a tournament was changed; ``line`` is the first wrong one, counted from 1."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class Recomputed(msgspec.Struct, frozen=True):
    """Standings by stage, whether the rounds were paired by them, and what could not be counted: games without a
    file, and files that do not verify.
    """

    tournament: Tournament
    stages: list[list[EntrantStanding]]
    rounds: list[CheckedRound]
    missing: list[str]
    unsound: list[str]


def export_tournament(handler: CommandHandler, stream: str) -> Iterator[bytes]:
    """Yield the lines of the file, each with its newline."""
    digest = hashlib.sha256()
    stored = handler.games.stored(stream)
    events = (
        Event(
            stream=stream,
            version=event.originator_version,
            topic=event.topic,
            hash=stored_hash(event),
            record=msgspec.Raw(event.state),
        )
        for event in stored
    )
    end = End(stream=stream, tip=stored_hash(stored[-1]), points=None)
    for line in (TournamentHeader(stream=stream), *events, end):
        written = encode(line)
        digest.update(written)
        yield written
    yield encode(Trailer(sha256=digest.hexdigest()))


def read_tournament(lines: Iterable[bytes]) -> tuple[Tournament, list[Recorded[object]]]:
    """Return the tournament in a file, and the records of its log; raises DamagedFile."""
    mapper, digest = FactMapper(), hashlib.sha256()
    records: list[Recorded[object]] = []
    stream = tip = ""
    number = 0
    for number, raw in text_files.numbered(lines):
        try:
            line = decode(raw)
            written = encode(line) == raw
        except UNREADABLE as error:
            raise DamagedFile(number) from error
        match line:
            case TournamentHeader() if written and not stream:
                stream = line.stream
            case Event() if written and stream == line.stream and line.version == len(records) + 1:
                event = StoredEvent(stream, line.version, line.topic, bytes(line.record))
                record = _record(mapper, event, number)
                if line.hash != stored_hash(event) or record.previous != tip:
                    raise DamagedFile(number)
                records.append(record)
                tip = line.hash
            case End() if written and records and (line.stream, line.tip) == (stream, tip):
                pass
            case Trailer() if written and line.sha256 == digest.hexdigest():
                return tournament.folded(records, tip), records
            case _:
                raise DamagedFile(number)
        digest.update(raw)
    raise DamagedFile(number + 1)


def _record(mapper: FactMapper, event: StoredEvent, number: int) -> Recorded[object]:
    try:
        record: Recorded[object] = mapper.to_domain_event(event)
    except Exception as error:  # A forged file may fail in any way.
        raise DamagedFile(number) from error
    first = event.originator_version == 1
    if not isinstance(record.fact, TOURNAMENT_FACTS) or isinstance(record.fact, TournamentOpened) != first:
        raise DamagedFile(number)
    return record


def recomputed(file: Iterable[bytes], games: Mapping[str, Sequence[bytes]]) -> Recomputed:
    """Standings from the files of a tournament and of its games, by the names of the files; raises DamagedFile."""
    found, records = read_tournament(file)
    known: dict[str, Game] = {}
    unsound = []
    for name, lines in games.items():
        transcript = read(lines)
        report = verified(transcript)
        if report.problem is not None:
            unsound.append(name)
            continue
        known[report.stream] = aggregate.rebuilt(report.stream, [entry.recorded for entry in transcript.streams[0]], "")
    came_to = {game: result for game, log in known.items() if (result := results.of_log(log)) is not None}
    return Recomputed(
        found,
        [tournament.standing(found, came_to, at) for at in range(max(1, len(found.stages)))],
        list(checked(records, partial(_result_at, known))),
        [game for game in found.games if game not in came_to],
        unsound,
    )


def _result_at(games: Mapping[str, Game], game: str, version: int) -> Result | None:
    """Return the result of a game by its log at a version; None without a file that goes so far."""
    log = games.get(game)
    if log is None or not 0 < version <= log.version:
        return None
    return results.of_log(aggregate.truncated(log, version))
