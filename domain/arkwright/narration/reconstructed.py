"""The note on component figures that no source states."""

from __future__ import annotations

from domain.components import reconstructed
from domain.message import Listing, Message, Term, message


def notes(content: bytes) -> tuple[Message, ...]:
    """That some figures of this file are reconstructed, in which tables, and where they are listed; or nothing."""
    tables = tuple(Term(row.path) for row in reconstructed(content))
    if not tables:
        return ()
    return (
        message(
            "Some component figures of this game are reconstructed, because no source tells them; these tables: "
            "{tables}. Owners of the game can correct them: {list} lists them all and says how.",
            tables=Listing(tables),
            list="/rules/arkwright#reconstructed",
        ),
    )
