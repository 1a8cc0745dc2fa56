"""The database file: readable by its owner alone, as it holds password hashes and seeds of running games."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

from service.storage import connect
from service.usecases.command_handler import CommandHandler
from tests.service import playing


def test_a_database_file_and_what_stands_beside_it_are_their_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with closing(connect(f"sqlite:///{tmp_path}/daybook.sqlite")) as storage:
            storage.migrate()
            playing.started(CommandHandler(storage))
            modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(["daybook.sqlite", "daybook.sqlite-wal", "daybook.sqlite-shm"], 0o600)


def test_a_file_that_was_shared_on_purpose_stays_so(tmp_path: Path) -> None:
    file = tmp_path / "daybook.sqlite"
    file.touch()
    file.chmod(0o640)
    connect(f"sqlite:///{file}").close()
    assert file.stat().st_mode & 0o777 == 0o640
