"""Queries of a position: the acting seat, the effects of levels, and the places of pieces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests.domain.barrage.automa.oracle.cards import Card
from tests.domain.barrage.automa.oracle.figures import BASE_SITES, COMPANIES, CONDUITS, HIGHEST_DAM, POWERHOUSE_SITES

State = dict[str, Any]
Renew = Callable[[str, list[str]], list[str]]
"""The order in which a pile is shuffled anew, by its name and what is shuffled."""

NEUTRAL = -1
EASY, NORMAL, HARD, VERY_HARD = "low_voltage", "normal", "high_voltage", "overpowered"


@dataclass
class Play:
    """A turn, or an income, that is carried out for a seat; the position is changed in place."""

    state: State
    seat: int
    card: Card | None = None
    """The card whose criteria side steers."""
    renew: Renew = lambda name, items: sorted(items)
    trace: list[dict[str, Any]] = field(default_factory=list)

    @property
    def company(self) -> dict[str, Any]:
        """The pieces of the acting seat."""
        found: dict[str, Any] = self.state["companies"][self.seat]
        return found

    @property
    def level(self) -> str:
        """Return the level of the automa; a human who must play as one has the normal level (TA-D.36)."""
        found: str = self.company.get("automa") or NORMAL
        return found

    @property
    def effects(self) -> bool:
        """Whether special effects of tiles and company powers are used (TA-25.1)."""
        return self.level in (HARD, VERY_HARD)

    @property
    def officer(self) -> str:
        """Return the officer whose power is used (TA-27.1)."""
        found: str = self.company["officer"] if self.level == VERY_HARD else ""
        return found

    @property
    def power(self) -> dict[str, int]:
        """The company power in use (TA-26.1)."""
        board = COMPANIES[self.company["company"]]
        return board["power"] if self.effects and self.built("powerhouse") >= board["power_at"] else {}

    @property
    def bonus(self) -> int:
        """The production bonus of the company board (TA-1.8, TA-23.2)."""
        if self.level == EASY:
            return 0
        bonuses = COMPANIES[self.company["company"]]["production_bonus"]
        return sum(bonus for at, bonus in bonuses.items() if self.built("powerhouse") >= int(at))

    @property
    def letters(self) -> str:
        """The headstreams in the order of the criteria side (TA-7.10, TA-15.15)."""
        return self.card.letters if self.card else "ABCD"

    def built(self, structure: str) -> int:
        """Pieces of a type on the map or at a building site."""
        found: int = self.company["built"].get(structure, 0)
        return found

    def note(self, what: str, **details: Any) -> None:
        """Record a decision."""
        self.trace.append({"what": what, **details})

    def points(self, number: int) -> None:
        """Gain points, or lose them."""
        self.company["vp"] += number


def dams_in(state: State, basin: int, *owners: int) -> list[str]:
    """Return the dams of these owners (none: of all) in a basin."""
    return [
        site
        for site, dam in state["dams"].items()
        if BASE_SITES[site]["basin"] == basin and (not owners or dam["owner"] in owners)
    ]


def own_dams(state: State, seat: int) -> list[str]:
    """Return the dams of a seat."""
    return [site for site, dam in state["dams"].items() if dam["owner"] == seat]


def powerhouse_owners(state: State, basin: int) -> set[int]:
    """Return the owners of powerhouses in a basin."""
    return {
        owner
        for site, owner in state["built"].items()
        if site in POWERHOUSE_SITES and POWERHOUSE_SITES[site]["basin"] == basin
    }


def dam_owners(state: State, basin: int) -> set[int]:
    """Return the owners of dams in a basin."""
    return {state["dams"][site]["owner"] for site in dams_in(state, basin)}


def built_conduits(state: State) -> dict[str, int]:
    """Return the built conduits and their owners."""
    return {site: owner for site, owner in state["built"].items() if site in CONDUITS}


def capacity(state: State, site: str) -> int:
    """Return the drops that a dam can hold (TA-0.7, BA-25.3)."""
    dam = state["dams"][site]
    level: int = dam["level"]
    if dam["owner"] != NEUTRAL and level == HIGHEST_DAM:
        company = state["companies"][dam["owner"]]
        if "graziano_del_monte" in (company["officer"], company["copied"]):
            return level + 1
    return level


def room(state: State, site: str) -> int:
    """Return the drops that a dam can still take."""
    drops: int = state["dams"][site]["drops"]
    return capacity(state, site) - drops
