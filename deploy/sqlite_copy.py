#!/usr/bin/env python3
"""Back up a SQLite site while it runs, or put a backup in place: ``sqlite_copy.py FROM TO``.

The copy is a consistent snapshot of the source, made by SQLite's online backup, page by page. ``TO`` must not exist. If
the program succeeds, the copy is complete and checked; otherwise there is no copy.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path


def copy(source: Path, target: Path) -> None:
    """Copy a database to a new file. Raises FileExistsError, FileNotFoundError or sqlite3.DatabaseError."""
    if not source.is_file():
        raise FileNotFoundError(f"{source} does not exist")
    leftovers = [path for path in (target, Path(f"{target}-wal"), Path(f"{target}-journal")) if path.exists()]
    if leftovers:
        raise FileExistsError(f"{leftovers[0]} exists already; move it away first")
    partial = Path(f"{target}.partial")
    partial.unlink(missing_ok=True)
    os.close(os.open(partial, os.O_CREAT | os.O_WRONLY, 0o600))
    try:
        _copy_pages(source, partial)
        _flush(partial)
        partial.rename(target)
    finally:
        partial.unlink(missing_ok=True)
    _flush(target.parent)


def _copy_pages(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as database, closing(sqlite3.connect(target)) as backup:
        database.backup(backup)
        backup.execute("PRAGMA journal_mode=DELETE")
        found = backup.execute("PRAGMA integrity_check").fetchone()[0]
    if found != "ok":
        raise sqlite3.DatabaseError(f"{source} is damaged: {found}")


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def main() -> None:
    """Copy the first argument to the second."""
    if len(sys.argv) != 3:
        sys.exit("usage: sqlite_copy.py FROM TO")
    try:
        copy(Path(sys.argv[1]), Path(sys.argv[2]))
    except (OSError, sqlite3.DatabaseError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
