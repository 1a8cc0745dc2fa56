"""The set-up, and facts before the first turn."""

from __future__ import annotations

import msgspec

from domain.arkwright.model.facts.step import LaterFact
from domain.arkwright.model.options import Options
from domain.arkwright.model.state import Automa, Awaiting, HeldCard, SupplyCard
from domain.game import Fact


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """The initial possessions of a player."""

    funds: int
    shares: int
    share_value: int
    ships: int
    levels: dict[str, int]
    max_quality: int
    factories: tuple[str, ...]
    """Goods of the factories open at the start: level 1, token on the fourth space, one worker card (AW-2.9)."""
    cards: tuple[HeldCard, ...]
    warehouses: tuple[str, ...]
    """Ids of the player's warehouses, all in the personal area."""


class SoloStart(msgspec.Struct, frozen=True, kw_only=True):
    """The additions of the solo game (AW-S.4 to AW-S.12)."""

    automas: tuple[Automa, ...]
    tracks: dict[str, str]
    """Preparation B: by good the automa colour put there (AW-S.11); already done with random factories."""
    display: tuple[str, ...]
    markers: dict[str, int]
    bags: tuple[tuple[str, ...], ...]
    """For each era the order in which the markers will be drawn."""
    factories: tuple[str, ...] = ()
    """Random factories: the order in which the goods were drawn (AW-S.14)."""


class Started(Fact, frozen=True, kw_only=True, tag="arkwright.started"):
    """The game was set up."""

    figures: str
    options: Options
    start_player: int
    players: tuple[Seated, ...]
    demand: dict[str, int]
    wage_space: int
    token_space: int
    """The token space of a new factory, counted from 0."""
    neutral: dict[str, int] = {}
    supply: tuple[SupplyCard, ...]
    shuffled: tuple[str, ...] = ()
    """The order of the development cards as shuffled, if they were."""
    faces: tuple[str, ...] = ()
    """Expert: the faces drawn for them (AW-E.3)."""
    solo: SoloStart | None = None
    pending: tuple[Awaiting, ...]


class FactoryChosen(LaterFact, frozen=True, kw_only=True, tag="arkwright.factory_chosen"):
    """A starting factory was opened."""

    seat: int
    good: str
    space: int


class AutomasPrepared(LaterFact, frozen=True, kw_only=True, tag="arkwright.automas_prepared"):
    """Preparation B of the solo game: the automas' appeal markers were placed and demand moved up (AW-S.12)."""

    tracks: dict[str, str]
    """By good the automa colour."""
    appeal: dict[str, int]
    demand: dict[str, int]


class SupervisorPlaced(LaterFact, frozen=True, kw_only=True, tag="arkwright.supervisor_placed"):
    """The supervisor of a seat's bonus was placed at a factory."""

    seat: int
    good: str


class SharesBoughtAtStart(LaterFact, frozen=True, kw_only=True, tag="arkwright.shares_bought_at_start"):
    """Shares were bought before the game, perhaps none."""

    seat: int
    shares: int
    price: int
    paid: int
