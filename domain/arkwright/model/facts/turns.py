"""Steps (b) and (c), and the end of the turn."""

from __future__ import annotations

import msgspec

from domain.arkwright.model.commands import DistributionAt, QualityAt
from domain.arkwright.model.facts.actions import Unstored
from domain.arkwright.model.facts.step import Step
from domain.arkwright.model.state import End, SupplyCard


class PriceSet(Step, frozen=True, kw_only=True, tag="arkwright.price_set"):
    """Price and appeal of the active factory, the markers' movements, and how many arrows were crossed."""

    seat: int
    good: str
    space: int
    office: End
    quality_on_appeal: tuple[str, ...]
    price: int
    total_appeal: int
    """Of the factory; the marker ends at the top of its track."""
    appeal_from: int
    appeal_to: int
    arrows: int
    """Arrows crossed: positive upwards, negative downwards."""
    demand_from: int
    demand_to: int


class Advanced(Step, frozen=True, kw_only=True, tag="arkwright.advanced"):
    """A development marker advanced to a level, which means so many points, machines, cards …"""

    seat: int
    track: str
    level: int
    value: int


class CardTaken(Step, frozen=True, kw_only=True, tag="arkwright.card_taken"):
    """A development card was taken, perhaps after another was discarded; ``lost`` tells what went with that."""

    seat: int
    card: SupplyCard
    place: int | None = None
    """Solo: its place on the display."""
    at: str = ""
    max_quality: int
    """Of the engineer token afterwards."""
    gained_warehouse: str = ""
    discarded: SupplyCard | None = None
    discarded_to: int | None = None
    """Solo: the place on the display where the discarded card went."""
    lost_quality: QualityAt | None = None
    replacement: QualityAt | None = None
    lost_distribution: DistributionAt | None = None
    lost_goods: Unstored | None = None
    lost_warehouse: str = ""
    """The warehouse that a discarded large warehouse takes with it."""


class BrokerUsed(Step, frozen=True, kw_only=True, tag="arkwright.broker_used"):
    """The broker was discarded for shares at half price."""

    seat: int
    shares: int
    each: int
    paid: int
    discarded: SupplyCard
    discarded_to: int | None = None
    counted: bool | msgspec.UnsetType = msgspec.UNSET
    """Solo: an achievement counts it (AW-S.38)."""


class InventorUsed(Step, frozen=True, kw_only=True, tag="arkwright.inventor_used"):
    """The inventor was discarded for development points; the levels of the tracks afterwards."""

    seat: int
    tracks: tuple[str, ...]
    levels: dict[str, int]
    discarded: SupplyCard
    discarded_to: int | None = None


class DevelopmentPassed(Step, frozen=True, kw_only=True, tag="arkwright.development_passed"):
    """Nothing was developed."""

    seat: int


class DeveloperUsed(Step, frozen=True, kw_only=True, tag="arkwright.developer_used"):
    """The developer made another card ready again."""

    seat: int
    card: str


class TurnEnded(Step, frozen=True, kw_only=True, tag="arkwright.turn_ended"):
    """A turn is over."""

    seat: int
