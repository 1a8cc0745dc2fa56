"""How many branches each person has opened of each game: counted before they are opened, so that nobody slips past."""

from __future__ import annotations

from domain.message import message
from domain.table import Refused
from service.storage import Database

MOST = 100
"""How many branches of one game, branches of branches included, one person may open."""

_COUNT = (
    # Who is not counted yet may have opened some before there were counts; of those the read model knows.
    "INSERT INTO branch_counts SELECT :root, :owner, COUNT(*) + 1 FROM branches WHERE root = :root AND owner = :owner"
    " ON CONFLICT (root, owner) DO UPDATE SET opened = branch_counts.opened + 1 WHERE branch_counts.opened < :most"
    " RETURNING opened"
)


def count(database: Database, root: str, owner: str) -> None:
    """Count one more branch of a game; raises Refused when there are as many as may be."""
    with database.relaxed() as rows:  # The append of the branch takes this to the disk with it.
        found = rows.execute(_COUNT, {"root": root, "owner": owner, "most": MOST})
    if not found or found[0]["opened"] > MOST:
        raise Refused(message("You have opened {limit} what-ifs of this game, and cannot open more.", limit=MOST))
