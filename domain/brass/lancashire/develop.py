"""The develop action (BL-11)."""

from __future__ import annotations

from domain.brass.commands import Develop
from domain.brass.develop import developed
from domain.brass.lancashire.facts import Developed
from domain.brass.lancashire.position import Position
from domain.game import Fact


def decide_develop(position: Position, command: Develop) -> list[Fact]:
    """Remove one or two tiles of any level, an iron each (BL-11.2 to 11.5)."""
    return [Developed(**developed(position, command))]
