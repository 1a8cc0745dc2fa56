"""The tree of branches: each branch, its origin and its original game.

A branch is **shared** if everyone who may see its game may see it too once the game has ended. A branch imported from a
file is not, unless the same person imported the game: it is only for its importer. Branches of an unshared branch are
not shared either.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from domain import aggregate
from domain.game import prepare_decoders
from domain.log import BranchOpened
from domain.table.seating import ImportRecord
from projections.db_protocol import Row, Rows, timestamp
from projections.read_model import ReadModel
from projections.stream_folder import Change


class Branch(msgspec.Struct, frozen=True):
    """One branch. ``imagined``: everything that ``viewer`` (a seat; None: a spectator) could not know was made up.
    ``imported`` is the import of the branch or of its game, and ``from_file`` says whether the branch itself was
    imported. ``version`` is the branch's own latest version; times are ISO 8601 in UTC.
    """

    stream: str
    root: str
    origin: str
    at_version: int
    owner: str
    viewer: int | None
    imagined: bool
    imported: ImportRecord | None
    from_file: bool
    shared: bool
    version: int
    opened_at: str
    updated_at: str


def _process(rows: Rows, changes: Sequence[Change]) -> None:
    branches = [change for change in changes if change.game.origin is not None]
    rows.insert("branches", [_row(change) for change in branches if change.steps[0].version == 1])
    grown = [_latest(change) for change in branches if change.steps[0].version > 1]
    if grown:
        rows.execute_many(
            "UPDATE branches SET owner = :owner, imported = :imported, from_file = :from_file, shared = :shared,"
            " version = :version, updated_at = :updated_at WHERE stream = :stream",
            grown,
        )


def _row(change: Change) -> Row:
    first = change.steps[0].record
    opened: BranchOpened = first.fact
    return {
        **_latest(change),
        "root": change.root,
        "origin": opened.origin,
        "at_version": opened.at_version,
        "viewer": opened.viewer,
        "imagined": opened.imagined is not None,
        "opened_at": timestamp(first.at),
    }


def _latest(change: Change) -> Row:
    """Return the columns that may differ from those at the opening: the last fact of a file names its importer."""
    imported = change.game.table.imported
    return {
        "stream": change.stream,
        "owner": change.game.table.opened.owner,
        "imported": None if imported is None else msgspec.json.encode(imported).decode(),
        "from_file": aggregate.imported_until(change.game) > 0,
        "shared": imported is None or (change.home is not None and change.home.by == imported.by),
        "version": change.version,
        "updated_at": timestamp(change.last.at),
    }


BRANCHES = ReadModel(
    name="branches",
    tables=("branches",),
    schema=(
        "CREATE TABLE branches (stream TEXT PRIMARY KEY, root TEXT NOT NULL, origin TEXT NOT NULL,"
        " at_version BIGINT NOT NULL, owner TEXT NOT NULL, viewer BIGINT,"
        " imagined BOOLEAN NOT NULL, imported TEXT, from_file BOOLEAN NOT NULL, shared BOOLEAN NOT NULL,"
        " version BIGINT NOT NULL, opened_at TEXT NOT NULL, updated_at TEXT NOT NULL)",
        "CREATE INDEX branches_by_root ON branches (root, shared, opened_at, stream)",
        "CREATE INDEX branches_by_owner ON branches (root, owner, opened_at, stream)",
    ),
    process=_process,
    revision=5,
)

Cursor = tuple[str, str]
"""``opened_at`` and stream of the last branch seen."""

START: Cursor = ("", "")
"""The cursor before the first branch."""

prepare_decoders(ImportRecord)

_COLUMNS = (
    "SELECT stream, root, origin, at_version, owner, viewer, imagined, imported, from_file, shared, version,"
    " opened_at, updated_at FROM branches"
)


def page(rows: Rows, root: str, *, owner: str | None = None, after: Cursor = START, limit: int = 100) -> list[Branch]:
    """Return the branches of a game, including branches of branches: the shared ones, or those of one owner. They are
    sorted by age, so each origin comes before the branches that continue it.

    The cursor of the next page is ``opened_at`` and stream of the last branch.
    """
    found = rows.execute(
        f"{_COLUMNS} WHERE {_of(owner)} AND (opened_at, stream) > (:opened_at, :stream)"
        " ORDER BY opened_at, stream LIMIT :limit",
        {"root": root, "owner": owner, "opened_at": after[0], "stream": after[1], "limit": limit},
    )
    return [_branch(row) for row in found]


def visible(rows: Rows, root: str, *, reader: str | None, shared: bool, after: Cursor, limit: int) -> list[Branch]:
    """Return the branches that a reader (None: a visitor) sees, as in :func:`page`: their own, and ``shared`` ones."""
    wanted: list[str | None] = [None] if shared else []
    wanted += [reader] if reader is not None else []
    found = [branch for owner in wanted for branch in page(rows, root, owner=owner, after=after, limit=limit)]
    once = {branch.stream: branch for branch in found}
    return sorted(once.values(), key=lambda branch: (branch.opened_at, branch.stream))[:limit]


def newest(rows: Rows, root: str, *, owner: str | None = None, limit: int) -> list[Branch]:
    """Return the latest branches of a game, the shared ones or those of one owner, the last one first."""
    found = rows.execute(
        f"{_COLUMNS} WHERE {_of(owner)} ORDER BY opened_at DESC, stream DESC LIMIT :limit",
        {"root": root, "owner": owner, "limit": limit},
    )
    return [_branch(row) for row in found]


def _of(owner: str | None) -> str:
    """Return a condition with its own index, so that a query scans no branches of other owners."""
    return "root = :root AND shared = TRUE" if owner is None else "root = :root AND owner = :owner"


def branch(rows: Rows, stream: str) -> Branch | None:
    """Return one branch; None if the id is unknown."""
    found = rows.execute(f"{_COLUMNS} WHERE stream = :stream", {"stream": stream})
    return _branch(found[0]) if found else None


def _branch(row: Row) -> Branch:
    imported = None if row["imported"] is None else msgspec.json.decode(row["imported"], type=ImportRecord)
    flags = {name: bool(row[name]) for name in ("imagined", "from_file", "shared")}
    return Branch(**{**row, **flags, "imported": imported})
