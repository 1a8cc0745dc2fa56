"""The database file is readable only by its owner, as it holds password hashes and seeds of running games."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

from service.storage import connect
from service.usecases.command_handler import CommandHandler
from tests.service import playing


def test_database_files_are_accessible_only_to_their_owner(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with closing(connect(f"sqlite:///{tmp_path}/daybook.sqlite")) as storage:
            storage.migrate()
            playing.start_game(CommandHandler(storage))
            modes = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(["daybook.sqlite", "daybook.sqlite-wal", "daybook.sqlite-shm"], 0o600)


def test_permissions_of_an_existing_file_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "daybook.sqlite"
    file.touch()
    file.chmod(0o640)
    connect(f"sqlite:///{file}").close()
    assert file.stat().st_mode & 0o777 == 0o640
