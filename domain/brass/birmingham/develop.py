"""This game's addition to the develop action (BB-18): tiles that show a light bulb stay on the mat."""

from __future__ import annotations

from domain.brass.birmingham.engine.position import Position
from domain.brass.birmingham.model.facts import Developed
from domain.brass.develop import Mat, developed, lowest
from domain.brass.model.commands import Develop
from domain.brass.model.facts import MatTile
from domain.game import Fact, IllegalMove
from domain.message import message


def decide_develop(position: Position, command: Develop) -> list[Fact]:
    """Remove one or two tiles, an iron each (BB-18.1 to 18.4)."""
    return [Developed(**developed(position, command, _removed))]


def _removed(position: Position, mat: Mat, industry: str) -> MatTile:
    return removed(position, mat, industry, "BB-18.2", "BB-18.5")


def removed(position: Position, mat: Mat, industry: str, empty_rule: str, bulb_rule: str) -> MatTile:
    """Take the lowest tile of an industry from the mat. Raise IllegalMove with one of these rules if forbidden."""
    tile = lowest(position, mat, industry, empty_rule)
    if not position.components.tile(industry, tile.level).developable:
        raise IllegalMove(
            bulb_rule,
            message(
                "birmingham.light-bulb",
                "You can't develop {industry} level {level}: it has a light bulb icon.",
                industry=position.name(industry),
                level=tile.level,
            ),
        )
    return tile
