"""Step (a): the actions."""

from __future__ import annotations

import msgspec

from domain.arkwright.model.commands import Cargo, DistributionAt, QualityAt, Stored
from domain.arkwright.model.facts.step import LaterFact
from domain.arkwright.model.state import SupplyCard


class Upgraded(msgspec.Struct, frozen=True):
    """An upgraded factory: its level and the side of each of its worker cards afterwards."""

    good: str
    level: int
    sides: tuple[str, ...]
    space: int | msgspec.UnsetType = msgspec.UNSET
    """Its token space afterwards, if its appeal is elsewhere on the other side (AW-5.10)."""


class Built(LaterFact, frozen=True, kw_only=True, tag="arkwright.built"):
    """Factories were opened and upgraded; ``upgraded`` in order: ordinary upgrades, then the inventor's."""

    seat: int
    built: tuple[str, ...]
    level: int
    """The level of factories built."""
    space: int
    """Their token space."""
    upgraded: tuple[Upgraded, ...]
    by_inventor: tuple[Upgraded, ...]
    discarded: SupplyCard | None = None
    """The inventor, if used."""
    discarded_to: int | None = None
    """Solo: its place on the display."""
    demand: dict[str, int] | None = None
    wage_space: int | None = None


class NewWorker(msgspec.Struct, frozen=True):
    """A hired worker card, the side that is up, and its figures."""

    good: str
    position: int
    side: str
    workers: int
    goods: int


class Hired(LaterFact, frozen=True, kw_only=True, tag="arkwright.hired"):
    """Worker cards were added."""

    seat: int
    workers: tuple[NewWorker, ...]
    demand: dict[str, int]
    wage_space: int


class Mechanised(msgspec.Struct, frozen=True):
    """Machines added to a worker card, its machines afterwards, and its maximum."""

    good: str
    position: int
    added: int
    machines: int
    most: int


class Automated(LaterFact, frozen=True, kw_only=True, tag="arkwright.automated"):
    """Machines replaced workers."""

    seat: int
    cards: tuple[Mechanised, ...]


class QualityAdded(LaterFact, frozen=True, kw_only=True, tag="arkwright.quality_added"):
    """Quality cards were arranged: their places, the total of each open factory, and the points added."""

    seat: int
    cards: tuple[QualityAt, ...]
    totals: dict[str, int]
    points: int
    used: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """Solo: types of the development cards whose own card is there, which an achievement counts (AW-S.36)."""


class DistributionAdded(LaterFact, frozen=True, kw_only=True, tag="arkwright.distribution_added"):
    """Distribution cards were arranged: their places and the points added."""

    seat: int
    cards: tuple[DistributionAt, ...]
    points: int
    used: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """As for quality cards."""


class StockTraded(LaterFact, frozen=True, kw_only=True, tag="arkwright.stock_traded"):
    """Shares were bought, bank loans taken, ships reactivated."""

    seat: int
    half_price: int
    """Shares bought at half price, and the price of each."""
    half_price_each: int
    full_price: int
    full_price_each: int
    paid: int
    loans: int
    borrowed: int
    ships: int | None = None
    """Ready ships afterwards, if they were made ready."""


class FactoryCosts(msgspec.Struct, frozen=True, kw_only=True):
    """The costs of a factory, line by line."""

    good: str
    fixed: int
    developer: int
    """The reduction by the developer."""
    workers: int
    wage: int
    wages: int
    supervisor: int
    """The reduction of the wages by the supervisor."""
    machines: int
    upkeep: int
    workshop: int
    """The reduction of the upkeep by the workshop."""
    total: int


class EmergencyLoans(msgspec.Struct, frozen=True, kw_only=True):
    """Emergency loans taken to pay costs: their number, and the money for each."""

    loans: int
    each: int
    money: int


class ExtraRun(msgspec.Struct, frozen=True, kw_only=True):
    """A factory in an extra production: worker cards used, goods produced, overtime, goods stored before and after."""

    good: str
    cards: int
    produced: int
    overtime: int
    stored_before: int
    stored: int
    lost: int
    costs: FactoryCosts


class Unstored(msgspec.Struct, frozen=True):
    """Goods of another factory lost because their warehouse was taken away."""

    warehouse: str
    good: str
    goods: int


class ExtraProduced(LaterFact, frozen=True, kw_only=True, tag="arkwright.extra_produced"):
    """Factories produced in an extra production (AW-E.12 to AW-E.16)."""

    seat: int
    runs: tuple[ExtraRun, ...]
    store: tuple[Stored, ...]
    """The contents of the warehouses used; emptied ones have 0 goods and no good."""
    taken_away: tuple[Unstored, ...]
    cost: int
    emergency: EmergencyLoans | None = None
    paid: int
    """Less than the cost only if the player is bankrupt."""
    discarded: SupplyCard | None = None
    """Overtime, if used."""
    discarded_to: int | None = None
    workshop: str = ""
    developer: str = ""


class Shipment(msgspec.Struct, frozen=True, kw_only=True):
    """Goods of one kind shipped, and the price of each."""

    good: str
    goods: int
    price: int
    income: int


class ShippedEarly(LaterFact, frozen=True, kw_only=True, tag="arkwright.shipped_early"):
    """Goods were shipped from warehouses (AW-E.17 to AW-E.20)."""

    seat: int
    cargo: tuple[Cargo, ...]
    shipments: tuple[Shipment, ...]
    goods: int
    contract: int
    """Extra income of the contract."""
    income: int
    """All of it, including the contract's."""
    ships: int
    tokens: int
    trading_office: bool
    counted: bool | msgspec.UnsetType = msgspec.UNSET
    """Solo: an achievement counts it (AW-S.48)."""


class ActionPassed(LaterFact, frozen=True, kw_only=True, tag="arkwright.action_passed"):
    """No action was taken."""

    seat: int
