"""Quotas of branches: how many branches of each game a user has opened or imported."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from domain.message import counted
from domain.table.refusals import Refused
from projections.db_protocol import Rows
from service.storage import Database, user_rows
from service.storage.user_rows import UserRows

MOST = 100
"""Branches of one game, including branches of branches, that one user may open or import."""

_COUNT = (
    # Users without a count may have opened branches before counts existed; the read model has those.
    "INSERT INTO branch_counts SELECT :root, :owner, COUNT(*) + :more FROM branches"
    " WHERE root = :root AND owner = :owner"
    " ON CONFLICT (root, owner) DO UPDATE SET opened = branch_counts.opened + :more"
    " WHERE branch_counts.opened + :more <= :most RETURNING opened"
)


_UNCOUNT = "UPDATE branch_counts SET opened = opened - :more WHERE root = :root AND owner = :owner"


@contextmanager
def reserved(database: Database, root: str, owner: str, more: int = 1) -> Iterator[None]:
    """Count the branches of a game that are stored within the block, unless the block fails. Raise Refused before the
    block if they would exceed the quota.
    """
    params = {"root": root, "owner": owner, "more": more}
    with database.async_commit() as rows:  # the append of the branches writes this to the disk as well
        found = rows.execute(_COUNT, {**params, "most": MOST})
        if not found or found[0]["opened"] > MOST:
            raise Refused(
                counted(
                    "table.too-many-branches",
                    "You can have at most {count} branch per game.",
                    "You can have at most {count} branches per game.",
                    count=MOST,
                )
            )
    try:
        yield
    except BaseException:
        with database.async_commit() as rows:
            rows.execute(_UNCOUNT, params)
        raise


def delete_user_data(rows: Rows, owner: str, most: int) -> bool:
    """Delete a user's counts of branches."""
    return user_rows.delete_some(rows, _USER_ROWS, owner, most)


_USER_ROWS = [UserRows("branch_counts", key="root, owner", user="owner")]
