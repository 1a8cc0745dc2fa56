"""Logs from when facts had names in them lose these once, and are as sound as before."""

from __future__ import annotations

import pytest
from eventsourcing.persistence import StoredEvent

from service.files.audit import audit
from service.files.export import export_lines, names
from service.files.verification import read, verify
from service.people import rechaining, texts
from service.people.rechaining import chain_all_anew
from service.storage import Storage, packing
from service.storage.mapper import stored_hash
from service.usecases.command_handler import CommandHandler
from tests.golden import logs
from tests.service import playing

FORMER = logs.DIRECTORY / "birmingham-2-seats.ndjson.gz"
NAMES = ('"words":', '"Ada"', '"Eve"', "coal and iron", '"birmingham-2-seats"')
"""What persons typed in that log."""


@pytest.fixture
def former(storage: Storage) -> list[StoredEvent]:
    """A log as it was stored by a former release, its first facts packed."""
    handler = CommandHandler(storage)
    transcript = read(logs.lines_of(FORMER))
    assert transcript.header is not None
    (entries,) = transcript.streams
    handler.keep_figures(logs.game_of(logs.lines_of(FORMER)).ruleset, transcript.header.figures)
    stored = [entry.stored for entry in entries]
    storage.append(stored)
    with storage.database.transaction() as rows:
        packing.pack(rows, str(stored[0].originator_id))
    playing.register(handler)
    return stored


def test_a_stream_has_no_names_any_more_and_is_as_sound(storage: Storage, former: list[StoredEvent]) -> None:
    stream = str(former[0].originator_id)
    assert chain_all_anew(storage) == 1
    handler = CommandHandler(storage)
    stored = handler.games.stored(stream)
    content = b"".join(event.state for event in stored)
    assert [name for name in NAMES if name.encode() in content] == []
    followed = [record for batch in storage.application.recorded(0, storage.last_id()) for record in batch.records]
    assert [record.fact for record in followed if record.originator_id == stream] == [
        record.fact for record in handler.games.game(stream).records
    ]
    game = handler.games.game(stream)
    assert [event.state for event in stored if b"words" in event.state] == [
        event.state for event in stored if event.topic == "table.words_sealed"
    ]
    assert verify(export_lines(handler, game, "spectator")).problem is None
    assert not verify(export_lines(handler, game, "spectator")).notes
    assert {finding.holds for finding in audit(handler, game)} == {True}
    assert handler.games.position(game) == logs.aggregate.state(logs.game_of(logs.lines_of(FORMER)))
    said = names(handler, game)
    assert (said.title, [each.words for each in said.words]) == ("birmingham-2-seats", ["coal and iron", "beer"])
    assert said.seats == ["Ada", "Ben"]  # By their accounts: the one who was called Eve once is another user here.
    with storage.database.reading() as rows:
        (tips,) = rows.execute("SELECT former_tip, tip FROM chained_anew WHERE stream = :stream", {"stream": stream})
    assert (tips["former_tip"], tips["tip"]) == (stored_hash(former[-1]), stored_hash(stored[-1]))
    assert chain_all_anew(storage) == 0


def test_whoever_is_interrupted_goes_on(
    storage: Storage, former: list[StoredEvent], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as interrupted:
        interrupted.setattr(rechaining.packing, "pack", lambda rows, stream: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            chain_all_anew(storage)
    stream = str(former[0].originator_id)
    assert list(CommandHandler(storage).games.stored(stream)) == former
    assert chain_all_anew(storage) == 1


def test_words_that_are_gone_leave_all_else_verifiable(storage: Storage, former: list[StoredEvent]) -> None:
    """They decided the shuffles themselves; the log has their digests."""
    chain_all_anew(storage)
    handler = CommandHandler(storage)
    with storage.database.transaction() as rows:
        for user in playing.USERS:
            texts.forget(rows, user, 100)
    report = verify(export_lines(handler, handler.games.game(str(former[0].originator_id)), "spectator"))
    assert report.problem is None
    assert [note.text.split(":")[0] for note in report.notes] == [
        "Words that decided the shuffles are gone with their author"
    ]
    assert {finding.holds for finding in audit(handler, handler.games.game(str(former[0].originator_id)))} == {True}


def test_a_table_that_has_not_started_mixes_digests_in(storage: Storage) -> None:
    """Its shuffles are still to be decided."""
    transcript = read(logs.lines_of(FORMER))
    stored = [entry.stored for entry in transcript.streams[0]]
    start = next(at for at, event in enumerate(stored) if event.topic.endswith(".started"))
    anew = rechaining.chained_anew(stored[:start])
    assert anew is not None
    sealed = [event.state for event in anew.stored if event.topic == "table.words_sealed"]
    assert len(sealed) == 2
    assert not any(b"themselves" in state for state in sealed)


def test_a_log_without_names_stays_as_it_is(storage: Storage) -> None:
    handler = CommandHandler(storage)
    game = playing.started(handler)
    before = list(handler.games.stored(game.id))
    assert chain_all_anew(storage) == 0
    assert list(handler.games.stored(game.id)) == before
