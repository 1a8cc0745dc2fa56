"""The market board: arrows, demand markers, the wage track (AW-10.8, AW-D.1 to AW-D.6)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.arkwright.components import Components, MarketSide, figures
from domain.arkwright.state import State


def components_of(state: State) -> Components:
    """The component figures the game is played with."""
    return figures.of(state.figures)


def side_of(components: Components, seats: int) -> MarketSide:
    """The side of the market board for the number of players (AW-2.3)."""
    return next(side for side in components.market_board.sides if seats in side.seats)


def arrows_crossed(borders: Sequence[int], old: int, new: int) -> int:
    """Arrows between two spaces: positive upwards, negative downwards; border n is above space n (AW-D.1)."""
    crossed = sum(min(old, new) <= border < max(old, new) for border in borders)
    return crossed if new > old else -crossed


def moved_demand(components: Components, demand: int, steps: int) -> int:
    """The demand marker after so many steps; those beyond an end are lost (AW-D.3)."""
    track = components.market_board.demand
    return max(track.first, min(track.last, demand + steps))


def lowered_demand(components: Components, state: State) -> dict[str, int]:
    """All demand markers one space lower (AW-5.7, AW-6.6)."""
    return {good: moved_demand(components, demand, -1) for good, demand in state.demand.items()}


def raised_wage(components: Components, state: State) -> int:
    """The wage marker one space to the right, if there is one (AW-5.8, AW-6.7, AW-D.6)."""
    return min(state.wage_space + 1, len(side_of(components, len(state.players)).wages) - 1)


def wage(components: Components, state: State) -> int:
    """Pounds for each worker."""
    return side_of(components, len(state.players)).wages[state.wage_space]


def borders(components: Components, state: State, good: str) -> Sequence[int]:
    """The borders of a track that show arrows."""
    return side_of(components, len(state.players)).arrows[good]


def marker_space(components: Components, appeal: int) -> int:
    """The space of an appeal marker; a higher total is shown at the top (AW-D.5)."""
    return min(appeal, components.market_board.appeal.last)


def sales_limit(appeal: int, demand: int, patron: int) -> int:
    """Goods that can be sold at home (AW-12.3 to AW-12.5); a patron adds to it, up to the appeal (AW-D.34)."""
    return min(appeal, max(0, min(appeal, appeal - demand)) + patron)
