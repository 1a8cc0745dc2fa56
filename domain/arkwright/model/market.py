"""The market board: demand markers, the wage track, the home sales limit (AW-10.8, AW-D.1 to AW-D.6)."""

from __future__ import annotations

from domain.arkwright.model.components import Components
from domain.arkwright.model.state import State


def arrows_crossed(components: Components, state: State, good: str, old: int, new: int) -> int:
    """Arrows between two spaces of a track: positive upwards, negative downwards (AW-D.1)."""
    return components.board(len(state.players)).crossed(good, old, new)


def moved_demand(components: Components, demand: int, steps: int) -> int:
    """Return the demand marker after so many steps; those beyond an end are lost (AW-D.3)."""
    return components.market_board.demand.clamp(demand + steps)


def lowered_demand(components: Components, state: State) -> dict[str, int]:
    """Return all demand markers one space lower (AW-5.7, AW-6.6)."""
    return {good: moved_demand(components, demand, -1) for good, demand in state.demand.items()}


def raised_wage(components: Components, state: State) -> int:
    """Return the wage marker one space to the right, if there is one (AW-5.8, AW-6.7, AW-D.6)."""
    return min(state.wage_space + 1, len(components.board(len(state.players)).wages) - 1)


def wage(components: Components, state: State) -> int:
    """Return the wage of a worker in pounds."""
    return components.board(len(state.players)).wages[state.wage_space]


def sales_limit(appeal: int, demand: int, patron: int = 0) -> int:
    """Return how many goods can be sold at home (AW-12.3 to AW-12.5); a patron adds to it, up to the
    appeal (AW-D.34).
    """
    return min(appeal, max(0, min(appeal, appeal - demand)) + patron)


def half(amount: int) -> int:
    """Return half of an amount in pounds, rounded up (AW-9.4, AW-14.5)."""
    return (amount + 1) // 2
