"""The levels of automas, and the parts of company board and officer that a company uses at each (TA-23 to TA-27)."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UnsetType

from domain.message import Message, message

Level = Literal["low_voltage", "normal", "high_voltage", "overpowered"]
MOST_AUTOMAS = 3

NAME: dict[Level, Message] = {
    "low_voltage": message("barrage.level-low-voltage", "Low Voltage"),
    "normal": message("barrage.level-normal", "Normal"),
    "high_voltage": message("barrage.level-high-voltage", "High Voltage"),
    "overpowered": message("barrage.level-overpowered", "Overpowered"),
}
"""The published names."""


class Abilities(msgspec.Struct, frozen=True):
    """The features that a company uses."""

    income: bool = True
    """The incomes of the company board (TA-23.1)."""
    production_bonus: bool = True
    """Its production bonus (TA-1.8, TA-23.2)."""
    power: bool = True
    """Its power (TA-1.7)."""
    tiles: bool = True
    """The effects of advanced tiles (TA-1.10)."""
    officer: bool = True
    """An executive officer (TA-1.6)."""


OF_PEOPLE = Abilities()
_OF_LEVEL: dict[Level, Abilities] = {
    "low_voltage": Abilities(income=False, production_bonus=False, power=False, tiles=False, officer=False),
    "normal": Abilities(power=False, tiles=False, officer=False),
    "high_voltage": Abilities(officer=False),
    "overpowered": Abilities(),
}


def abilities(level: Level | UnsetType) -> Abilities:
    """Return the features that a company uses: a player's uses all, an automa's those of its level."""
    return OF_PEOPLE if isinstance(level, UnsetType) else _OF_LEVEL[level]
