"""The note on component figures without a source."""

from __future__ import annotations

from domain.components import reconstructed
from domain.message import Listing, Message, message


def notes(content: bytes) -> tuple[Message, ...]:
    """Return a note on reconstructed figures: in which tables they are, and where they are listed; empty
    without any.
    """
    tables = tuple(row.path for row in reconstructed(content))
    if not tables:
        return ()
    return (
        message(
            "arkwright.reconstructed-figures",
            "Some of this game's component figures have no source and were reconstructed. They are in these tables: "
            "{tables}. If you own the game, you can correct the figures. For the full list and instructions, see "
            "{list}.",
            tables=Listing(tables),
            list="/rules/arkwright#reconstructed",
        ),
    )
