"""Import of exports and of records of play.

**An export** is verified completely and then stored byte for byte under its own stream id, with the streams that a
branch continues. **A record of play** (:mod:`service.transfer.record_of_play`) is decided command by command.

If anything is refused, nothing is stored. A stored log ends with ``Imported``, so that the users of another site are
unknown here. That fact also names the rules that have been corrected since and decided some moves of the export
differently; such a game is imported unchanged.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, pairwise
from typing import Any

import msgspec
from eventsourcing.persistence import IntegrityError, StoredEvent

from domain.components import digest_of
from domain.game import ruleset
from domain.log import Recorded
from domain.message import counted, message
from domain.play import Acted
from domain.table import seating
from domain.table.facts import Imported, SeatTaken, Superseded
from domain.table.refusals import Refused
from projections.registry import READ_MODELS
from projections.stream_folder import Folds
from service import text_files
from service.accounts import user_texts
from service.accounts.user_texts import Text
from service.readmodels.ephemeral_model import projected
from service.storage import Statement
from service.storage.mapper import stored_hash
from service.text_files import UnreadableFile
from service.transfer.export_format import Names
from service.transfer.export_reader import Transcript, VerifiedEntry, read
from service.transfer.file_problems import WrongFile, wrong
from service.transfer.record_of_play import parse_record, rules_of, writes
from service.transfer.text_validation import LONGEST_NAME, LONGEST_PLAYER, LONGEST_TEXT, stored_name
from service.transfer.verification import TooLong, VerificationReport, verified
from service.usecases import branch_quota, branches, stream_ids
from service.usecases.command_handler import CommandContext, CommandHandler
from service.user_text import normalised

MAX_BYTES = 16 * 1024 * 1024
"""The largest file that is imported. The export of a game of four with many undone moves has 180 kB."""

MAX_FACTS = 10_000
"""The most facts of one file. Verifying a log of so many undo facts takes some seconds."""

MAX_SECONDS = 20.0
"""The longest time for verifying an export."""

_log = logging.getLogger(__name__)

_STREAM = re.compile(r"[0-9a-f]{32}")


class AlreadyHere(Exception):
    """A stream of the file exists already."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.stream = stream


def import_file(handler: CommandHandler, user: str, content: bytes) -> str:
    """Store the game in a file for a user and return its stream id. Raises WrongFile or AlreadyHere."""
    try:
        content = text_files.plain(content, MAX_BYTES)
    except UnreadableFile as unreadable:
        raise wrong(0, unreadable.detail) from unreadable
    if not content.strip():
        raise wrong(0, message("file.empty", "The file is empty. Choose another one."))
    if content.lstrip().startswith(b'{"line":'):
        return _import_export(handler, user, content)
    return _import_record(handler, user, content)


def _import_export(handler: CommandHandler, user: str, content: bytes) -> str:
    if max(content.count(b"\n"), content.count(b"\r")) > MAX_FACTS:
        raise wrong(
            MAX_FACTS,
            counted(
                "file.too-many-lines",
                "The file has more than {count} line.",
                "The file has more than {count} lines.",
                count=MAX_FACTS,
            ),
        )
    transcript = read(text_files.lines(content))
    if len(transcript.streams) > branches.DEEPEST + 1:
        raise wrong(
            1,
            counted(
                "file.branches-too-deep",
                "Branches can be nested at most {count} level deep.",
                "Branches can be nested at most {count} levels deep.",
                count=branches.DEEPEST,
            ),
        )
    try:
        report = verified(transcript, until=time.monotonic() + MAX_SECONDS)
    except TooLong as error:
        detail = counted(
            "file.verification-too-slow",
            "Verifying this file takes more than {count} second.",
            "Verifying this file takes more than {count} seconds.",
            count=round(MAX_SECONDS),
        )
        raise wrong(error.line, detail) from error
    if report.problem is not None:
        raise WrongFile(report.problem)
    assert transcript.header is not None
    _rehearse(handler, [[entry.recorded for entry in entries] for entries in transcript.streams])
    streams = [_incoming(transcript, entries, user) for entries in transcript.streams]
    if not all(_STREAM.fullmatch(stream.id) for stream in streams):
        raise wrong(1, message("file.streams-not-games", "The file contains streams that aren't games."))
    for stream in streams:
        _require_names(stream)
    brought = [*_new_origins(handler, streams), *_new_game(handler, streams[-1])]
    root = streams[0].id
    with _counted(handler, user, root, sum(stream.id != root for stream in brought)):
        handler.store_figures(ruleset(report.ruleset), transcript.header.figures)
        marked = (_marked(handler, user, stream.stored, _superseded(report, stream)) for stream in brought)
        kept = (user_texts.kept(stream.id, stream.texts) for stream in brought)
        _store(handler, report.stream, list(chain.from_iterable(marked)), list(chain.from_iterable(kept)))
    return report.stream


