"""Construction spaces, and the engineers that a construction places on them (BA-9.2, BA-9.3)."""

from __future__ import annotations

import msgspec

from domain.barrage.engine.position import Position, refusal
from domain.barrage.model.pieces import ConstructionSpace, Tile
from domain.barrage.officers import COPIED
from domain.game import IllegalMove
from domain.game_kit.memory import remembered
from domain.message import counted, message


class Works(msgspec.Struct, frozen=True):
    """The spaces of a construction's engineers; none if the tile needs none (BA-26.8)."""

    space: str = ""
    engineers: int = 0
    fee: int = 0


def next_space(position: Position) -> ConstructionSpace | None:
    """Return the leftmost free construction space (BA-9.2)."""
    taken = position.state.spaces
    spaces = position.components.construction_spaces
    return next((space for space in spaces if f"{space.id}/{position.seat}" not in taken), None)


def works(position: Position, tile: Tile) -> Works | IllegalMove:
    """Return the spaces for the engineers, or the reason why there are none."""
    if tile.no_engineers:
        # Before this was a rule, seats could copy without an engineer left; their games must be able to continue.
        if position.pending.source == COPIED and position.company.engineers:
            return refusal(
                "BA-25.11",
                message(
                    "barrage.copying-requires-placing-engineers",
                    "After copying an officer, take an action that places engineers.",
                ),
            )
        return Works()
    return usual_works(position)


@remembered
def usual_works(position: Position) -> Works | IllegalMove:
    """Return the spaces for the engineers of a tile that needs them, or the reason why there are none."""
    space = next_space(position)
    if space is None:
        return refusal(
            "BA-9.3",
            message("barrage.construction-spaces-occupied", "You have used all your construction spaces this round."),
        )
    if position.company.engineers < space.engineers:
        return refusal(
            "BA-8.3",
            counted(
                "barrage.construction-space-needs-engineers",
                "Your next construction space needs {count} engineer; you have {left}.",
                "Your next construction space needs {count} engineers; you have {left}.",
                count=space.engineers,
                left=position.company.engineers,
            ),
        )
    fee = position.constants.red_space_fee if space.red else 0
    return Works(f"{space.id}/{position.seat}", space.engineers, fee)
