"""Stream ids: the stream that a write opens is remembered."""

from __future__ import annotations

from pathlib import Path

from service.storage import Storage
from service.transfer.export import export_lines
from service.transfer.importing import import_file
from service.usecases import branches
from service.usecases.command_handler import CommandContext, CommandHandler
from service.usecases.stream_ids import stream_of
from tests.service import playing


def remembered(storage: Storage) -> set[str]:
    with storage.database.reading() as rows:
        return {row["stream"] for row in rows.execute("SELECT stream FROM opened_streams")}


def test_each_write_has_a_unique_and_stable_id(storage: Storage) -> None:
    writes = [("ada", "one"), ("ada", "two"), ("ben", "one"), ("", "one")]
    ids = [stream_of(storage.database, *write) for write in writes]
    assert len({*ids}) == len(writes)
    assert [stream_of(storage.database, *write) for write in writes] == ids


def test_opened_games_are_remembered_but_imported_ones_are_not(storage: Storage, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    handler, elsewhere = CommandHandler(storage), playing.new_daybook(tmp_path / "elsewhere")
    game = playing.start_game(handler)
    branch = branches.open_branch(
        handler, game.id, CommandContext(actor="ada", command="b"), at=game.version, viewer=0, name="What if"
    )
    theirs = playing.play_to_end(elsewhere, playing.start_game(elsewhere, 3))
    import_file(handler, "zoe", b"".join(export_lines(elsewhere, theirs, "spectator")))
    assert remembered(storage) == {game.id, branch.id}
    assert playing.open_table(handler).id == game.id
