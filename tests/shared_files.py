"""Files that all processes of a test run share; the first process that needs one makes it."""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

RUN = "DAYBOOK_TEST_RUN"
"""The environment variable that names the directory of the run."""


def share() -> Path:
    """Return the directory of this run; create it unless the process that started this one has done so."""
    if RUN not in os.environ:
        os.environ[RUN] = directory = tempfile.mkdtemp(prefix="daybook-test-run-")
        Path(directory).chmod(0o711)  # PostgreSQL works in it as another user.
        atexit.register(_remove, directory, os.getpid())
    return Path(os.environ[RUN])


def _remove(directory: str, owner: int) -> None:
    """Remove the directory, except in forks of the process that created it."""
    if os.getpid() == owner:
        shutil.rmtree(directory, ignore_errors=True)


def made(name: str, make: Callable[[Path], object]) -> Path:
    """Return the path of a file or directory, which ``make`` writes once in the whole run."""
    path = share() / name
    with path.with_name(f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            unfinished = path.with_name(f"{name}.unfinished")
            make(unfinished)
            unfinished.rename(path)
    return path
