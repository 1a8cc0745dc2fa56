"""Technology tiles of a construction (BA-9.5), copied ones too (BA-25.7)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from domain.barrage.engine.position import Position, refusal
from domain.barrage.model.pieces import Tile
from domain.barrage.narration import words
from domain.message import Message, message


class Tool(msgspec.Struct, frozen=True):
    """The tool of a construction: a tile of the supply, a tile that the officer's special one copies, or both."""

    tile: str
    copies: str

    @property
    def shows(self) -> str:
        """The tile whose structure and effect count."""
        return self.copies or self.tile


def _copying_tile(position: Position) -> str | None:
    """Return the officer's special tile that copies another one."""
    known = position.components.special_tile
    return next((o.special_tile for o in position.officers if o.special_tile and known[o.special_tile].copies), None)


def tools(position: Position) -> Iterator[Tool]:
    """Everything the seat can build with now (BA-9.5, BA-25.7, BA-25.13)."""
    company, known = position.company, position.components.tile
    for tile in company.tiles:
        if tile in known:
            yield Tool(tile, "")
    special = _copying_tile(position)
    if special and (special in company.tiles or _copies_without_tile(position)):
        used = special if special in company.tiles else ""
        for copied in dict.fromkeys(segment.tile for segment in company.wheel):
            if copied in known:
                yield Tool(used, copied)


def _copies_without_tile(position: Position) -> bool:
    """Return whether the copying officer is itself a copy, so that no special tile is used (BA-25.13)."""
    officer = position.components.officer.get(position.company.copied)
    return bool(officer and officer.special_tile and position.components.special_tile[officer.special_tile].copies)


def tool_of(position: Position, tile: str, copies: str) -> Tool:
    """Return the tool of a command, or raise IllegalMove."""
    known, company = position.components.tile, position.company
    if not copies:
        if tile in position.components.special_tile and tile in company.tiles:
            raise refusal(
                "BA-25.8",
                message(
                    "barrage.special-tile-needs-copied-tile",
                    "The special tile copies a tile on your wheel. Choose which one.",
                ),
            )
        if tile not in known or tile not in company.tiles:
            raise refusal("BA-9.5", _not_in_supply(position, tile))
        return Tool(tile, "")
    special = _copying_tile(position)
    if special is None:
        raise refusal(
            "BA-25.7", message("barrage.only-anton-krylov-copies-tiles", "Only Anton Krylov's power can copy a tile.")
        )
    if copies not in known:
        raise refusal("BA-25.8", message("barrage.unknown-tile", "Choose one of this game's technology tiles."))
    if all(segment.tile != copies for segment in company.wheel):
        raise refusal(
            "BA-25.8",
            message(
                "barrage.copied-tile-not-on-wheel",
                "The {tile} isn't on your wheel.",
                tile=words.tile(position.components, copies),
            ),
        )
    if tile != (special if special in company.tiles else ""):
        raise refusal(
            "BA-25.8", message("barrage.only-special-tile-copies", "Only the special tile can copy another tile.")
        )
    if not tile and not _copies_without_tile(position):
        raise refusal(
            "BA-25.8", message("barrage.special-tile-not-in-supply", "Your special tile isn't in your personal supply.")
        )
    return Tool(tile, copies)


def _not_in_supply(position: Position, tile: str) -> Message:
    if tile not in position.components.tile:
        return message("barrage.unknown-tile", "Choose one of this game's technology tiles.")
    return message(
        "barrage.tile-not-in-supply",
        "The {tile} isn't in your personal supply.",
        tile=words.tile(position.components, tile),
    )


def shown(position: Position, tool: Tool) -> Tile:
    """Return the tile whose structure and effect count."""
    return position.components.tile[tool.shows]


def builds(tile: Tile, structure: str) -> bool:
    """Return whether a tile shows this structure; a wild one shows all."""
    return tile.builds in (structure, "any")


_NO_COPY = "/"
"""Separates the tile put on the wheel from the one it copies."""


def tool_name(tool: Tool) -> str:
    """Return the name of a tool in a question."""
    return f"{tool.tile}{_NO_COPY}{tool.copies}" if tool.copies else tool.tile
