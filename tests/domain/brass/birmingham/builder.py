"""Positions for stories about Brass: Birmingham."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from domain.brass.birmingham import ruleset
from domain.brass.birmingham.model.commands import (
    Build,
    Develop,
    EndTurn,
    Loan,
    Network,
    Pass,
    RemoveTile,
    Sale,
    Scout,
    Sell,
)
from domain.brass.birmingham.model.components import figures
from domain.game import Table
from domain.verifiable_random import Seeded, Stated
from tests.domain.brass import builder

__all__ = [
    "MERCHANTS",
    "Build",
    "Develop",
    "EndTurn",
    "Game",
    "Loan",
    "Network",
    "Pass",
    "RemoveTile",
    "Sale",
    "Scout",
    "Sell",
    "components",
    "started",
]

MERCHANTS: dict[int, dict[str, list[str]]] = {
    2: {"shrewsbury": ["cotton_1"], "gloucester": ["manufacturer_1", "all_goods"], "oxford": ["blank_1", "blank_2"]},
    3: {
        "shrewsbury": ["cotton_1"],
        "gloucester": ["manufacturer_1", "all_goods"],
        "oxford": ["blank_1", "pottery_1"],
        "warrington": ["blank_2", "blank_3"],
    },
    4: {
        "shrewsbury": ["cotton_1"],
        "gloucester": ["manufacturer_1", "all_goods"],
        "oxford": ["blank_1", "pottery_1"],
        "warrington": ["cotton_2", "blank_2"],
        "nottingham": ["manufacturer_2", "blank_3"],
    },
}
"""The default places of the merchant tiles."""

components = figures.of(figures.current())


def table(seats: int, *, introductory: bool = False) -> Table:
    return Table(seats=seats, options={"introductory": introductory}, figures=figures.current())


def started(
    seats: int = 2, *, introductory: bool = False, merchants: Mapping[str, list[str]] | None = None, seed: bytes = b"1"
) -> Any:
    """Return a set-up with the seats in order and known merchant tiles; the cards come from the seed."""
    at = table(seats, introductory=introductory)
    outcomes = ruleset.outcomes(ruleset.setup(at, Seeded(seed)))
    outcomes["turn_order"] = list(range(seats))
    outcomes["merchants"] = merchants or MERCHANTS[seats]
    return ruleset.setup(at, Stated(ruleset.stated(outcomes)))


class Game(builder.Game):
    """A game in the second round of an era: seat 0 to act with both actions, all players rich, the board empty."""

    ruleset = ruleset
    components = components
    started = staticmethod(started)

    def enter_rail_era(self) -> None:
        super().enter_rail_era()
        for player in self.state.players:
            player.face_down = []

    def without_barrels(self, *spaces: str) -> Self:
        for space in spaces:
            self.state.merchants[space].barrel = False
        return self
