"""The tree of what-ifs: every branch, what it continues and the game it goes back to."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain.log import BranchOpened
from projections.fold import Change
from projections.read_model import ReadModel
from projections.rows import Row, Rows, timestamp


class Branch(msgspec.Struct, frozen=True):
    """One branch. ``imagined`` is true where what ``viewer`` (a seat; None: nobody) could not know was made up.

    ``version`` is the branch's own latest version; times are ISO 8601 in UTC.
    """

    stream: str
    root: str
    origin: str
    at_version: int
    owner: str
    name: str
    viewer: int | None
    imagined: bool
    version: int
    opened_at: str
    updated_at: str


def _process(rows: Rows, changes: Sequence[Change]) -> None:
    branches = [change for change in changes if change.game.origin is not None]
    opened = [_row(change) for change in branches if change.steps[0].version == 1]
    if opened:
        rows.execute_many(
            "INSERT INTO branches (stream, root, origin, at_version, owner, name, viewer, imagined, version, opened_at,"
            " updated_at) VALUES (:stream, :root, :origin, :at_version, :owner, :name, :viewer, :imagined, :version,"
            " :opened_at, :updated_at)",
            opened,
        )
    grown = [
        {
            "stream": change.stream,
            "owner": change.game.table.opened.owner,
            "version": change.version,
            "updated_at": timestamp(change.last.at),
        }
        for change in branches
        if change.steps[0].version > 1
    ]
    if grown:
        rows.execute_many(
            "UPDATE branches SET owner = :owner, version = :version, updated_at = :updated_at WHERE stream = :stream",
            grown,
        )


def _row(change: Change) -> Row:
    first = change.steps[0].record
    opened: BranchOpened = first.fact
    owner = change.game.table.opened.owner  # Of one that came in a file: who brought it, not whom the file names.
    return {
        "stream": change.stream,
        "root": change.root,
        "origin": opened.origin,
        "at_version": opened.at_version,
        "owner": owner,
        "name": opened.name,
        "viewer": opened.viewer,
        "imagined": opened.imagined is not None,
        "version": change.version,
        "opened_at": timestamp(first.at),
        "updated_at": timestamp(change.last.at),
    }


BRANCHES = ReadModel(
    name="branches",
    tables=("branches",),
    schema=(
        "CREATE TABLE branches (stream TEXT PRIMARY KEY, root TEXT NOT NULL, origin TEXT NOT NULL,"
        " at_version BIGINT NOT NULL, owner TEXT NOT NULL, name TEXT NOT NULL, viewer BIGINT,"
        " imagined BOOLEAN NOT NULL, version BIGINT NOT NULL, opened_at TEXT NOT NULL, updated_at TEXT NOT NULL)",
        "CREATE INDEX branches_by_root ON branches (root, opened_at, stream)",
        "CREATE INDEX branches_by_owner ON branches (root, owner, opened_at, stream)",
    ),
    process=_process,
    revision=2,
)

Cursor = tuple[str, str]
"""``opened_at`` and stream of the last branch seen."""

START: Cursor = ("", "")
"""Before the first branch."""

_COLUMNS = (
    "SELECT stream, root, origin, at_version, owner, name, viewer, imagined, version, opened_at, updated_at"
    " FROM branches"
)


def page(rows: Rows, root: str, *, owner: str | None = None, after: Cursor = START, limit: int = 100) -> list[Branch]:
    """Branches of a game and their branches, of one owner if wanted, oldest first: origins before what continues them.

    The cursor of the next page is ``opened_at`` and stream of the last branch.
    """
    found = rows.execute(
        f"{_COLUMNS} WHERE {_of(owner)} AND (opened_at, stream) > (:opened_at, :stream)"
        " ORDER BY opened_at, stream LIMIT :limit",
        {"root": root, "owner": owner, "opened_at": after[0], "stream": after[1], "limit": limit},
    )
    return [_branch(row) for row in found]


def newest(rows: Rows, root: str, *, owner: str | None = None, limit: int) -> list[Branch]:
    """The branches of a game that were opened last, of one owner if wanted, the last one first."""
    found = rows.execute(
        f"{_COLUMNS} WHERE {_of(owner)} ORDER BY opened_at DESC, stream DESC LIMIT :limit",
        {"root": root, "owner": owner, "limit": limit},
    )
    return [_branch(row) for row in found]


def _of(owner: str | None) -> str:
    """One condition for each index, so that nobody's branches are gone through in search of another's."""
    return "root = :root" if owner is None else "root = :root AND owner = :owner"


def branch(rows: Rows, stream: str) -> Branch | None:
    """One branch; None if there is no branch with this id."""
    found = rows.execute(f"{_COLUMNS} WHERE stream = :stream", {"stream": stream})
    return _branch(found[0]) if found else None


def _branch(row: Row) -> Branch:
    return Branch(**{**row, "imagined": bool(row["imagined"])})
