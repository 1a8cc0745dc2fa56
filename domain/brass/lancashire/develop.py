"""The develop action (BL-11)."""

from __future__ import annotations

from domain.brass.develop import developed
from domain.brass.lancashire.engine.position import Position
from domain.brass.lancashire.model.facts import Developed
from domain.brass.model.commands import Develop
from domain.game import Fact


def decide_develop(position: Position, command: Develop) -> list[Fact]:
    """Remove one or two tiles of any level, an iron each (BL-11.2 to 11.5)."""
    return [Developed(**developed(position, command))]
