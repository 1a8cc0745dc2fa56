"""The production phase."""

from __future__ import annotations

import msgspec

from domain.arkwright.model.commands import Held
from domain.arkwright.model.facts.actions import EmergencyLoans, FactoryCosts, Unstored
from domain.arkwright.model.facts.step import LaterFact
from domain.arkwright.model.state import SupplyCard


class ProductionBegan(LaterFact, frozen=True, kw_only=True, tag="arkwright.production_began"):
    """The production phase began; these seats have a factory of the active good, in turn order (AW-12.1)."""

    good: str
    seats: tuple[int, ...]


class Produced(LaterFact, frozen=True, kw_only=True, tag="arkwright.produced"):
    """A player produced: the statement of account (AW-12 to AW-14). ``chosen``: the player had a choice."""

    seat: int
    good: str
    chosen: bool
    produced: int
    """Goods made, including overtime."""
    overtime: int
    appeal: int
    demand: int
    limit: int
    """The home sales limit, including the patron."""
    patron: int
    fresh_sold: int
    stored_before: int
    stored_sold: int
    price: int
    sales_income: int
    shipped: int
    shipping_price: int
    shipping_income: int
    contract: int
    ships: int
    tokens: int
    """Shipping tokens put on the track."""
    trading_office: bool
    store: tuple[Held, ...]
    """The contents of the warehouses of this factory afterwards; its others go to the personal area."""
    stored: int
    lost: int
    taken_away: tuple[Unstored, ...]
    income: int
    costs: FactoryCosts
    emergency: EmergencyLoans | None = None
    paid: int
    """Less than the costs only if the player is bankrupt."""
    profit: int
    """Income less costs."""
    discarded: SupplyCard | None = None
    discarded_to: int | None = None
    counted: bool | msgspec.UnsetType = msgspec.UNSET
    """Solo: whether goods were shipped and an achievement counts that (AW-S.48)."""


class Bankrupted(LaterFact, frozen=True, kw_only=True, tag="arkwright.bankrupted"):
    """A player could not pay and left the game (AW-14.6); the development cards returned to the supply."""

    seat: int
    returned: tuple[SupplyCard, ...]


class AutomaProduced(LaterFact, frozen=True, kw_only=True, tag="arkwright.automa_produced"):
    """An automa sold as many goods as it could (AW-S.27); with fewer than two it gained shares instead (AW-S.29)."""

    colour: str
    good: str
    appeal: int
    demand: int
    sold: int
    shares_gained: int
    shares: int


class TieBroken(LaterFact, frozen=True, kw_only=True, tag="arkwright.tie_broken"):
    """The holder of the entrepreneur broke a tie for the highest appeal, or declined."""

    seat: int
    used: bool


class Raise(msgspec.Struct, frozen=True, kw_only=True):
    """A rise of the share value: steps for two goods sold and for the highest appeal, and the value afterwards.

    Steps are those that the marker moved; at the maximum it moves no further.
    """

    seat: int | None = None
    """None for an automa."""
    colour: str = ""
    sold: int
    appeal: int
    for_sales: int
    for_appeal: int
    share_value: int


class SharesValued(LaterFact, frozen=True, kw_only=True, tag="arkwright.shares_valued"):
    """Share values were settled after a production (AW-15)."""

    good: str
    raises: tuple[Raise, ...]
    tied: bool
    """Whether the highest appeal was tied and no one broke the tie."""


class Worn(msgspec.Struct, frozen=True):
    """The distribution of a factory afterwards; at 0 its card goes to the personal area."""

    seat: int
    good: str
    value: int


class DistributionWorn(LaterFact, frozen=True, kw_only=True, tag="arkwright.distribution_worn"):
    """The distribution of the factories that produced decreased by 1 (AW-16.1)."""

    worn: tuple[Worn, ...]
