"""Lookups of the rules in a state, for a seat; a position is invalid once the state changes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Container
from functools import cache, cached_property, partial
from typing import Any

from msgspec import UNSET

from domain.barrage.engine.edition import Edition
from domain.barrage.model import pieces
from domain.barrage.model.components import Components
from domain.barrage.model.figures import of
from domain.barrage.model.levels import Abilities, abilities
from domain.barrage.model.pending import Pending
from domain.barrage.model.state import Company, Dam, State
from domain.game import IllegalMove
from domain.game_kit.memory import Memory, latest
from domain.message import Message, Seat, counted, message


def refusal(rule: str, detail: Message) -> IllegalMove:
    """Return a refusal to raise, or to keep as the reason why something is not on offer."""
    return IllegalMove(rule, detail)


class Position:
    """A state with the possibilities of one seat."""

    def __init__(self, edition: Edition, state: State, seat: int) -> None:
        self.edition = edition
        self.state = state
        self.seat = seat
        self.company: Company = state.companies[seat]
        self.components: Components = of(state.figures)
        self.memory: Memory = {}
        """Cached results."""
        self.map_memory: Memory = {}
        """Cached results that depend only on the map, not on credits and machinery."""

    @property
    def constants(self) -> pieces.Constants:
        """Single figures of the rules."""
        return self.components.constants

    @property
    def pending(self) -> Pending:
        """The pending decision."""
        return self.state.pending[-1]

    # Officers and companies

    @property
    def by_rules(self) -> bool:
        """Whether the rules play the company."""
        return self.company.automa is not UNSET

    @property
    def abilities(self) -> Abilities:
        """The features that the company uses: all, unless the rules play it."""
        return abilities(self.company.automa)

    @property
    def funds(self) -> int:
        """Credits that can be spent. An automa spends VP, which may fall below zero (TA-1.2)."""
        return sys.maxsize if self.by_rules else self.company.credits

    @cached_property
    def officers(self) -> tuple[pieces.Officer, ...]:
        """The company's officer, and the one copied in this turn."""
        if not self.abilities.officer:
            return ()
        known = self.components.officer
        return tuple(known[name] for name in (self.company.officer, self.company.copied) if name)

    def figure(self, name: str) -> Any:
        """Return a figure of the officer's power (or of the copied one's), None if neither has it."""
        for officer in self.officers:
            found = getattr(officer, name)
            if found:
                return found
        return None

    @cached_property
    def power(self) -> pieces.CompanyPower | None:
        """The company's power, if it is active (BA-24.3)."""
        if not (self.company.company and self.abilities.power):
            return None
        board = self.components.company[self.company.company]
        return board.power if self.count("powerhouse") >= board.power_at else None

    @property
    def production_bonus(self) -> int:
        """The company board's addition to productions (BA-24.2, BA-24.4)."""
        if not self.abilities.production_bonus:
            return 0
        board = self.components.company[self.company.company]
        return sum(bonus for at, bonus in board.production_bonus.items() if self.count("powerhouse") >= at)

    @property
    def contract_discount(self) -> int:
        """The reduction of the energy that contracts require (BA-24.12)."""
        return (self.power.contract_discount or 0) if self.power else 0

    # Structures

    def count(self, structure: str) -> int:
        """Return how many pieces of a type the company has built."""
        return self.company.built.get(structure, 0)

    def left(self, structure: str) -> int:
        """Return how many pieces of a type are on the company board; 0 for a type it does not have (BA-1.6)."""
        if structure not in self.company.built:
            return 0
        return self.components.structures_per_company[structure] - self.company.built[structure]

    @cached_property
    def own_dams(self) -> dict[str, Dam]:
        """The company's dams by site."""
        return {site: dam for site, dam in self.state.dams.items() if dam.owner == self.seat}

    def own_sites(self, sites: Container[str]) -> list[str]:
        """Return the sites with a conduit, powerhouse or other single piece of the company."""
        seat = self.seat
        return [site for site, owner in self.state.built.items() if owner == seat and site in sites]

    @cached_property
    def own_powerhouses(self) -> dict[str, int]:
        """The sites of the company's powerhouses, and their basins."""
        known = self.components.powerhouse_site
        return {site: known[site].basin for site in self.own_sites(known)}

    # Tiles

    def own_advanced_tiles(self) -> list[str]:
        """Return the company's advanced technology tiles, in the supply and on the wheel (BA-26.19)."""
        known = self.components.tile
        owned = (*self.company.tiles, *(segment.tile for segment in self.company.wheel))
        return [tile for tile in owned if tile in known and known[tile].level is not None]

    # Refusals

    def poor(self, rule: str, credits: int) -> IllegalMove:
        """Return the refusal of a cost that exceeds the credits."""
        return refusal(
            rule,
            counted(
                "barrage.cannot-afford-credits",
                "This costs {count} credit; you have {left}.",
                "This costs {count} credits; you have {left}.",
                count=credits,
                left=self.company.credits,
            ),
        )


@cache
def at_rest(edition: Edition) -> Callable[[State, int], Position]:
    """Return the position of a state and seat between commands. The last one is cached, because it is used
    many times.
    """
    return latest(partial(Position, edition))


def capacity(components: Components, state: State, site: str) -> int:
    """Return the drops a dam can hold (BA-4.7, BA-25.3)."""
    dam = state.dams[site]
    if dam.owner >= 0 and dam.level == components.constants.dam_levels:
        company = state.companies[dam.owner]
        for name in (company.officer, company.copied):
            if name and (more := components.officer[name].capacity_of_level_3):
                return more
    return dam.level


def not_your_turn(seat: int) -> IllegalMove:
    """Return the refusal of a command of a seat that has no decision."""
    return refusal("BA-8.1", message("barrage.not-your-turn", "It is {seat}'s turn to decide.", seat=Seat(seat)))