class _Incoming(msgspec.Struct, frozen=True):
    """A stream of a file, its texts, and the number of the line with these."""

    id: str
    entries: Sequence[VerifiedEntry]
    texts: Sequence[Text]
    texts_from: int

    @property
    def stored(self) -> list[StoredEvent]:
        """Return the facts, byte for byte."""
        return [entry.stored for entry in self.entries]


def _incoming(transcript: Transcript, entries: Sequence[VerifiedEntry], user: str) -> _Incoming:
    stream = str(entries[0].stored.originator_id)
    line, said = transcript.names[stream]
    return _Incoming(stream, entries, _typed(said, entries, user), line)


def _typed(said: Names, entries: Sequence[VerifiedEntry], user: str) -> list[Text]:
    """Return the texts in a names line that do not follow from the facts."""
    sat = {fact.seat: fact for entry in entries if isinstance(fact := entry.recorded.fact, SeatTaken)}
    named = {seat: name for seat, name in enumerate(said.seats) if seat in sat and name}
    return [
        *[Text(what="title", author=user, text=normalised(title)) for title in [said.title] if title],
        *[
            Text(what="seat", author=user, text=normalised(name), seat=seat)
            for seat, name in named.items()
            if (bot := sat[seat].bot) is None or name != seating.bot_name(bot, seat)
        ],
        *[Text(what="words", author=user, text=each.words, seat=each.seat, salt=each.salt) for each in said.words],
    ]


def _require_names(stream: _Incoming) -> None:
    """Raise WrongFile for names and words that could not be entered here."""
    longest = {"title": LONGEST_NAME, "seat": LONGEST_PLAYER, "words": LONGEST_TEXT}
    for text in stream.texts:
        if len(text.text) > longest[text.what]:
            detail = counted(
                "file.name-too-long",
                "A name can have at most {count} character.",
                "A name can have at most {count} characters.",
                count=longest[text.what],
            )
            raise wrong(stream.texts_from, detail)
        stored_name(text.text, stream.texts_from)


@contextmanager
def _counted(handler: CommandHandler, user: str, root: str, branches: int) -> Iterator[None]:
    """Count the branches of a root among those of the user; the operator (``""``) may import any number."""
    if not (user and branches):
        yield
        return
    try:
        with branch_quota.reserved(handler.storage.database, root, user, branches):
            yield
    except Refused as refusal:
        detail = counted(
            "file.too-many-branches",
            "You can have at most {count} branch per game.",
            "You can have at most {count} branches per game.",
            count=branch_quota.MOST,
        )
        raise wrong(1, detail) from refusal


def _rehearse(handler: CommandHandler, streams: Sequence[Sequence[Recorded[Any]]]) -> None:
    """Process the streams with read models in memory: forged ones that fail there would stop the stored read models.

    Commands may still be legal if figures or an imagined start are inconsistent.
    """
    known = {records[0].originator_id: records for records in streams}

    def read(stream: str, upto: int | None) -> Sequence[Recorded[Any]]:
        return (known.get(stream) or handler.games.game(stream).records)[:upto]

    try:
        for records in streams:
            changes = Folds(read).changes(records)
            for model in READ_MODELS.values():
                with projected(model, changes):
                    pass
    except Exception as error:  # forged data may fail in any way
        _log.info("A file's game can't be shown", exc_info=error)
        raise wrong(1, message("file.cannot-be-shown", "The game can't be shown.")) from error


