"""Facts that follow from one another, each decided on the position the ones before it have made."""

from __future__ import annotations

from typing import Any

from domain.arkwright.machinery.apply import apply
from domain.arkwright.vocabulary.components import Components
from domain.arkwright.vocabulary.market import components_of
from domain.arkwright.vocabulary.state import Awaiting, Player, State
from domain.game import Fact, copied


class Course:
    """The facts so far and, on a copy, the position they lead to."""

    def __init__(self, state: State) -> None:
        self.state = copied(state)
        self.components: Components = components_of(state)
        self.facts: list[Fact] = []

    def happen(self, fact: Any) -> None:
        """Let a fact follow."""
        apply(self.state, fact)
        self.facts.append(fact)

    @property
    def good(self) -> str:
        """The active good (AW-3.2)."""
        return self.components.goods[self.state.round - 1].id

    @property
    def pending(self) -> tuple[Awaiting, ...]:
        """What is awaited now, and then."""
        return tuple(self.state.pending)

    def in_order(self, first: int | None = None) -> tuple[int, ...]:
        """Seats still in the game, clockwise from the start player or another seat (AW-3.4)."""
        return seats_from(self.state.players, self.state.start_player if first is None else first)


def seats_from(players: list[Player], first: int) -> tuple[int, ...]:
    """Seats still in the game, clockwise from this one."""
    count = len(players)
    order = ((first + step) % count for step in range(count))
    return tuple(seat for seat in order if not players[seat].bankrupt)
