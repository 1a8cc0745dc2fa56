"""Values derived from a state and its component figures."""

from __future__ import annotations

from domain.arkwright.model.components import Components, figures
from domain.arkwright.model.state import State


def components_of(state: State) -> Components:
    """Return the component figures the game is played with."""
    return figures.of(state.figures)


def active_good(state: State) -> str:
    """Return the active good (AW-3.2)."""
    return components_of(state).goods[state.round - 1].id


def clockwise(state: State, first: int | None = None) -> tuple[int, ...]:
    """Seats still in the game, clockwise from the start player or another seat (AW-3.4)."""
    count, begins = len(state.players), state.start_player if first is None else first
    order = ((begins + step) % count for step in range(count))
    return tuple(seat for seat in order if not state.players[seat].bankrupt)
