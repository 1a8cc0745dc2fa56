"""Positions for stories about Brass: Lancashire."""

from __future__ import annotations

from typing import Any, Self

from domain.brass.lancashire import ruleset
from domain.brass.lancashire.model.commands import (
    DISTANT_MARKET,
    Build,
    Develop,
    DoubleBuild,
    EndTurn,
    Loan,
    Network,
    Pass,
    RemoveTile,
    Sell,
    SellOn,
    StopSelling,
)
from domain.brass.lancashire.model.components import figures
from domain.game import Table
from domain.verifiable_random import Seeded, Stated
from tests.domain.brass import builder

__all__ = [
    "DISTANT_MARKET",
    "Build",
    "Develop",
    "DoubleBuild",
    "EndTurn",
    "Game",
    "Loan",
    "Network",
    "Pass",
    "RemoveTile",
    "Sell",
    "SellOn",
    "StopSelling",
    "components",
    "started",
    "table",
]

components = figures.of(figures.current())


def table(seats: int, **options: bool) -> Table:
    return Table(seats=seats, options=options, figures=figures.current())


def started(seats: int = 2, *, seed: bytes = b"1", **options: bool) -> Any:
    """Return a set-up with the seats in order; the cards and the distant-market tiles come from the seed."""
    at = table(seats, **options)
    outcomes = ruleset.outcomes(ruleset.setup(at, Seeded(seed)))
    outcomes["turn_order"] = list(range(seats))
    return ruleset.setup(at, Stated(ruleset.stated(outcomes)))


class Game(builder.Game):
    """A game in the second round of an era: seat 0 to act with both actions, all players rich, the board empty."""

    ruleset = ruleset
    components = components
    started = staticmethod(started)

    def enter_rail_era(self) -> None:
        super().enter_rail_era()
        self.state.set_aside = []
        self.state.market_tiles, self.state.rail_market_tiles = self.state.rail_market_tiles, []

    def distant_market(self, *steps: int, space: int = 0) -> Self:
        """The marker on this space, and these tiles on top of the stack; the ones found so far lie below them."""
        self.state.market_space = space
        self.state.market_tiles = [str(step) for step in steps] + self.state.market_tiles[len(steps) :]
        return self

    def one_action_left(self) -> Self:
        self.state.actions_left = 1
        return self
