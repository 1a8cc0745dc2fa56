"""The tree of what-ifs as a page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.table import seats_of
from projections import branches as branch_model
from projections.branches import Branch
from service import access, reading
from service.access import Seen
from service.export import lineage
from service.services import services


def branches_of(seen: Seen) -> list[dict[str, Any]]:
    """The branches of the game this game goes back to that the reader may see, each with its own branches."""
    daybook = services().daybook
    root = lineage(daybook, seen.game)[0]
    with reading.latest("branches") as rows:
        found = branch_model.tree(rows, root.id)
    visible = [branch for branch in found if access.visible_to(seen.user, daybook.game(branch.stream))]
    return _under(root.id, visible)


def _under(origin: str, branches: Sequence[Branch]) -> list[dict[str, Any]]:
    return [
        {"branch": branch, "branches": _under(branch.stream, branches)}
        for branch in branches
        if branch.origin == origin
    ]


def home_of(seen: Seen) -> dict[str, Any] | None:
    """Of a branch: the game it goes back to, and the stream and version it continues. None for a game."""
    origin = seen.game.origin
    if origin is None:
        return None
    root = lineage(services().daybook, seen.game)[0]
    return {
        "root": root.id,
        "name": root.table.opened.name,
        "origin": origin.opened.origin,
        "at": origin.opened.at_version,
        "imagined": origin.opened.imagined is not None,
        "mine": seen.user is not None and bool(seats_of(seen.game.table, seen.user.id)),
    }
