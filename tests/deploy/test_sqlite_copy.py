"""Backup and restore of a SQLite site."""

import sqlite3
import threading
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from deploy.sqlite_copy import copy
from domain.log import Recorded
from domain.table.facts import ConfirmationSet
from service.storage import Storage, connect
from tests.service.sites import Person, close, site_on
from tests.service.tournaments.conftest import play_out
from tests.service.tournaments.test_organiser_actions import open_tournament_round
from tests.service.tournaments.test_tournament import LEAGUE, games_of, open_round


def append(storage: Storage, stream: str, version: int) -> None:
    fact = ConfirmationSet(seat=0, automatic=True)
    record = Recorded(
        originator_id=stream,
        originator_version=version,
        at=datetime.now(UTC),
        command=f"{stream}-{version}",
        previous="",
        fact=fact,
    )
    storage.append([storage.application.mapper.to_stored_event(record)])


def empty_site(path: Path) -> None:
    with closing(connect(f"sqlite:///{path}")) as storage:
        storage.migrate()


def stored_events(path: Path) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(path)) as database:
        return database.execute("SELECT rowid, * FROM stored_events ORDER BY rowid").fetchall()


def test_a_backup_of_a_running_site_is_consistent(tmp_path: Path) -> None:
    site, backup, restored = (tmp_path / name for name in ("site.sqlite", "backup.sqlite", "restored.sqlite"))
    with closing(connect(f"sqlite:///{site}")) as storage:
        storage.migrate()
        append(storage, "before", 1)
        stop = threading.Event()

        def keep_appending() -> None:
            version = 0
            while not stop.is_set():
                version += 1
                append(storage, "during", version)

        writer = threading.Thread(target=keep_appending)
        writer.start()
        try:
            copy(site, backup)
        finally:
            stop.set()
            writer.join()
    copy(backup, restored)
    saved = stored_events(restored)
    assert saved
    assert saved == stored_events(site)[: len(saved)]
    with closing(connect(f"sqlite:///{restored}")) as storage:
        assert storage.pending() == []
        assert storage.last_id() == len(saved)


def test_a_tournament_continues_after_a_restore(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("site.sqlite", "backup.sqlite", "restored.sqlite")]
    site = site_on(f"sqlite:///{files[0]}")
    olga = site.person("Olga")
    tournament, games = open_tournament_round(site, olga, LEAGUE, number=6)
    for game in games:
        play_out(site.services.handler, game)
    site.catch_up()
    urls = [f"/tournaments/{tournament}{path}" for path in ("", "/standings", "/export")]
    before = [olga.get(url).data for url in urls]
    close(site)
    copy(files[0], files[1])
    copy(files[1], files[2])
    site = site_on(f"sqlite:///{files[2]}")
    olga = Person(site.app.test_client(), "Olga", olga.id, olga.token)
    assert [olga.get(url).data for url in urls] == before
    assert len(games_of(open_round(olga, tournament))[1]) == 2
    close(site)


def test_copy_preserves_notification_ids_with_gaps(tmp_path: Path) -> None:
    site, backup = tmp_path / "site.sqlite", tmp_path / "backup.sqlite"
    with closing(connect(f"sqlite:///{site}")) as storage:
        storage.migrate()
        for version in (1, 2, 3):
            append(storage, "game", version)
    with closing(sqlite3.connect(site)) as database, database:
        database.execute("UPDATE stored_events SET rowid = 7 WHERE rowid = 3")
    copy(site, backup)
    assert [row[0] for row in stored_events(backup)] == [1, 2, 7]


def test_neither_backup_nor_restore_overwrites_a_file(tmp_path: Path) -> None:
    site, backup = tmp_path / "site.sqlite", tmp_path / "backup.sqlite"
    empty_site(site)
    copy(site, backup)
    with closing(connect(f"sqlite:///{site}")) as storage:
        append(storage, "since", 1)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    for source, target in ((site, backup), (backup, site)):
        with pytest.raises(FileExistsError, match=f"{target.name} exists"):
            copy(source, target)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("suffix", ["-wal", "-journal"])
def test_copy_is_refused_if_a_log_is_left_over(tmp_path: Path, suffix: str) -> None:
    """SQLite would apply a log of another database to the copy."""
    backup, site = tmp_path / "backup.sqlite", tmp_path / "site.sqlite"
    empty_site(backup)
    leftover = Path(f"{site}{suffix}")
    leftover.write_bytes(b"left over")
    with pytest.raises(FileExistsError, match=suffix):
        copy(backup, site)
    assert leftover.read_bytes() == b"left over"
    assert not site.exists()


def test_damaged_source_produces_no_backup(tmp_path: Path) -> None:
    site, backup = tmp_path / "site.sqlite", tmp_path / "backup.sqlite"
    with closing(connect(f"sqlite:///{site}")) as storage:
        storage.migrate()
        for version in range(1, 400):
            append(storage, "game", version)
    content = bytearray(site.read_bytes())
    content[8192 : len(content) - 4096] = b"\xff" * (len(content) - 12288)
    site.write_bytes(content)
    with pytest.raises(sqlite3.DatabaseError):
        copy(site, backup)
    assert list(tmp_path.glob("backup*")) == []
