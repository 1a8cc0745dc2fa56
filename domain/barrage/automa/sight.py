"""The basis of an automa's decisions: its view of the position, the two cards, and its reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from domain.barrage.automa import deck
from domain.barrage.automa.race import Race
from domain.barrage.engine.course import Course
from domain.barrage.engine.position import Position
from domain.barrage.model.automa.components import Card
from domain.barrage.model.automa.reasons import Reason
from domain.barrage.model.state import NEUTRAL


class Failure(NamedTuple):
    """A condition that does not hold."""

    rule: str


class Deed(NamedTuple):
    """An action that can be performed: the spaces of its engineers, and its effect."""

    space: str
    do: Callable[[Course], None]
    engineers: int | None = None
    """Number of engineers in place of the printed one (TA-25.7, TA-27)."""


Attempt = Failure | Deed
"""The result of trying an action."""


class Sight:
    """A position as an automa sees it; its choices are recorded as reasons."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.reasons: list[Reason] = []

    @property
    def seat(self) -> int:
        """The seat of the automa."""
        return self.position.seat

    @cached_property
    def criteria(self) -> Card | None:
        """The card that shows its criteria side; none before the first turn of the game."""
        return deck.criteria(self.position.state)

    def run(self, of: str, candidates: Sequence[str], *rules: Callable[[Race], None]) -> str:
        """Choose one of the candidates by rules, in order, and keep the reason."""
        race = Race(of, candidates)
        for rule in rules:
            if race.open:
                rule(race)
        self.reasons.append(race.reason())
        return race.winner

    # The map

    @cached_property
    def dams_in(self) -> dict[int, list[int]]:
        """The owners of the dams in each basin."""
        known = self.position.components.base_site
        found: dict[int, list[int]] = {}
        for site, dam in self.position.state.dams.items():
            found.setdefault(known[site].basin, []).append(dam.owner)
        return found

    @cached_property
    def powerhouses_in(self) -> dict[int, list[int]]:
        """The owners of the powerhouses in each basin."""
        known = self.position.components.powerhouse_site
        found: dict[int, list[int]] = {}
        for site, owner in self.position.state.built.items():
            if site in known:
                found.setdefault(known[site].basin, []).append(owner)
        return found

    def has_dam(self, basin: int, *, neutral: bool = False) -> bool:
        """Return whether the automa's dam (or a neutral one) stands in a basin."""
        owners = self.dams_in.get(basin, [])
        return self.seat in owners or (neutral and NEUTRAL in owners)

    def has_opponents_dam(self, basin: int) -> bool:
        """Return whether another company's dam stands in a basin; neutral ones do not count (TA-0.6)."""
        return any(owner not in (self.seat, NEUTRAL) for owner in self.dams_in.get(basin, []))

    def has_powerhouse(self, basin: int) -> bool:
        """Return whether the automa's powerhouse stands in a basin."""
        return self.seat in self.powerhouses_in.get(basin, [])
