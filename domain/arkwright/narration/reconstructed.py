"""The note on component figures without a source."""

from __future__ import annotations

from domain.components import reconstructed
from domain.message import Message, message


def notes(content: bytes) -> tuple[Message, ...]:
    """Return a note on reconstructed figures, with the place where they are listed; empty without any."""
    if not reconstructed(content):
        return ()
    return (
        message(
            "arkwright.reconstructed-figures",
            "Some of this game's component figures have no source and were reconstructed. If you own the game, you can "
            "correct the figures. For the full list and instructions, see {list}.",
            list="/rules/arkwright#reconstructed",
        ),
    )
