"""Steps (b) and (c), and the end of the turn."""

from __future__ import annotations

import msgspec

from domain.arkwright.model.commands import DistributionAt, QualityAt
from domain.arkwright.model.facts.actions import Unstored
from domain.arkwright.model.facts.step import LaterFact
from domain.arkwright.model.state import End, SupplyCard


class PriceSet(LaterFact, frozen=True, kw_only=True, tag="arkwright.price_set"):
    """Price and appeal of the active factory were set; the markers moved."""

    seat: int
    good: str
    space: int
    office: End
    quality_on_appeal: tuple[str, ...]
    price: int
    total_appeal: int
    """The factory's total; the marker ends at the top of its track."""
    appeal_from: int
    appeal_to: int
    arrows: int
    """Arrows crossed: positive upwards, negative downwards."""
    demand_from: int
    demand_to: int


class Advanced(LaterFact, frozen=True, kw_only=True, tag="arkwright.advanced"):
    """A development marker advanced to a level; ``value`` is its number of points, machines, cards …"""

    seat: int
    track: str
    level: int
    value: int


class CardTaken(LaterFact, frozen=True, kw_only=True, tag="arkwright.card_taken"):
    """A development card was taken, perhaps after another was discarded; ``lost_…`` is lost with the discarded card."""

    seat: int
    card: SupplyCard
    place: int | None = None
    """Solo: its place on the display."""
    at: str = ""
    max_quality: int
    """The engineer token's value afterwards."""
    gained_warehouse: str = ""
    discarded: SupplyCard | None = None
    discarded_to: int | None = None
    """Solo: the place of the discarded card on the display."""
    lost_quality: QualityAt | None = None
    replacement: QualityAt | None = None
    lost_distribution: DistributionAt | None = None
    lost_goods: Unstored | None = None
    lost_warehouse: str = ""
    """The warehouse removed together with a discarded large warehouse."""


class BrokerUsed(LaterFact, frozen=True, kw_only=True, tag="arkwright.broker_used"):
    """The broker was discarded for shares at half price."""

    seat: int
    shares: int
    each: int
    paid: int
    discarded: SupplyCard
    discarded_to: int | None = None
    counted: bool | msgspec.UnsetType = msgspec.UNSET
    """Solo: whether an achievement counts it (AW-S.38)."""


class InventorUsed(LaterFact, frozen=True, kw_only=True, tag="arkwright.inventor_used"):
    """The inventor was discarded for development points; ``levels`` are those of the tracks afterwards."""

    seat: int
    tracks: tuple[str, ...]
    levels: dict[str, int]
    discarded: SupplyCard
    discarded_to: int | None = None


class DevelopmentPassed(LaterFact, frozen=True, kw_only=True, tag="arkwright.development_passed"):
    """Nothing was developed."""

    seat: int


class DeveloperUsed(LaterFact, frozen=True, kw_only=True, tag="arkwright.developer_used"):
    """The developer made another card ready again."""

    seat: int
    card: str


class TurnEnded(LaterFact, frozen=True, kw_only=True, tag="arkwright.turn_ended"):
    """A turn ended."""

    seat: int