def _new_origins(handler: CommandHandler, streams: Sequence[_Incoming]) -> Iterator[_Incoming]:
    """Yield the streams that the stream continues and that do not exist here yet."""
    for stream, branch in pairwise(streams):
        here = handler.games.stored(stream.id)
        if not here:
            yield stream
        elif branch.entries[0].recorded.fact.at_version > _agreement(here, stream.stored):
            raise _something_else(stream)


def _new_game(handler: CommandHandler, stream: _Incoming) -> Iterator[_Incoming]:
    """Yield the stream itself. Raise AlreadyHere if it exists, without revealing another game under its id."""
    here = handler.games.stored(stream.id)
    if not here:
        yield stream
    elif _agreement(here, stream.stored):
        raise AlreadyHere(stream.id)
    else:
        raise _something_else(stream)


def _agreement(here: Sequence[StoredEvent], stored: Sequence[StoredEvent]) -> int:
    """Return the number of facts that both begin with; 0 if neither is the beginning of the other.

    A copy may have been marked as imported, which makes it longer than its original.
    """
    common = min(len(here), len(stored))
    return common if stored_hash(here[common - 1]) == stored_hash(stored[common - 1]) else 0


def _something_else(stream: _Incoming) -> WrongFile:
    return wrong(
        1,
        message(
            "file.stream-differs", "The game {stream} already exists here with different content.", stream=stream.id
        ),
    )


def _superseded(report: VerificationReport, stream: _Incoming) -> tuple[Superseded, ...]:
    """Return the rules, corrected since, by which moves of the stream and its origins were played."""
    last = stream.entries[-1].line
    found = ((found.rule, found.corrected) for found in report.superseded if found.line <= last)
    return tuple(sorted({Superseded(rule, day) for rule, day in found if rule and day}))


def _marked(
    handler: CommandHandler, user: str, stored: Sequence[StoredEvent], superseded: tuple[Superseded, ...]
) -> list[StoredEvent]:
    """Return the stream, and after it a fact that names the importer and the moves that today's rules decide
    differently.
    """
    stream, tip = str(stored[0].originator_id), stored_hash(stored[-1])
    facts: list[Acted] = [(Imported(by=user, superseded=superseded), None)]
    return [*stored, *handler.to_stored_events(stream, len(stored), tip, facts, CommandContext(actor=user))[1]]


def _store(handler: CommandHandler, stream: str, events: Sequence[StoredEvent], also: Sequence[Statement]) -> None:
    try:
        handler.storage.append(events, also)
    except IntegrityError as error:
        raise AlreadyHere(stream) from error


def _import_record(handler: CommandHandler, user: str, content: bytes) -> str:
    record = parse_record(content)
    rules = rules_of(record)
    written = list(writes(rules, record, user))
    stream = stream_ids.stream_of(handler.storage.database, user, digest_of(msgspec.json.encode(record)))
    handler.store_figures(rules, rules.current_figures())
    events: list[StoredEvent] = []
    for command, facts in written:
        tip = stored_hash(events[-1]) if events else ""
        events += handler.to_stored_events(
            stream, len(events), tip, facts, CommandContext(actor=user, command=command)
        )[1]
    typed = [Text(what="title", author=user, text=record.name)] if record.name else []
    seats = {fact.seat for _, facts in written for fact, _ in facts if isinstance(fact, SeatTaken)}
    typed += [Text(what="seat", author=user, text=record.names[seat], seat=seat) for seat in sorted(seats)]
    _store(handler, stream, events, user_texts.kept(stream, typed))
    return stream
